// JavaScript class Resampler: converts 16-bit samples from one rate to another.
#include "bind/sound/resampler_class.h"

#include <vector>

namespace tonegate::bind {

Napi::Function ResamplerClass::Define(Napi::Env env) {
  return DefineClass(env, kName,
                     {InstanceMethod<&ResamplerClass::Push>("push"), InstanceMethod<&ResamplerClass::Flush>("flush"),
                      InstanceMethod<&ResamplerClass::Reset>("reset")});
}

ResamplerClass::ResamplerClass(const Napi::CallbackInfo& info) : Tagged(info) {
  int from_hz = 0, to_hz = 0;
  if (!TakeInteger(info, 0, "fromHz", 1, 192000, &from_hz) || !TakeInteger(info, 1, "toHz", 1, 192000, &to_hz)) return;
  if (!IsSupportedRate(from_hz) || !IsSupportedRate(to_hz)) {
    std::string rates;
    for (const int rate : kSampleRatesHz) rates += (rates.empty() ? "" : ", ") + std::to_string(rate);
    Refuse(info.Env(), "fromHz and toHz must be of " + rates);
    return;
  }
  resampler_ = std::make_unique<Resampler>(from_hz, to_hz);
}

Napi::Value ResamplerClass::Push(const Napi::CallbackInfo& info) {
  std::span<const int16_t> samples;
  if (!TakeView(info, 0, "samples", &samples)) return info.Env().Undefined();
  std::vector<int16_t> out(resampler_->MaxOutput(samples.size()));
  return NewSamples(info.Env(), std::span<const int16_t>(out).first(resampler_->Push(samples, out)));
}

Napi::Value ResamplerClass::Flush(const Napi::CallbackInfo& info) {
  std::vector<int16_t> out(resampler_->MaxFlush());
  return NewSamples(info.Env(), std::span<const int16_t>(out).first(resampler_->Flush(out)));
}

void ResamplerClass::Reset(const Napi::CallbackInfo&) { resampler_->Reset(); }

}  // namespace tonegate::bind
