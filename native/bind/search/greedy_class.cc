// JavaScript class GreedyDecoder: the likeliest unit of every frame.
#include "bind/search/greedy_class.h"

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

void GreedyClass::Push(const Napi::CallbackInfo& info) {
  std::span<const float> log_probs;
  if (TakeFrames(info, units_, &log_probs)) search_->Push(log_probs);
}

Napi::Value GreedyClass::Heard(const Napi::CallbackInfo& info) { return NewUnits(info.Env(), search_->heard()); }

void GreedyClass::Reset(const Napi::CallbackInfo&) { search_->Reset(); }

void GreedyClass::Restart(const Napi::CallbackInfo&) { search_->Restart(); }

Napi::Value GreedyClass::Frames(const Napi::CallbackInfo& info) { return NewNumber(info.Env(), search_->frames()); }

Napi::Value GreedyClass::TrailingFrames(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), search_->trailing_frames());
}

}  // namespace tonegate::bind
