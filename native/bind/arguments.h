// Checked access to JavaScript arguments. Each function throws a TypeError that names the argument and returns false if
// it fails, so that a caller only has to return. Sizes are limited: V8 ends the process if an array buffer cannot be
// allocated.
#ifndef TONEGATE_BIND_ARGUMENTS_H_
#define TONEGATE_BIND_ARGUMENTS_H_

#include <napi.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

namespace tonegate::bind {

inline constexpr size_t kMaxInputBytes = size_t{64} << 20;

inline bool Refuse(Napi::Env env, const std::string& message) {
  Napi::TypeError::New(env, message).ThrowAsJavaScriptException();
  return false;
}

// The JavaScript array with elements of type T, and its name.
template <typename T>
struct ArrayOf;
template <>
struct ArrayOf<uint8_t> {
  static constexpr napi_typedarray_type kType = napi_uint8_array;
  static constexpr const char* kName = "Uint8Array";
};
template <>
struct ArrayOf<int8_t> {
  static constexpr napi_typedarray_type kType = napi_int8_array;
  static constexpr const char* kName = "Int8Array";
};
template <>
struct ArrayOf<int16_t> {
  static constexpr napi_typedarray_type kType = napi_int16_array;
  static constexpr const char* kName = "Int16Array";
};
template <>
struct ArrayOf<uint16_t> {
  static constexpr napi_typedarray_type kType = napi_uint16_array;
  static constexpr const char* kName = "Uint16Array";
};
template <>
struct ArrayOf<int32_t> {
  static constexpr napi_typedarray_type kType = napi_int32_array;
  static constexpr const char* kName = "Int32Array";
};
template <>
struct ArrayOf<uint32_t> {
  static constexpr napi_typedarray_type kType = napi_uint32_array;
  static constexpr const char* kName = "Uint32Array";
};
template <>
struct ArrayOf<float> {
  static constexpr napi_typedarray_type kType = napi_float32_array;
  static constexpr const char* kName = "Float32Array";
};

// A view of the caller's memory, valid until JavaScript runs again. A detached buffer gives an empty view. T may be
// const.
template <typename T>
bool ViewOf(Napi::Env env, Napi::Value value, const std::string& name, std::span<T>* out) {
  using Element = std::remove_const_t<T>;
  napi_typedarray_type type{};
  size_t length = 0;
  void* data = nullptr;
  if (!value.IsTypedArray() ||
      napi_get_typedarray_info(env, value, &type, &length, &data, nullptr, nullptr) != napi_ok ||
      type != ArrayOf<Element>::kType) {
    return Refuse(env, name + " must be a " + ArrayOf<Element>::kName);
  }
  if (length * sizeof(T) > kMaxInputBytes) return Refuse(env, name + " is longer than 64 MiB");
  *out = data == nullptr ? std::span<T>() : std::span<T>(static_cast<T*>(data), length);
  return true;
}

template <typename T>
bool TakeView(const Napi::CallbackInfo& info, size_t index, const char* name, std::span<T>* out) {
  return ViewOf(info.Env(), info[index], name, out);
}

inline bool TakeNumber(const Napi::CallbackInfo& info, size_t index, const char* name, double low, double high,
                       double* out) {
  const Napi::Value value = info[index];
  const double number = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : low - 1;
  if (!(number >= low && number <= high)) {
    auto text = [](double bound) { return std::to_string(static_cast<int64_t>(bound)); };
    const std::string range =
        high < 1e15 ? " between " + text(low) + " and " + text(high) : " of at least " + text(low);
    return Refuse(info.Env(), std::string(name) + " must be a number" + range);
  }
  *out = number;
  return true;
}

inline bool TakeText(const Napi::CallbackInfo& info, size_t index, const char* name, std::string* out) {
  const Napi::Value value = info[index];
  if (!value.IsString()) return Refuse(info.Env(), std::string(name) + " must be a string");
  *out = value.As<Napi::String>().Utf8Value();
  return true;
}

inline bool TakeBoolean(const Napi::CallbackInfo& info, size_t index, const char* name, bool* out) {
  const Napi::Value value = info[index];
  if (!value.IsBoolean()) return Refuse(info.Env(), std::string(name) + " must be true or false");
  *out = value.As<Napi::Boolean>().Value();
  return true;
}

inline bool TakeInteger(const Napi::CallbackInfo& info, size_t index, const char* name, int low, int high, int* out) {
  double number = 0;
  if (!TakeNumber(info, index, name, low, high, &number)) return false;
  if (number != static_cast<int>(number)) return Refuse(info.Env(), std::string(name) + " must be a whole number");
  *out = static_cast<int>(number);
  return true;
}

// Whole frames of a recogniser from argument 0, with `units` log probabilities each.
inline bool TakeFrames(const Napi::CallbackInfo& info, uint32_t units, std::span<const float>* log_probs) {
  if (!TakeView(info, 0, "logProbs", log_probs)) return false;
  if (log_probs->size() % units == 0) return true;
  return Refuse(info.Env(), "logProbs must hold whole frames of " + std::to_string(units) + " values");
}

template <typename T>
Napi::Number NewNumber(Napi::Env env, T value) {
  return Napi::Number::New(env, static_cast<double>(value));
}

// Copies samples into a new JavaScript array.
inline Napi::Int16Array NewSamples(Napi::Env env, std::span<const int16_t> samples) {
  Napi::Int16Array array = Napi::Int16Array::New(env, samples.size());
  if (!samples.empty() && !env.IsExceptionPending()) std::copy(samples.begin(), samples.end(), array.Data());
  return array;
}

inline Napi::Float32Array NewFloats(Napi::Env env, std::span<const float> values) {
  Napi::Float32Array array = Napi::Float32Array::New(env, values.size());
  if (!values.empty() && !env.IsExceptionPending()) std::copy(values.begin(), values.end(), array.Data());
  return array;
}

// A wrapped class whose methods may only be called on its own objects: without the tag, napi_unwrap would accept
// `Packer.prototype.pack.call(frontend)` and read one class as another.
template <typename T>
class Tagged : public Napi::ObjectWrap<T> {
 public:
  explicit Tagged(const Napi::CallbackInfo& info) : Napi::ObjectWrap<T>(info) {
    napi_type_tag_object(info.Env(), info.This(), &T::kTag);
  }
  // Hides the inherited function, which every method and accessor calls first.
  static T* Unwrap(Napi::Object object) {
    bool ours = false;
    if (!object.IsObject() || napi_check_object_type_tag(object.Env(), object, &T::kTag, &ours) != napi_ok || !ours) {
      Refuse(object.Env(), std::string("called on something that is not a ") + T::kName);
      return nullptr;
    }
    return Napi::ObjectWrap<T>::Unwrap(object);
  }
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_ARGUMENTS_H_
