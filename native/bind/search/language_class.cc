// JavaScript class LanguageModel: n-grams from a file that is mapped, not read; or from bytes if the file is encrypted.
#include "bind/search/language_class.h"

#include "bind/file_argument.h"

namespace tonegate::bind {

Napi::Function LanguageClass::Define(Napi::Env env) {
  return DefineClass(
      env, kName,
      {InstanceAccessor<&LanguageClass::Order>("order"), InstanceAccessor<&LanguageClass::Words>("words"),
       InstanceMethod<&LanguageClass::Score>("score")});
}

LanguageClass::LanguageClass(const Napi::CallbackInfo& info) : Tagged(info) { OpenFileOrBytes(info, &file_, &model_); }

Napi::Value LanguageClass::Order(const Napi::CallbackInfo& info) { return NewNumber(info.Env(), model_.order()); }

Napi::Value LanguageClass::Words(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), model_.words() - NgramModel::kFirstWord);
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
  return NewNumber(info.Env(), sum);
}

}  // namespace tonegate::bind
