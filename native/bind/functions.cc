// The addon's plain functions: whole buffers in, whole buffers out. They are not on the hot path.
#include "bind/functions.h"

#include <vector>

#include "bind/arguments.h"
#include "core/codec/adpcm.h"
#include "core/codec/g711.h"
#include "core/codec/linear.h"
#include "core/codec/ogg_audio.h"
#include "core/codec/packed/packed.h"
#include "core/codec/wav.h"
#include "core/frontend/frontend.h"

namespace tonegate::bind {
namespace {

constexpr double kMaxOggMs = 3'600'000;  // bounds the memory of a file that is much longer when decoded

const char* NameOf(WavCoding coding) {
  switch (coding) {
    case WavCoding::kLinear:
      return "pcm_s16le";
    case WavCoding::kAlaw:
      return "alaw";
    case WavCoding::kUlaw:
      return "ulaw";
  }
  return "";
}

bool TakeRawEncoding(const Napi::CallbackInfo& info, Encoding* encoding) {
  int number = 0;
  if (!TakeInteger(info, 0, "encoding", 0, static_cast<int>(Encoding::kVox), &number)) return false;
  *encoding = static_cast<Encoding>(number);
  return true;
}

}  // namespace

Napi::Value ParseWavFile(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Bytes file;
  if (!TakeView(info, 0, "bytes", &file)) return env.Undefined();
  WavInfo wav;
  Message why;
  if (!ParseWav(file, &wav, &why)) return Napi::String::New(env, why.c_str());
  Napi::Object object = Napi::Object::New(env);
  object.Set("encoding", NameOf(wav.coding));
  object.Set("sampleRateHz", wav.sample_rate_hz);
  object.Set("channels", wav.channels);
  object.Set("dataOffset", static_cast<double>(wav.data_offset));
  object.Set("dataBytes", static_cast<double>(wav.data_bytes));
  return object;
}

Napi::Value DecodeOggFile(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Bytes file;
  double max_ms = 0;
  if (!TakeView(info, 0, "bytes", &file) || !TakeNumber(info, 1, "maxMs", 0, kMaxOggMs, &max_ms))
    return env.Undefined();
  OggAudio audio;
  Message why;
  if (!DecodeOgg(file, max_ms, &audio, &why)) return Napi::String::New(env, why.c_str());
  Napi::Object object = Napi::Object::New(env);
  object.Set("codec", audio.codec == OggCodec::kSpeex ? "speex" : "opus");
  object.Set("sampleRateHz", audio.sample_rate_hz);
  object.Set("channels", audio.channels);
  object.Set("samples", NewSamples(env, audio.samples));
  return object;
}

Napi::Value Decode(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Encoding encoding;
  Bytes bytes;
  if (!TakeRawEncoding(info, &encoding) || !TakeView(info, 1, "bytes", &bytes)) return env.Undefined();
  if (encoding == Encoding::kLinear && bytes.size() % 2 != 0) {
    Refuse(env, "16-bit samples need an even number of bytes");
    return env.Undefined();
  }
  const size_t count = encoding == Encoding::kLinear ? bytes.size() / 2
                       : encoding == Encoding::kVox  ? bytes.size() * 2
                                                     : bytes.size();
  std::vector<int16_t> samples(count);
  if (encoding == Encoding::kLinear) DecodeLinear(bytes, samples);
  if (encoding == Encoding::kAlaw) DecodeAlaw(bytes, samples);
  if (encoding == Encoding::kUlaw) DecodeUlaw(bytes, samples);
  if (encoding == Encoding::kVox) AdpcmDecoder().Decode(bytes, samples);
  return NewSamples(env, samples);
}

Napi::Value Encode(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Encoding encoding;
  std::span<const int16_t> samples;
  if (!TakeRawEncoding(info, &encoding) || !TakeView(info, 1, "samples", &samples)) return env.Undefined();
  if (encoding == Encoding::kVox && samples.size() % 2 != 0) {
    Refuse(env, "Dialogic ADPCM needs an even number of samples");
    return env.Undefined();
  }
  const size_t count = encoding == Encoding::kLinear ? samples.size() * 2
                       : encoding == Encoding::kVox  ? samples.size() / 2
                                                     : samples.size();
  std::vector<uint8_t> bytes(count);
  if (encoding == Encoding::kLinear) EncodeLinear(samples, bytes);
  if (encoding == Encoding::kVox) AdpcmEncoder().Encode(samples, bytes);
  for (size_t i = 0; encoding == Encoding::kAlaw && i < count; ++i) bytes[i] = LinearToAlaw(samples[i]);
  for (size_t i = 0; encoding == Encoding::kUlaw && i < count; ++i) bytes[i] = LinearToUlaw(samples[i]);
  return Napi::Buffer<uint8_t>::Copy(env, bytes.data(), bytes.size());
}

Napi::Value SplitPacked(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  int encoding = 0, rate_hz = 0;
  Bytes bytes;
  if (!TakeInteger(info, 0, "encoding", static_cast<int>(Encoding::kSpeex), static_cast<int>(Encoding::kOpus),
                   &encoding) ||
      !TakeInteger(info, 1, "sampleRateHz", 1, 192000, &rate_hz) || !TakeView(info, 2, "bytes", &bytes)) {
    return env.Undefined();
  }
  const std::unique_ptr<FrameDecoder> decoder = MakePackedDecoder(static_cast<Encoding>(encoding), rate_hz);
  if (!decoder) {
    Refuse(env, "this encoding does not exist at " + std::to_string(rate_hz) + " Hz");
    return env.Undefined();
  }
  std::vector<uint32_t> ends;
  for (size_t at = 0; at < bytes.size();) {
    size_t length = 0;
    const Status status = FindPackedEnd(bytes.subspan(at), rate_hz, *decoder, &length);
    if (status != Status::kOk) return NewNumber(env, status);
    at += length;
    ends.push_back(static_cast<uint32_t>(at));
  }
  Napi::Uint32Array array = Napi::Uint32Array::New(env, ends.size());
  if (!env.IsExceptionPending()) std::copy(ends.begin(), ends.end(), array.Data());
  return array;
}

}  // namespace tonegate::bind
