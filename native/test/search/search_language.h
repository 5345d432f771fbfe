// Input of the search tests: a language of five words, and frames that spell their units.
#ifndef TONEGATE_TEST_SEARCH_LANGUAGE_H_
#define TONEGATE_TEST_SEARCH_LANGUAGE_H_

#include <cmath>
#include <memory>
#include <utility>

#include "test/check.h"
#include "core/search/beam.h"
#include "test/search/search_files.h"

namespace tonegate::test {

using Units = std::vector<uint16_t>;

inline Units UnitsOf(const std::vector<HeardUnit>& heard) {
  Units units;
  for (const HeardUnit& unit : heard) units.push_back(unit.unit);
  return units;
}

inline std::unique_ptr<BeamSearch> Make(BeamOptions options, BeamSearch::Knowledge knowledge = {}) {
  std::unique_ptr<BeamSearch> search;
  CHECK(BeamSearch::Make(options, std::move(knowledge), &search) == Status::kOk);
  return search;
}

// Plain options: only the acoustics decide.
inline BeamOptions Plain(uint32_t units) {
  BeamOptions options;
  options.units = units;
  options.beam = 256;
  options.beam_nats = 1000;
  options.unit_nats = 1000;
  options.floor = -100;
  options.unit_bonus = 0;
  options.word_bonus = 0;
  options.blank_penalty = 0;
  options.n_best = 4;
  return options;
}

inline std::vector<Hypothesis> Run(BeamSearch* search, std::span<const float> rows) {
  std::vector<Hypothesis> all;
  CHECK(search->Push(rows) > 0);
  search->Finish(&all);
  return all;
}

// A language of five words: MA1 and ma1 sound alike, MA1BA is longer. Units: 0 blank, m a b i.
struct Language {
  File lexicon_file =
      LexiconFile({"<blk>", "m", "a", "b", "i"}, {"BI", "MA", "MABA", "MI", "ma"},
                  {{0, {3, 4}}, {1, {1, 2}}, {2, {1, 2, 3, 2}}, {3, {1, 4}}, {4, {1, 2}}}, {32, 24, 80, 40, 56});
  // MA is more frequent than ma, but ma follows BI.
  File model_file = NgramFile(2, {{{0}, -99},
                                  {{1}, -1},
                                  {{2}, -9},
                                  {{3}, -2, -0.3F},
                                  {{4}, -1.5F},
                                  {{5}, -5},
                                  {{6}, -2.5F},
                                  {{7}, -3.5F},
                                  {{3, 7}, -0.4F}});
  Lexicon lexicon;
  NgramModel model;
  Language() {
    Message why;
    CHECK(Lexicon::Parse(lexicon_file, &lexicon, &why));
    CHECK(NgramModel::Parse(model_file, &model, &why));
  }
  BeamOptions options(size_t n_best = 1) const {
    BeamOptions made;
    made.units = 5;
    made.n_best = n_best;
    made.unit_bonus = 0;
    made.word_bonus = 0;
    made.blank_penalty = 0;
    return made;
  }
  std::string TextOf(const Hypothesis& hypothesis) const {
    std::string text;
    for (const HeardWord& word : hypothesis.words) {
      if (!text.empty()) text += ' ';
      text += word.word >= kHotwordBase ? "#" + std::to_string(word.word - kHotwordBase)
                                        : std::string(lexicon.WordText(word.word));
    }
    return text;
  }
};

// One frame for each unit with the probability `sure`, and a blank after each.
inline std::vector<float> Spell(const Units& units, uint32_t count, double sure = 0.9, double blank_share = 0.5) {
  std::vector<float> rows;
  auto frame = [&](uint16_t unit, double share, double blank) {
    const double rest = (1 - share - blank) / (count - 2);
    for (uint32_t u = 0; u < count; ++u) {
      rows.push_back(static_cast<float>(std::log(u == unit ? share : u == 0 ? blank : rest)));
    }
  };
  for (const uint16_t unit : units) {
    frame(unit, sure, (1 - sure) * blank_share);
    for (uint32_t u = 0; u < count; ++u)
      rows.push_back(static_cast<float>(std::log(u == 0 ? 0.99999 : 0.00001 / (count - 1))));
  }
  return rows;
}

inline std::vector<float> RandomFrames(size_t frames, uint32_t units, double sharpness, Random* random) {
  std::vector<float> rows;
  for (size_t i = 0; i < frames; ++i) {
    std::vector<double> row(units);
    double sum = 0;
    for (double& value : row) sum += value = std::exp(sharpness * random->Unit());
    for (const double value : row) rows.push_back(static_cast<float>(std::log(value / sum)));
  }
  return rows;
}

}  // namespace tonegate::test

#endif  // TONEGATE_TEST_SEARCH_LANGUAGE_H_
