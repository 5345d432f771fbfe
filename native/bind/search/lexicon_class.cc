// JavaScript class Lexicon: words and their readings, from a file that is mapped, not read.
#include "bind/search/lexicon_class.h"

#include "bind/file_argument.h"

namespace tonegate::bind {
namespace {

Napi::Uint16Array NewNumbers(Napi::Env env, std::span<const uint16_t> numbers) {
  Napi::Uint16Array array = Napi::Uint16Array::New(env, numbers.size());
  if (!numbers.empty() && !env.IsExceptionPending()) std::copy(numbers.begin(), numbers.end(), array.Data());
  return array;
}

}  // namespace

Napi::Function LexiconClass::Define(Napi::Env env) {
  return DefineClass(env, kName,
                     {InstanceAccessor<&LexiconClass::Units>("units"), InstanceAccessor<&LexiconClass::Words>("words"),
                      InstanceMethod<&LexiconClass::Text>("text"), InstanceMethod<&LexiconClass::Split>("split"),
                      InstanceMethod<&LexiconClass::Readings>("readings")});
}

LexiconClass::LexiconClass(const Napi::CallbackInfo& info) : Tagged(info) { OpenFile(info, &file_, &lexicon_); }

Napi::Value LexiconClass::Units(const Napi::CallbackInfo& info) {
  Napi::Array names = Napi::Array::New(info.Env(), lexicon_.units());
  for (uint32_t unit = 0; unit < lexicon_.units(); ++unit) {
    names.Set(unit, Napi::String::New(info.Env(), std::string(lexicon_.UnitName(unit))));
  }
  return names;
}

Napi::Value LexiconClass::Words(const Napi::CallbackInfo& info) { return NewNumber(info.Env(), lexicon_.words()); }

Napi::Value LexiconClass::Text(const Napi::CallbackInfo& info) {
  int word = 0;
  if (!TakeInteger(info, 0, "word", 0, static_cast<int>(lexicon_.words()) - 1, &word)) return info.Env().Undefined();
  return Napi::String::New(info.Env(), std::string(lexicon_.WordText(static_cast<uint32_t>(word))));
}

Napi::Value LexiconClass::Split(const Napi::CallbackInfo& info) {
  std::string text;
  if (!TakeText(info, 0, "text", &text)) return info.Env().Undefined();
  return NewNumbers(info.Env(), pronouncer().Split(text));
}

Napi::Value LexiconClass::Readings(const Napi::CallbackInfo& info) {
  std::string text;
  if (!TakeText(info, 0, "text", &text)) return info.Env().Undefined();
  const auto readings = pronouncer().Readings(text);
  Napi::Array all = Napi::Array::New(info.Env(), readings.size());
  for (uint32_t i = 0; i < readings.size(); ++i) all.Set(i, NewNumbers(info.Env(), readings[i]));
  return all;
}

const Pronouncer& LexiconClass::pronouncer() {
  if (!pronouncer_) pronouncer_ = std::make_unique<Pronouncer>(lexicon_);
  return *pronouncer_;
}

}  // namespace tonegate::bind
