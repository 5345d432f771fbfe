// JavaScript class HotwordGraph: hotwords compiled for any number of decoders.
#include "bind/search/hotword_class.h"

#include <cmath>
#include <utility>

#include "core/search/words/ngram.h"

namespace tonegate::bind {
namespace {

constexpr size_t kMaxPhrases = 100'000;
constexpr size_t kMaxUnits = 200;  // units of a phrase
constexpr float kMaxWeight = 5;
constexpr size_t kMaxNear = 100'000;

bool EndsAreSound(std::span<const uint32_t> ends, size_t last) {
  uint32_t before = 0;
  for (const uint32_t end : ends) {
    if (end < before || end > last || end - before > kMaxUnits) return false;
    before = end;
  }
  return before == last;
}

// Reads the arguments after the first eight.
bool TakeScale(const Napi::CallbackInfo& info, HotwordScale* scale, std::vector<NearUnit>* near) {
  double lack = 0, lack_per_weight = 0, least = 0;
  std::span<const uint16_t> units;
  std::span<const float> costs;
  if (!TakeNumber(info, 8, "lackPerUnit", 0, 1e6, &lack) ||
      !TakeNumber(info, 9, "lackPerWeight", 0, 1e6, &lack_per_weight) ||
      !TakeNumber(info, 10, "leastLanguage", -1e6, 0, &least) || !TakeView(info, 11, "nearUnits", &units) ||
      !TakeView(info, 12, "nearCosts", &costs)) {
    return false;
  }
  bool sound = units.size() == 2 * costs.size() && costs.size() <= kMaxNear;
  for (size_t i = 0; sound && i < costs.size(); ++i) sound = costs[i] >= 0 && costs[i] <= 100;
  if (!sound) return Refuse(info.Env(), "nearUnits must be pairs, each with a cost between 0 and 100");
  scale->lack_per_unit = static_cast<float>(lack);
  scale->lack_per_weight = static_cast<float>(lack_per_weight);
  scale->least_language = static_cast<float>(least);
  for (size_t i = 0; i < costs.size(); ++i) near->push_back({units[2 * i], units[2 * i + 1], costs[i]});
  return true;
}

}  // namespace

Napi::Function HotwordClass::Define(Napi::Env env) {
  return DefineClass(env, kName, {InstanceAccessor<&HotwordClass::Nodes>("nodes")});
}

HotwordClass::HotwordClass(const Napi::CallbackInfo& info) : Tagged(info) {
  std::span<const uint16_t> units, words;
  std::span<const uint32_t> unit_ends, word_ends, numbers;
  std::span<const float> weights, languages;
  double credit = 0;
  if (!TakeView(info, 0, "units", &units) || !TakeView(info, 1, "unitEnds", &unit_ends) ||
      !TakeView(info, 2, "words", &words) || !TakeView(info, 3, "wordEnds", &word_ends) ||
      !TakeView(info, 4, "hotwords", &numbers) || !TakeView(info, 5, "weights", &weights) ||
      !TakeView(info, 6, "languages", &languages) || !TakeNumber(info, 7, "creditPerUnit", 0, 10, &credit)) {
    return;
  }
  HotwordScale scale{.credit_per_unit = static_cast<float>(credit)};
  std::vector<NearUnit> near;
  if (info.Length() > 8 && !TakeScale(info, &scale, &near)) return;
  const size_t count = numbers.size();
  bool sound = count <= kMaxPhrases && unit_ends.size() == count && word_ends.size() == count &&
               weights.size() == count && languages.size() == count && EndsAreSound(unit_ends, units.size()) &&
               EndsAreSound(word_ends, words.size());
  for (size_t i = 0; sound && i < count; ++i) {
    sound = std::abs(weights[i]) <= kMaxWeight && languages[i] <= 0 && languages[i] >= -10000 && numbers[i] < 1U << 24;
  }
  if (!sound) {
    Refuse(
        info.Env(),
        "hotwords must be at most 100000 phrases of at most 200 units and words, weights between -5 and 5, languages "
        "between -10000 and 0, and all arrays must have the same length");
    return;
  }
  std::vector<HotwordPhrase> all, wanted, avoided;
  for (size_t i = 0; i < count; ++i) {
    HotwordPhrase phrase{numbers[i], weights[i], {}, {}, languages[i]};
    phrase.units.assign(units.begin() + (i == 0 ? 0 : unit_ends[i - 1]), units.begin() + unit_ends[i]);
    for (size_t at = i == 0 ? 0 : word_ends[i - 1]; at < word_ends[i]; ++at) {
      phrase.words.push_back(std::min<uint32_t>(words[at] + NgramModel::kFirstWord, 0xFFFF));
    }
    all.push_back(phrase);
    if (phrase.weight >= 0) {
      wanted.push_back(phrase);
    } else {
      HotwordPhrase over_words = phrase;
      over_words.units.assign(phrase.words.begin(), phrase.words.end());
      // A word has about two syllables, four units: the same weight for the same sound.
      over_words.weight *= 4;
      avoided.push_back(over_words);
    }
  }
  all_ = std::make_unique<ContextGraph>(std::move(all), scale.credit_per_unit);
  wanted_ = std::make_unique<ContextGraph>(std::move(wanted), scale, std::move(near));
  avoided_ = std::make_unique<ContextGraph>(std::move(avoided), scale.credit_per_unit);
}

Napi::Value HotwordClass::Nodes(const Napi::CallbackInfo& info) { return NewNumber(info.Env(), all_->nodes()); }

}  // namespace tonegate::bind
