// JavaScript class GreedyDecoder: the likeliest unit of every frame.
#include "bind/greedy_class.h"

#include "bind/results.h"

namespace tonegate::bind {

Napi::Function GreedyClass::Define(Napi::Env env) {
  return DefineClass(env, kName,
                     {InstanceMethod<&GreedyClass::Push>("push"), InstanceMethod<&GreedyClass::Heard>("heard"),
                      InstanceMethod<&GreedyClass::Reset>("reset"), InstanceMethod<&GreedyClass::Restart>("restart"),
                      InstanceAccessor<&GreedyClass::Frames>("frames"),
                      InstanceAccessor<&GreedyClass::TrailingFrames>("trailingFrames")});
}

GreedyClass::GreedyClass(const Napi::CallbackInfo& info) : Tagged(info) {
  int units = 0, blank = 0;
  if (!TakeInteger(info, 0, "units", 2, 65535, &units) || !TakeInteger(info, 1, "blank", 0, units - 1, &blank)) return;
  units_ = static_cast<uint32_t>(units);
  search_ = std::make_unique<GreedySearch>(units_, static_cast<uint16_t>(blank));
}

Napi::Value GreedyClass::Push(const Napi::CallbackInfo& info) {
  std::span<const float> log_probs;
  if (!TakeView(info, 0, "logProbs", &log_probs)) return info.Env().Undefined();
  if (log_probs.size() % units_ != 0) {
    Refuse(info.Env(), "logProbs must hold whole frames of " + std::to_string(units_) + " values");
    return info.Env().Undefined();
  }
  search_->Push(log_probs);
  return info.Env().Undefined();
}

Napi::Value GreedyClass::Heard(const Napi::CallbackInfo& info) { return NewUnits(info.Env(), search_->heard()); }

Napi::Value GreedyClass::Reset(const Napi::CallbackInfo& info) {
  search_->Reset();
  return info.Env().Undefined();
}

Napi::Value GreedyClass::Restart(const Napi::CallbackInfo& info) {
  search_->Restart();
  return info.Env().Undefined();
}

Napi::Value GreedyClass::Frames(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), search_->frames());
}

Napi::Value GreedyClass::TrailingFrames(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), search_->trailing_frames());
}

}  // namespace tonegate::bind
