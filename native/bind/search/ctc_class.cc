// JavaScript class CtcDecoder: turns log probabilities of a recogniser into units, words and times.
#include "bind/search/ctc_class.h"

#include <utility>

#include "bind/search/hotword_class.h"
#include "bind/search/language_class.h"
#include "bind/search/lexicon_class.h"
#include "bind/results.h"

namespace tonegate::bind {
namespace {

constexpr int kMostHypotheses = 32;

// Takes an optional object; null and undefined mean none. Returns false if it has thrown.
template <typename T>
bool TakeOptional(const Napi::CallbackInfo& info, size_t index, const char* name, T** out) {
  const Napi::Value value = info[index];
  *out = nullptr;
  if (value.IsNull() || value.IsUndefined()) return true;
  if (!value.IsObject()) return Refuse(info.Env(), std::string(name) + " must be a " + T::kName + " or null");
  *out = T::Unwrap(value.As<Napi::Object>());
  return *out != nullptr;
}

void Keep(const Napi::Value& value, Napi::ObjectReference* out) {
  if (value.IsObject()) {
    *out = Napi::Persistent(value.As<Napi::Object>());
  } else {
    out->Reset();
  }
}

Napi::Array NewHypotheses(Napi::Env env, const std::vector<Hypothesis>& all) {
  Napi::Array array = Napi::Array::New(env, all.size());
  for (uint32_t i = 0; i < all.size(); ++i) array.Set(i, NewHypothesis(env, all[i]));
  return array;
}

}  // namespace

Napi::Function CtcClass::Define(Napi::Env env) {
  return DefineClass(
      env, kName,
      {InstanceMethod<&CtcClass::SetHotwords>("setHotwords"), InstanceMethod<&CtcClass::SetCorpus>("setCorpus"),
       InstanceMethod<&CtcClass::Push>("push"), InstanceMethod<&CtcClass::Best>("best"),
       InstanceMethod<&CtcClass::Finish>("finish"), InstanceMethod<&CtcClass::Peek>("peek"),
       InstanceMethod<&CtcClass::Reset>("reset"), InstanceMethod<&CtcClass::Restart>("restart"),
       InstanceAccessor<&CtcClass::Frames>("frames"), InstanceAccessor<&CtcClass::TrailingFrames>("trailingFrames")});
}

CtcClass::CtcClass(const Napi::CallbackInfo& info) : Tagged(info) {
  int units = 0, blank = 0, beam = 0, top_units = 0, n_best = 0;
  double beam_nats = 0, unit_nats = 0, floor = 0, weight = 0, unit_bonus = 0, word_bonus = 0, penalty = 0,
         non_speech = 0;
  LexiconClass* lexicon = nullptr;
  LanguageClass* language = nullptr;
  std::span<const uint32_t> word_of_unit;
  if (!TakeInteger(info, 0, "units", 2, 65535, &units) || !TakeInteger(info, 1, "blank", 0, units - 1, &blank) ||
      !TakeInteger(info, 2, "beam", 1, 256, &beam) || !TakeNumber(info, 3, "beamNats", 1, 1000, &beam_nats) ||
      !TakeInteger(info, 4, "topUnits", 1, 256, &top_units) || !TakeNumber(info, 5, "unitNats", 1, 1000, &unit_nats) ||
      !TakeNumber(info, 6, "floor", -100, -1, &floor) || !TakeNumber(info, 7, "languageWeight", 0, 10, &weight) ||
      !TakeNumber(info, 8, "unitBonus", -20, 20, &unit_bonus) ||
      !TakeNumber(info, 9, "wordBonus", -20, 20, &word_bonus) ||
      !TakeNumber(info, 10, "blankPenalty", 0, 20, &penalty) || !TakeNumber(info, 11, "nonSpeech", 0, 1, &non_speech) ||
      !TakeInteger(info, 12, "nBest", 1, kMostHypotheses, &n_best) || !TakeOptional(info, 13, "lexicon", &lexicon) ||
      !TakeOptional(info, 14, "language", &language) || !TakeView(info, 15, "wordOfUnit", &word_of_unit)) {
    return;
  }
  BeamOptions options;
  options.units = units_ = static_cast<uint32_t>(units);
  options.blank = static_cast<uint16_t>(blank);
  options.beam = static_cast<size_t>(beam);
  options.beam_nats = static_cast<float>(beam_nats);
  options.top_units = static_cast<size_t>(top_units);
  options.unit_nats = static_cast<float>(unit_nats);
  options.floor = static_cast<float>(floor);
  options.language_weight = static_cast<float>(weight);
  options.unit_bonus = static_cast<float>(unit_bonus);
  options.word_bonus = static_cast<float>(word_bonus);
  options.blank_penalty = static_cast<float>(penalty);
  options.non_speech = static_cast<float>(non_speech);
  options.n_best = static_cast<size_t>(n_best);
  BeamSearch::Knowledge knowledge;
  if (lexicon != nullptr) knowledge.lexicon = &lexicon->lexicon();
  if (language != nullptr) knowledge.language = &language->model();
  for (const uint32_t word : word_of_unit) {
    knowledge.word_of_unit.push_back(word == kNoWord ? kNoWord : word + NgramModel::kFirstWord);
  }
  if (BeamSearch::Make(options, std::move(knowledge), &search_) != Status::kOk) {
    Refuse(info.Env(),
           "the lexicon must have as many units as the recogniser, and the language model the same vocabulary; "
           "wordOfUnit needs a language model, no lexicon, and one value for each unit");
    return;
  }
  has_lexicon_ = lexicon != nullptr;
  Keep(info[13], &lexicon_);
  Keep(info[14], &language_);
}

void CtcClass::SetHotwords(const Napi::CallbackInfo& info) {
  HotwordClass* graph = nullptr;
  if (!TakeOptional(info, 0, "hotwords", &graph)) return;
  if (graph == nullptr) {
    search_->SetContext(nullptr);
  } else {
    search_->SetContext(graph->units(has_lexicon_), has_lexicon_ ? graph->words() : nullptr);
  }
  Keep(info[0], &hotwords_);
}

void CtcClass::SetCorpus(const Napi::CallbackInfo& info) {
  LanguageClass* corpus = nullptr;
  double share = 0;
  if (!TakeOptional(info, 0, "corpus", &corpus) || !TakeNumber(info, 1, "share", 0, 1, &share)) return;
  const NgramModel* model = corpus != nullptr ? &corpus->model() : nullptr;
  if (search_->SetCorpus(model, static_cast<float>(share)) != Status::kOk) {
    Refuse(info.Env(), "a corpus needs a language model of the same vocabulary and a share between 0 and 1");
    return;
  }
  Keep(info[0], &corpus_);
}

Napi::Value CtcClass::Push(const Napi::CallbackInfo& info) {
  std::span<const float> log_probs;
  if (!TakeFrames(info, units_, &log_probs)) return info.Env().Undefined();
  return NewNumber(info.Env(), search_->Push(log_probs));
}

Napi::Value CtcClass::Best(const Napi::CallbackInfo& info) {
  search_->Best(&partial_);
  return NewHypothesis(info.Env(), partial_);
}

Napi::Value CtcClass::Finish(const Napi::CallbackInfo& info) {
  int most = kMostHypotheses;
  if (info.Length() > 0 && !info[0].IsUndefined() && !TakeInteger(info, 0, "most", 1, kMostHypotheses, &most)) {
    return info.Env().Undefined();
  }
  std::vector<Hypothesis> all;
  search_->Finish(&all, static_cast<size_t>(most));
  return NewHypotheses(info.Env(), all);
}

Napi::Value CtcClass::Peek(const Napi::CallbackInfo& info) {
  std::span<const float> log_probs;
  if (!TakeFrames(info, units_, &log_probs)) return info.Env().Undefined();
  search_->Peek(log_probs, &partial_);
  return NewHypothesis(info.Env(), partial_);
}

void CtcClass::Reset(const Napi::CallbackInfo&) { search_->Reset(); }

void CtcClass::Restart(const Napi::CallbackInfo& info) {
  double frame = 0;
  if (info.Length() > 0 && !TakeNumber(info, 0, "frame", 0, 1e9, &frame)) return;
  search_->Restart(static_cast<uint32_t>(frame));
}

Napi::Value CtcClass::Frames(const Napi::CallbackInfo& info) { return NewNumber(info.Env(), search_->frames()); }

Napi::Value CtcClass::TrailingFrames(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), search_->trailing_frames());
}

}  // namespace tonegate::bind
