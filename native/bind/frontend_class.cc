// JavaScript class Frontend: see NativeFrontend in src/native/index.ts.
#include "bind/frontend_class.h"

#include <algorithm>
#include <limits>

namespace tonegate::bind {
namespace {

constexpr size_t kStride = 8;  // eventStride of src/native/index.ts

}  // namespace

Napi::Function FrontendClass::Define(Napi::Env env) {
  return DefineClass(
      env, kName,
      {InstanceMethod<&FrontendClass::Push>("push"), InstanceMethod<&FrontendClass::Flush>("flush"),
       InstanceMethod<&FrontendClass::Reset>("reset"), InstanceAccessor<&FrontendClass::Events>("events"),
       InstanceAccessor<&FrontendClass::SliceMs>("sliceMs"), InstanceAccessor<&FrontendClass::TotalMs>("totalMs"),
       InstanceAccessor<&FrontendClass::MeanLevelDbm0>("meanLevelDbm0"),
       InstanceAccessor<&FrontendClass::PeakLevelDbm0>("peakLevelDbm0"),
       InstanceAccessor<&FrontendClass::DroppedEvents>("droppedEvents")});
}

FrontendClass::FrontendClass(const Napi::CallbackInfo& info) : Tagged(info) {
  int encoding = 0;
  FrontendOptions options;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!TakeInteger(info, 0, "encoding", 0, static_cast<int>(Encoding::kOpus), &encoding) ||
      !TakeInteger(info, 1, "sampleRateHz", 1, 192000, &options.sample_rate_hz) ||
      !TakeNumber(info, 2, "minSliceMs", 0, kInfinity, &options.min_slice_ms) ||
      !TakeNumber(info, 3, "maxSliceMs", 0, kInfinity, &options.max_slice_ms)) {
    return;
  }
  if (options.max_slice_ms == 0) options.max_slice_ms = kInfinity;
  options.encoding = static_cast<Encoding>(encoding);
  if (options.max_slice_ms < options.min_slice_ms) {
    Refuse(info.Env(), "maxSliceMs must not be below minSliceMs");
    return;
  }
  if (Frontend::Make(options, &frontend_) != Status::kOk) {
    Refuse(info.Env(), "this encoding does not exist at " + std::to_string(options.sample_rate_hz) + " Hz");
    return;
  }
  MakeArray(info.Env());
}

Napi::Float64Array FrontendClass::MakeArray(Napi::Env env) {
  Napi::Float64Array array = Napi::Float64Array::New(env, EventList::kCapacity * kStride);
  if (!env.IsExceptionPending()) array_ = Napi::Persistent(array);
  return array;
}

// Events cross in one reused array. JavaScript may have detached it (a transfer), so its memory is asked for each time.
bool FrontendClass::Publish(Napi::Env env) {
  Napi::Float64Array array = array_.Value();
  if (array.ElementLength() != EventList::kCapacity * kStride) array = MakeArray(env);
  double* out = array.Data();
  if (out == nullptr) return false;
  for (size_t i = 0; i < events_.size(); ++i, out += kStride) {
    const ScreenEvent& event = events_[i];
    out[0] = static_cast<double>(event.kind);
    out[1] = event.detail;
    out[2] = static_cast<double>(event.at_sample);
    out[3] = static_cast<double>(event.from_sample);
    out[4] = event.level_dbm0;
    out[5] = event.frequency_hz;
    out[6] = event.confidence;
    out[7] = 0;
  }
  return true;
}

Napi::Value FrontendClass::Answer(Napi::Env env, Status status) {
  if (status != Status::kOk) return Napi::Number::New(env, static_cast<double>(status));
  if (events_.size() > 0 && !Publish(env)) return env.Undefined();
  return Napi::Number::New(env, static_cast<double>(events_.size()));
}

Napi::Value FrontendClass::Push(const Napi::CallbackInfo& info) {
  Bytes slice;
  if (!TakeView(info, 0, "slice", &slice)) return info.Env().Undefined();
  events_.Clear();
  return Answer(info.Env(), frontend_->Push(slice, &events_));
}

Napi::Value FrontendClass::Flush(const Napi::CallbackInfo& info) {
  events_.Clear();
  return Answer(info.Env(), frontend_->Flush(&events_));
}

Napi::Value FrontendClass::Reset(const Napi::CallbackInfo& info) {
  events_.Clear();
  frontend_->Reset();
  return info.Env().Undefined();
}

Napi::Value FrontendClass::Events(const Napi::CallbackInfo&) { return array_.Value(); }
Napi::Value FrontendClass::SliceMs(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), frontend_->slice_ms());
}
Napi::Value FrontendClass::TotalMs(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), frontend_->total_ms());
}
Napi::Value FrontendClass::MeanLevelDbm0(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), frontend_->screener().mean_level_dbm0());
}
Napi::Value FrontendClass::PeakLevelDbm0(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), frontend_->screener().peak_level_dbm0());
}
Napi::Value FrontendClass::DroppedEvents(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(events_.dropped()));
}

}  // namespace tonegate::bind
