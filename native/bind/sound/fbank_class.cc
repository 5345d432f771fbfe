// JavaScript class FbankExtractor: 16-bit samples to the rows that a recogniser reads.
#include "bind/sound/fbank_class.h"

#include <utility>

namespace tonegate::bind {

Napi::Function FbankClass::Define(Napi::Env env) {
  return DefineClass(env, kName,
                     {InstanceMethod<&FbankClass::Push>("push"), InstanceMethod<&FbankClass::Flush>("flush"),
                      InstanceMethod<&FbankClass::Reset>("reset"), InstanceAccessor<&FbankClass::Width>("width")});
}

FbankClass::FbankClass(const Napi::CallbackInfo& info) : Tagged(info) {
  FbankOptions fbank;
  int window = 0, length = 1, step = 1;
  double preemphasis = 0, low_hz = 0, high_hz = 0, floor = 0;
  StackOptions stack;
  std::span<const float> shift, scale;
  if (!TakeInteger(info, 0, "sampleRateHz", 8000, 16000, &fbank.sample_rate_hz) ||
      !TakeInteger(info, 1, "window", 0, 2, &window) || !TakeNumber(info, 2, "preemphasis", 0, 1, &preemphasis) ||
      !TakeBoolean(info, 3, "removeDc", &fbank.remove_dc) || !TakeBoolean(info, 4, "int16Scale", &fbank.int16_scale) ||
      !TakeInteger(info, 5, "melBins", 4, 256, &fbank.mel_bins) || !TakeNumber(info, 6, "lowHz", 0, 8000, &low_hz) ||
      !TakeNumber(info, 7, "highHz", -8000, 8000, &high_hz) || !TakeNumber(info, 8, "floor", 0, 1000000, &floor) ||
      !TakeInteger(info, 9, "frameLengthMs", 5, 100, &fbank.frame_length_ms) ||
      !TakeInteger(info, 10, "frameShiftMs", 1, 100, &fbank.frame_shift_ms) ||
      !TakeInteger(info, 11, "stackLength", 1, 16, &length) || !TakeInteger(info, 12, "stackStep", 1, 16, &step) ||
      !TakeBoolean(info, 13, "stackPads", &stack.pads) || !TakeView(info, 14, "shift", &shift) ||
      !TakeView(info, 15, "scale", &scale)) {
    return;
  }
  fbank.window = static_cast<FrameWindow>(window);
  fbank.preemphasis = static_cast<float>(preemphasis);
  fbank.low_hz = static_cast<float>(low_hz);
  fbank.high_hz = static_cast<float>(high_hz);
  fbank.floor = static_cast<float>(floor);
  stack.length = static_cast<size_t>(length);
  stack.step = static_cast<size_t>(step);
  Cmvn cmvn{{shift.begin(), shift.end()}, {scale.begin(), scale.end()}};
  if (FeatureExtractor::Make(fbank, stack, std::move(cmvn), &extractor_) != Status::kOk) {
    Refuse(info.Env(),
           "sampleRateHz must be 8000 or 16000, floor at least 1e-37, lowHz < highHz <= half the rate, frameShiftMs <= "
           "frameLengthMs, stackStep <= stackLength, shift and scale empty or of melBins * stackLength values");
  }
}

Napi::Value FbankClass::Push(const Napi::CallbackInfo& info) {
  std::span<const int16_t> samples;
  if (!TakeView(info, 0, "samples", &samples)) return info.Env().Undefined();
  return NewFloats(info.Env(), extractor_->Push(samples));
}

Napi::Value FbankClass::Flush(const Napi::CallbackInfo& info) { return NewFloats(info.Env(), extractor_->Flush()); }

void FbankClass::Reset(const Napi::CallbackInfo&) { extractor_->Reset(); }

Napi::Value FbankClass::Width(const Napi::CallbackInfo& info) { return NewNumber(info.Env(), extractor_->width()); }

}  // namespace tonegate::bind
