// JavaScript class BlockEncoder: turns feature frames of several streams into log probabilities.
#include "bind/encoder/encoder_class.h"

#include <algorithm>
#include <string>

namespace tonegate::bind {
namespace {

constexpr uint32_t kMostTurns = 64;

}  // namespace

Napi::Function EncoderClass::Define(Napi::Env env) {
  return DefineClass(
      env, kName,
      {InstanceMethod<&EncoderClass::Run>("run"), InstanceAccessor<&EncoderClass::StateFloats>("stateFloats")});
}

EncoderClass::EncoderClass(const Napi::CallbackInfo& info) : Tagged(info) {
  int bins = 0, width = 0, hidden = 0, units = 0, taps = 0;
  double epsilon = 0;
  std::span<const uint8_t> looks;
  std::span<const float> floats;
  std::span<const int8_t> bytes;
  if (!TakeInteger(info, 0, "bins", 1, 1024, &bins) || !TakeInteger(info, 1, "width", 1, 8192, &width) ||
      !TakeInteger(info, 2, "hidden", 1, 32768, &hidden) || !TakeInteger(info, 3, "units", 1, 65536, &units) ||
      !TakeInteger(info, 4, "taps", 2, 256, &taps) || !TakeView(info, 5, "looks", &looks) ||
      !TakeNumber(info, 6, "epsilon", 0, 1, &epsilon) || !TakeView(info, 7, "floats", &floats) ||
      !TakeView(info, 8, "bytes", &bytes)) {
    return;
  }
  if (looks.empty() || looks.size() > 64) {
    Refuse(info.Env(), "looks must hold 1 to 64 numbers");
    return;
  }
  BlockEncoderShape shape;
  shape.bins = static_cast<size_t>(bins);
  shape.width = static_cast<size_t>(width);
  shape.hidden = static_cast<size_t>(hidden);
  shape.units = static_cast<size_t>(units);
  shape.taps = static_cast<size_t>(taps);
  shape.looks.assign(looks.begin(), looks.end());
  shape.epsilon = epsilon;
  std::string reason;
  if (!BlockEncoder::Make(shape, floats, bytes, &encoder_, &reason)) Refuse(info.Env(), reason);
}

void EncoderClass::Run(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  std::span<const uint32_t> valid;
  std::span<float> scores;
  int frames = 0;
  bool keeps = false;
  if (!info[0].IsArray() || !info[1].IsArray()) {
    Refuse(env, "states and features must be arrays of Float32Arrays");
    return;
  }
  const auto states = info[0].As<Napi::Array>(), features = info[1].As<Napi::Array>();
  if (!TakeView(info, 2, "validFrames", &valid) || !TakeInteger(info, 3, "frames", 1, 1024, &frames) ||
      !TakeBoolean(info, 4, "keeps", &keeps) || !TakeView(info, 5, "scores", &scores)) {
    return;
  }
  const uint32_t count = states.Length();
  const auto frame_count = static_cast<size_t>(frames);
  if (count == 0 || count > kMostTurns || features.Length() != count || valid.size() != count) {
    Refuse(env, "states, features and validFrames must be for the same 1 to 64 streams");
    return;
  }
  if (scores.size() != count * frame_count * encoder_.units()) {
    Refuse(env, "scores must have room for " + std::to_string(count * frame_count * encoder_.units()) + " values");
    return;
  }
  turns_.assign(count, {});
  for (uint32_t i = 0; i < count; ++i) {
    BlockEncoder::Turn& turn = turns_[i];
    if (!ViewOf(env, states.Get(i), "each state", &turn.state) ||
        !ViewOf(env, features.Get(i), "features of each stream", &turn.features)) {
      return;
    }
    turn.valid_frames = valid[i];
    if (turn.state.size() != encoder_.state_floats()) {
      Refuse(env, "each state must have " + std::to_string(encoder_.state_floats()) + " values");
      return;
    }
    if (turn.features.size() != BlockEncoderShape::kSkip * frame_count * encoder_.bins()) {
      Refuse(env, "features of each stream must be 3 rows of " + std::to_string(encoder_.bins()) + " values a frame");
      return;
    }
    if (turn.valid_frames > frame_count) {
      Refuse(env, "validFrames must be at most frames");
      return;
    }
  }
  encoder_.Run(turns_, frame_count, keeps, scores);
}

Napi::Value EncoderClass::StateFloats(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), encoder_.state_floats());
}

}  // namespace tonegate::bind
