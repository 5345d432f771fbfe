// The exports of `require('tonegate.node')`. One file per JavaScript class beside this one; everything else is in
// core/.
#include <napi.h>

#include "bind/encoder/encoder_class.h"
#include "bind/search/ctc_class.h"
#include "bind/sound/fbank_class.h"
#include "bind/sound/frontend_class.h"
#include "bind/functions.h"
#include "bind/search/hotword_class.h"
#include "bind/kinds.h"
#include "bind/search/language_class.h"
#include "bind/search/lexicon_class.h"
#include "bind/search/rescoring_class.h"
#include "bind/sound/packer_class.h"
#include "bind/voice/parametric_class.h"
#include "bind/sound/resampler_class.h"
#include "bind/sound/sound_class.h"
#include "bind/sound/speech_class.h"
#include "bind/voice/vocoder_class.h"
#include "core/tone/machine/tone_plan.h"

namespace tonegate::bind {
namespace {

Napi::Object Kinds(Napi::Env env) {
  Napi::Object kinds = Napi::Object::New(env);
  for (int number = 0; number < kKindLimit; ++number) {
    const char* name = NameOf(static_cast<EventKind>(number));
    if (name != nullptr) kinds.Set(name, number);
  }
  return kinds;
}

Napi::Array TonePlanCountries(Napi::Env env) {
  const std::span<const TonePlanRow> rows = TonePlan();
  Napi::Array countries = Napi::Array::New(env, rows.size());
  for (uint32_t i = 0; i < rows.size(); ++i) countries.Set(i, rows[i].countries);
  return countries;
}

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  exports.Set("BlockEncoder", EncoderClass::Define(env));
  exports.Set("CtcDecoder", CtcClass::Define(env));
  exports.Set("FbankExtractor", FbankClass::Define(env));
  exports.Set("Frontend", FrontendClass::Define(env));
  exports.Set("HotwordGraph", HotwordClass::Define(env));
  exports.Set("LanguageModel", LanguageClass::Define(env));
  exports.Set("Lexicon", LexiconClass::Define(env));
  exports.Set("Packer", PackerClass::Define(env));
  exports.Set("ParametricVoice", ParametricClass::Define(env));
  exports.Set("RescoringModel", RescoringClass::Define(env));
  exports.Set("Resampler", ResamplerClass::Define(env));
  exports.Set("SoundModel", SoundModelClass::Define(env));
  exports.Set("SpeechDetector", SpeechClass::Define(env));
  exports.Set("Vocoder", VocoderClass::Define(env));
  exports.Set("parseWav", Napi::Function::New<ParseWavFile>(env, "parseWav"));
  exports.Set("decodeOgg", Napi::Function::New<DecodeOggFile>(env, "decodeOgg"));
  exports.Set("decode", Napi::Function::New<Decode>(env, "decode"));
  exports.Set("encode", Napi::Function::New<Encode>(env, "encode"));
  exports.Set("splitPacked", Napi::Function::New<SplitPacked>(env, "splitPacked"));
  exports.Set("kinds", Kinds(env));
  exports.Set("tonePlan", TonePlanCountries(env));
  return exports;
}

NODE_API_MODULE(tonegate, Init)

}  // namespace
}  // namespace tonegate::bind
