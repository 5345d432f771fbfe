// JavaScript class ParametricVoice: a table of sounds, completed by rules, that turns units of speech into voice
// frames.
#include "bind/voice/parametric_class.h"

#include "bind/file_argument.h"
#include "core/vocoder/rule_voice.h"

namespace tonegate::bind {
namespace {

constexpr size_t kNumbersPerUnit = 4;  // durationMs, rate, semitones, gainDb

}  // namespace

Napi::Function ParametricClass::Define(Napi::Env env) {
  return DefineClass(
      env, kName,
      {InstanceAccessor<&ParametricClass::Units>("units"), InstanceAccessor<&ParametricClass::OwnUnits>("ownUnits"),
       InstanceAccessor<&ParametricClass::MeanHz>("meanHz"), InstanceMethod<&ParametricClass::Render>("render")});
}

ParametricClass::ParametricClass(const Napi::CallbackInfo& info) : Tagged(info) {
  MappedFile file;
  if (!OpenFile(info, &file, &table_)) return;
  own_units_ = table_.units().size();
  table_.Complete(MakeRuleTable());
}

Napi::Value ParametricClass::Units(const Napi::CallbackInfo& info) {
  Napi::Array names = Napi::Array::New(info.Env(), table_.units().size());
  for (uint32_t i = 0; i < table_.units().size(); ++i) names.Set(i, table_.units()[i].name);
  return names;
}

Napi::Value ParametricClass::OwnUnits(const Napi::CallbackInfo& info) { return NewNumber(info.Env(), own_units_); }

Napi::Value ParametricClass::MeanHz(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), table_.manner().mean_hz);
}

Napi::Value ParametricClass::Render(const Napi::CallbackInfo& info) {
  std::span<const uint16_t> units;
  std::span<const uint8_t> boundaries;
  std::span<const float> numbers;
  int mood = 0;
  double rate = 1;
  if (!TakeView(info, 0, "units", &units) || !TakeView(info, 1, "boundaries", &boundaries) ||
      !TakeView(info, 2, "numbers", &numbers) || !TakeInteger(info, 3, "mood", 0, 3, &mood) ||
      !TakeNumber(info, 4, "rate", 0.25, 4, &rate)) {
    return info.Env().Undefined();
  }
  if (boundaries.size() != units.size() || numbers.size() != kNumbersPerUnit * units.size()) {
    Refuse(info.Env(), "a unit needs one boundary and four numbers");
    return info.Env().Undefined();
  }
  std::vector<SpokenUnit> spoken(units.size());
  for (size_t i = 0; i < units.size(); ++i) {
    const float* number = &numbers[kNumbersPerUnit * i];
    spoken[i] = {units[i], static_cast<SpokenBoundary>(boundaries[i]), number[0], number[1], number[2], number[3]};
  }
  std::vector<float> frames;
  const ParametricVoice voice(table_);
  if (!voice.Render(spoken, static_cast<SpokenMood>(mood), static_cast<float>(rate), &frames)) {
    Refuse(info.Env(), "a unit or a number is out of range, or the sentence lasts more than 10 minutes");
    return info.Env().Undefined();
  }
  return NewFloats(info.Env(), frames);
}

}  // namespace tonegate::bind
