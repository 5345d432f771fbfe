// JavaScript class Packer: encodes PCM into packed slices.
#include "bind/sound/packer_class.h"

#include <algorithm>
#include <array>

#include "core/codec/packed/opus.h"
#include "core/codec/packed/speex.h"
#include "core/frontend/frontend.h"

namespace tonegate::bind {
namespace {

constexpr std::array kOpusFrameMs = {2.5, 5.0, 10.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0};

}  // namespace

Napi::Function PackerClass::Define(Napi::Env env) {
  return DefineClass(env, kName, {InstanceMethod<&PackerClass::Pack>("pack")});
}

PackerClass::PackerClass(const Napi::CallbackInfo& info) : Tagged(info) {
  int encoding = 0, rate_hz = 0, quality = 0;
  double frame_ms = 20;
  constexpr int kSpeex = static_cast<int>(Encoding::kSpeex), kOpus = static_cast<int>(Encoding::kOpus);
  if (!TakeInteger(info, 0, "encoding", kSpeex, kOpus, &encoding) ||
      !TakeInteger(info, 1, "sampleRateHz", 1, 192000, &rate_hz)) {
    return;
  }
  if (!info[3].IsUndefined() && !TakeNumber(info, 3, "frameMs", 2.5, 120, &frame_ms)) return;
  const char* wrong = nullptr;
  if (encoding == kSpeex) {
    if (!TakeInteger(info, 2, "quality", 0, 10, &quality)) return;
    if (!IsSpeexRate(rate_hz)) wrong = "the rate of Speex must be 8000, 16000 or 32000 Hz";
    if (frame_ms != 20) wrong = "Speex frames last 20 ms";
  } else {
    if (!TakeInteger(info, 2, "quality", 500, 512000, &quality)) return;
    if (!IsOpusRate(rate_hz)) wrong = "the rate of Opus must be 8000, 12000, 16000, 24000 or 48000 Hz";
    if (std::find(kOpusFrameMs.begin(), kOpusFrameMs.end(), frame_ms) == kOpusFrameMs.end()) {
      wrong = "Opus frames last 2.5, 5, 10, 20, 40, 60, 80, 100 or 120 ms";
    }
  }
  if (wrong != nullptr) {
    Refuse(info.Env(), wrong);
    return;
  }
  packer_ = encoding == kSpeex ? Packer::MakeSpeex(rate_hz, quality) : Packer::MakeOpus(rate_hz, quality, frame_ms);
}

Napi::Value PackerClass::Pack(const Napi::CallbackInfo& info) {
  std::span<const int16_t> samples;
  if (!TakeView(info, 0, "samples", &samples)) return info.Env().Undefined();
  const std::vector<uint8_t> slice = packer_->Pack(samples);
  if (slice.empty()) {
    Refuse(info.Env(), "the codec refused a frame");
    return info.Env().Undefined();
  }
  return Napi::Buffer<uint8_t>::Copy(info.Env(), slice.data(), slice.size());
}

}  // namespace tonegate::bind
