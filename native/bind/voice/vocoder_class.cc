// JavaScript class Vocoder: turns voice frames into 16-bit samples, with an effect; native/core/vocoder does the work.
#include "bind/voice/vocoder_class.h"

#include <cmath>

namespace tonegate::bind {

Napi::Function VocoderClass::Define(Napi::Env env) {
  return DefineClass(env, kName,
                     {InstanceMethod<&VocoderClass::Push>("push"), InstanceMethod<&VocoderClass::Flush>("flush"),
                      InstanceMethod<&VocoderClass::Reset>("reset")});
}

VocoderClass::VocoderClass(const Napi::CallbackInfo& info) : Tagged(info) {
  VocoderOptions options;
  double pitch = 0, formant = 0, monotone_hz = 0, gain = 0, sharpness = 0, seed = 0;
  int effect = 0;
  if (!TakeInteger(info, 0, "frameMs", 5, 10, &options.frame_ms) ||
      !TakeNumber(info, 1, "pitchFactor", 0.25, 4, &pitch) || !TakeNumber(info, 2, "formantFactor", 0.5, 2, &formant) ||
      !TakeNumber(info, 3, "monotoneHz", 0, kHighestHz, &monotone_hz) || !TakeNumber(info, 4, "gain", 0, 8, &gain) ||
      !TakeNumber(info, 5, "sharpness", 0, 1, &sharpness) || !TakeInteger(info, 6, "effect", 0, 5, &effect) ||
      !TakeNumber(info, 7, "seed", 0, 9007199254740991, &seed)) {
    return;
  }
  const char* wrong = nullptr;
  if (options.frame_ms != 5 && options.frame_ms != 10) wrong = "frames come every 5 or 10 ms";
  if (monotone_hz != 0 && monotone_hz < kLowestHz) wrong = "monotoneHz must be 0 or at least 40";
  if (wrong != nullptr) {
    Refuse(info.Env(), wrong);
    return;
  }
  options.pitch_factor = static_cast<float>(pitch);
  options.formant_factor = static_cast<float>(formant);
  options.monotone_hz = static_cast<float>(monotone_hz);
  options.gain = static_cast<float>(gain);
  options.sharpness = static_cast<float>(sharpness);
  options.seed = static_cast<uint64_t>(seed);
  vocoder_ = std::make_unique<Vocoder>(options);
  effect_ = std::make_unique<Effect>(static_cast<EffectKind>(effect));
}

Napi::Value VocoderClass::Rounded(Napi::Env env, size_t count) {
  rounded_.resize(count);
  for (size_t i = 0; i < count; ++i) rounded_[i] = static_cast<int16_t>(std::lrint(Clipped(sound_[i]) * 32767));
  return NewSamples(env, rounded_);
}

Napi::Value VocoderClass::Push(const Napi::CallbackInfo& info) {
  std::span<const float> frames;
  if (!TakeView(info, 0, "frames", &frames)) return info.Env().Undefined();
  if (frames.size() % kFrameFloats != 0 || ended_) {
    Refuse(info.Env(), ended_ ? "the voice has ended; reset() begins a new one"
                              : "frames must be whole: " + std::to_string(kFrameFloats) + " numbers each");
    return info.Env().Undefined();
  }
  sound_.resize(vocoder_->MaxOutput(frames.size() / kFrameFloats));
  const size_t made = vocoder_->Push(frames, sound_);
  effect_->Push(std::span(sound_).first(made));
  return Rounded(info.Env(), made);
}

Napi::Value VocoderClass::Flush(const Napi::CallbackInfo& info) {
  if (ended_) {
    Refuse(info.Env(), "the voice has ended; reset() begins a new one");
    return info.Env().Undefined();
  }
  ended_ = true;
  sound_.resize(vocoder_->MaxOutput(1) + effect_->TailSamples());
  const size_t made = vocoder_->Flush(sound_);
  effect_->Push(std::span(sound_).first(made));
  return Rounded(info.Env(), made + effect_->Flush(std::span(sound_).subspan(made)));
}

void VocoderClass::Reset(const Napi::CallbackInfo&) {
  vocoder_->Reset();
  effect_->Reset();
  ended_ = false;
}

}  // namespace tonegate::bind
