// JavaScript class LanguageModel: n-grams from a file that is mapped, not read.
#include "bind/language_class.h"

namespace tonegate::bind {

Napi::Function LanguageClass::Define(Napi::Env env) {
  return DefineClass(
      env, kName,
      {InstanceAccessor<&LanguageClass::Order>("order"), InstanceAccessor<&LanguageClass::Words>("words"),
       InstanceMethod<&LanguageClass::Score>("score")});
}

LanguageClass::LanguageClass(const Napi::CallbackInfo& info) : Tagged(info) {
  std::string path;
  if (!TakeText(info, 0, "path", &path)) return;
  const std::string fault = file_.Open(path);
  Message why;
  if (!fault.empty()) {
    Napi::Error::New(info.Env(), path + ": " + fault).ThrowAsJavaScriptException();
  } else if (!NgramModel::Parse(file_.bytes(), &model_, &why)) {
    Napi::Error::New(info.Env(), path + ": " + why.c_str()).ThrowAsJavaScriptException();
  }
}

Napi::Value LanguageClass::Order(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(model_.order()));
}

Napi::Value LanguageClass::Words(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), model_.words() - NgramModel::kFirstWord);
}

Napi::Value LanguageClass::Score(const Napi::CallbackInfo& info) {
  std::span<const uint16_t> words;
  bool sentence = false;
  if (!TakeView(info, 0, "words", &words) || !TakeBoolean(info, 1, "sentence", &sentence)) {
    return info.Env().Undefined();
  }
  NgramModel::State state;
  if (sentence) state = model_.Begin();
  double sum = 0;
  for (const uint16_t word : words) sum += model_.Score(state, word + NgramModel::kFirstWord, &state);
  if (sentence) sum += model_.Score(state, NgramModel::kEnd, &state);
  return Napi::Number::New(info.Env(), sum);
}

}  // namespace tonegate::bind
