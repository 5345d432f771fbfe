// The searches against brute force, and what lexicon, language model and hotwords do to them.
#include <cmath>
#include <functional>
#include <map>

#include "check.h"
#include "core/base/exp_log.h"
#include "core/search/beam.h"
#include "core/search/greedy.h"
#include "test/posteriors.h"
#include "test/search_files.h"

namespace tonegate::test {
namespace {

using Units = std::vector<uint16_t>;

std::vector<float> RandomFrames(size_t frames, uint32_t units, double sharpness, Random* random) {
  std::vector<float> rows;
  for (size_t i = 0; i < frames; ++i) {
    std::vector<double> row(units);
    double sum = 0;
    for (double& value : row) sum += value = std::exp(sharpness * random->Unit());
    for (const double value : row) rows.push_back(static_cast<float>(std::log(value / sum)));
  }
  return rows;
}

// The probability of every run of units, over all alignments.
std::map<Units, double> BruteForce(const std::vector<float>& rows, uint32_t units) {
  std::map<Units, double> sums;
  const size_t frames = rows.size() / units;
  std::vector<uint16_t> path(frames);
  std::function<void(size_t, double)> walk = [&](size_t at, double log_probability) {
    if (at == frames) {
      Units heard;
      for (size_t i = 0; i < frames; ++i) {
        if (path[i] != 0 && (i == 0 || path[i - 1] != path[i])) heard.push_back(path[i]);
      }
      sums[heard] += std::exp(log_probability);
      return;
    }
    for (uint32_t unit = 0; unit < units; ++unit) {
      path[at] = static_cast<uint16_t>(unit);
      walk(at + 1, log_probability + rows[at * units + unit]);
    }
  };
  walk(0, 0);
  return sums;
}

Units UnitsOf(const std::vector<HeardUnit>& heard) {
  Units units;
  for (const HeardUnit& unit : heard) units.push_back(unit.unit);
  return units;
}

bool Same(const Hypothesis& a, const Hypothesis& b, uint32_t later = 0) {
  if (a.score != b.score || a.units.size() != b.units.size() || a.words.size() != b.words.size()) return false;
  for (size_t i = 0; i < a.units.size(); ++i) {
    if (a.units[i].unit != b.units[i].unit || a.units[i].start_frame + later != b.units[i].start_frame ||
        a.units[i].end_frame + later != b.units[i].end_frame || a.units[i].confidence != b.units[i].confidence) {
      return false;
    }
  }
  for (size_t i = 0; i < a.words.size(); ++i) {
    if (a.words[i].word != b.words[i].word || a.words[i].first_unit != b.words[i].first_unit) return false;
  }
  return true;
}

std::unique_ptr<BeamSearch> Make(BeamOptions options, BeamSearch::Knowledge knowledge = {}) {
  std::unique_ptr<BeamSearch> search;
  CHECK(BeamSearch::Make(options, std::move(knowledge), &search) == Status::kOk);
  return search;
}

// Plain: nothing but the acoustics decides.
BeamOptions Plain(uint32_t units) {
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

std::vector<Hypothesis> Run(BeamSearch* search, std::span<const float> rows) {
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
  // MA is commoner than ma, but after BI comes ma.
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

// One frame a unit, `sure` of it, and a blank after each.
std::vector<float> Spell(const Units& units, uint32_t count, double sure = 0.9, double blank_share = 0.5) {
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

void PlainCases() {
  Case("greedy search joins repeats, parts them by blanks and says when each unit was", [] {
    std::vector<float> rows;
    for (const uint16_t unit : Units{0, 1, 1, 0, 1, 2, 2, 0}) {
      for (uint16_t u = 0; u < 3; ++u) rows.push_back(std::log(u == unit ? 0.8F : 0.1F));
    }
    GreedySearch whole(3, 0);
    whole.Push(rows);
    CHECK((UnitsOf(whole.heard()) == Units{1, 1, 2}));
    CHECK(whole.heard()[0].start_frame == 1 && whole.heard()[0].end_frame == 3);
    CHECK(whole.heard()[2].start_frame == 5 && whole.heard()[2].end_frame == 7 && whole.trailing_frames() == 1);
    CHECK(std::abs(whole.heard()[0].confidence - 0.8F) < 1e-6);
    GreedySearch pieces(3, 0);
    for (size_t at = 0; at < rows.size(); at += 3) pieces.Push(std::span(rows).subspan(at, 3));
    CHECK(UnitsOf(pieces.heard()) == UnitsOf(whole.heard()));
    whole.Reset();
    CHECK(whole.heard().empty() && whole.frames() == 8 && whole.trailing_frames() == 0);
  });
  Case("without lexicon the beam finds the likeliest runs of units, each with all of its alignments", [] {
    for (uint64_t seed = 1; seed <= 40; ++seed) {
      Random random(seed);
      const uint32_t units = 3 + random.Below(2);
      const auto rows = RandomFrames(6, units, 4, &random);
      const auto sums = BruteForce(rows, units);
      const auto search = Make(Plain(units));
      std::vector<std::pair<double, Units>> wanted;
      for (const auto& [run, sum] : sums) wanted.emplace_back(sum, run);
      std::sort(wanted.rbegin(), wanted.rend());
      const auto all = Run(search.get(), rows);
      CHECK(all.size() == 4);
      for (size_t i = 0; i < all.size(); ++i) {
        CHECK(std::abs(all[i].score - std::log(wanted[i].first)) < 1e-4);
        CHECK(UnitsOf(all[i].units) == wanted[i].second);
      }
    }
  });
  Case("gives the same bits for frames in pieces as for the whole, and in a second segment as in a first", [] {
    const Language language;
    for (const bool words : {false, true}) {
      Random random(5);
      const auto rows = RandomFrames(300, 5, 9, &random);
      const auto search = Make(language.options(), words ? BeamSearch::Knowledge{&language.lexicon, &language.model, {}}
                                                         : BeamSearch::Knowledge{});
      const auto whole = Run(search.get(), rows);
      CHECK(whole.size() == 1 && whole[0].units.size() > 20);
      search->Restart();
      for (size_t at = 0; at < rows.size();) {
        const size_t piece = std::min<size_t>(5 * (1 + random.Below(9)), rows.size() - at);
        CHECK(search->Push(std::span(rows).subspan(at, piece)) == piece / 5);
        at += piece;
      }
      std::vector<Hypothesis> again;
      search->Finish(&again);
      CHECK(Same(whole[0], again[0]));
      search->Reset();
      CHECK(search->frames() == 300);
      CHECK(Same(whole[0], Run(search.get(), rows)[0], 300));
    }
  });
  Case("a look at frames to come says what pushing them would say, and changes nothing", [] {
    const Language language;
    for (const bool words : {false, true}) {
      Random random(23);
      const auto rows = RandomFrames(400, 5, 9, &random);
      const BeamSearch::Knowledge knowledge =
          words ? BeamSearch::Knowledge{&language.lexicon, &language.model, {}} : BeamSearch::Knowledge{};
      const auto looking = Make(language.options(), knowledge);
      const auto pushed = Make(language.options(), knowledge);
      std::vector<Hypothesis> looked, told;
      for (size_t at = 0; at + 100 <= rows.size(); at += 50) {
        looking->Peek(std::span(rows).subspan(at, 100), &looked);
        CHECK(looking->frames() == at / 5);
        CHECK(looking->Push(std::span(rows).subspan(at, 50)) == 10);
        pushed->Restart();
        pushed->Push(std::span(rows).first(at + 100));
        pushed->Finish(&told);
        CHECK(looked.size() == told.size() && Same(looked[0], told[0]));
        CHECK(looked[0].score == told[0].score);
      }
      looking->Finish(&looked);
      pushed->Restart();
      pushed->Push(std::span(rows).first(rows.size() - 50));
      pushed->Finish(&told);
      CHECK(looked.size() == told.size() && Same(looked[0], told[0]));
    }
  });
  Case("a look goes no further than a segment has room, and leaves the room as it was", [] {
    const Language language;
    Random random(29);
    const auto rows = RandomFrames(BeamSearch::kMaxSegmentFrames, 5, 6, &random);
    const auto search = Make(language.options(), {&language.lexicon, &language.model, {}});
    std::vector<Hypothesis> looked, told;
    const size_t before = 5 * (BeamSearch::kMaxSegmentFrames - 3);
    CHECK(search->Push(std::span(rows).first(before)) == BeamSearch::kMaxSegmentFrames - 3);
    for (int round = 0; round < 3; ++round) search->Peek(std::span(rows).first(50), &looked);
    CHECK(looked[0].units.size() > 1000);
    CHECK(search->Push(std::span(rows).subspan(before)) == 3);
    search->Finish(&told);
    const auto whole = Run(Make(language.options(), {&language.lexicon, &language.model, {}}).get(), rows);
    CHECK(Same(whole[0], told[0]));
  });
  Case("a segment has an end: no more frames are taken, and what was heard is still there", [] {
    const Language language;
    Random random(11);
    const auto rows = RandomFrames(BeamSearch::kMaxSegmentFrames + 50, 5, 6, &random);
    const auto search = Make(language.options(), {&language.lexicon, &language.model, {}});
    CHECK(search->Push(rows) == BeamSearch::kMaxSegmentFrames);
    CHECK(search->Push(rows) == 0);
    Hypothesis best;
    search->Best(&best);
    CHECK(best.units.size() > 1000);
    for (size_t i = 1; i < best.units.size(); ++i) {
      CHECK(best.units[i].start_frame >= best.units[i - 1].end_frame);
      CHECK(best.units[i].end_frame > best.units[i].start_frame);
    }
    search->Reset();
    CHECK(search->Push(std::span(rows).first(50)) == 10);
  });
  Case("refuses options outside of their ranges and models that do not belong together", [] {
    const Language language;
    std::unique_ptr<BeamSearch> search;
    auto status = [&](auto change, BeamSearch::Knowledge knowledge = {}) {
      BeamOptions options = language.options();
      change(options);
      return BeamSearch::Make(options, std::move(knowledge), &search);
    };
    CHECK(status([](auto&) {}) == Status::kOk);
    CHECK(status([](auto& o) { o.beam = 0; }) == Status::kUnsupported);
    CHECK(status([](auto& o) { o.blank = 5; }) == Status::kUnsupported);
    CHECK(status([](auto& o) { o.floor = NAN; }) == Status::kUnsupported);
    CHECK(status([](auto& o) { o.n_best = 33; }) == Status::kUnsupported);
    CHECK(status([](auto& o) { o.units = 6; }, {&language.lexicon, nullptr, {}}) == Status::kUnsupported);
    CHECK(status([](auto&) {}, {nullptr, nullptr, {1, 2, 3, 4, 5}}) == Status::kUnsupported);
    CHECK(status([](auto&) {}, {nullptr, &language.model, {1, 2, 3, 4, 5}}) == Status::kOk);
    const File other = NgramFile(2, {{{0}, -99}, {{1}, -1}, {{2}, -9}, {{3}, -2}, {{0, 3}, -1}});
    NgramModel model;
    Message why;
    CHECK(NgramModel::Parse(other, &model, &why));
    CHECK(status([](auto&) {}, {&language.lexicon, &model, {}}) == Status::kUnsupported);
  });
}

void WordCases() {
  Case("with a lexicon units become words, and the language model chooses between words that sound alike", [] {
    const Language language;
    const auto search = Make(language.options(3), {&language.lexicon, &language.model, {}});
    const auto all = Run(search.get(), Spell({1, 2}, 5));
    CHECK(all.size() == 3 && language.TextOf(all[0]) == "MA" && language.TextOf(all[1]) == "ma");
    CHECK(std::abs(all[0].score - all[1].score - language.options().language_weight * 2) < 1e-3);  // (-1.5 + 3.5) * 0.6
    search->Restart();
    CHECK(language.TextOf(Run(search.get(), Spell({3, 4, 1, 2}, 5))[0]) == "BI ma");
    search->Restart();
    CHECK(language.TextOf(Run(search.get(), Spell({1, 2, 3, 2}, 5))[0]) == "MABA");
  });
  Case("says when each word was and how sure it is", [] {
    const Language language;
    const auto search = Make(language.options(), {&language.lexicon, &language.model, {}});
    const auto best = Run(search.get(), Spell({3, 4, 1, 4}, 5, 0.8))[0];
    CHECK(language.TextOf(best) == "BI MI" && best.units.size() == 4);
    CHECK(best.words[1].first_unit == 2 && best.words[1].units == 2);
    CHECK(best.units[2].start_frame == 4 && best.units[2].end_frame == 5);
    CHECK(std::abs(best.words[0].confidence - 0.8) < 1e-4 && std::abs(best.units[3].confidence - 0.8) < 1e-4);
    CHECK(search->trailing_frames() == 1);
  });
  Case("a word that is not complete when the audio stops is left out, the words before it stay", [] {
    const Language language;
    const auto search = Make(language.options(), {&language.lexicon, &language.model, {}});
    CHECK(language.TextOf(Run(search.get(), Spell({3, 4, 1}, 5, 0.999))[0]) == "BI");
    Hypothesis partial;
    search->Best(&partial);
    CHECK(language.TextOf(partial) == "BI");
  });
  Case("a penalty on blank brings out a unit that blank outweighs; a sure blank pays none", [] {
    const std::vector<float> faint = Spell({1}, 5, 0.3, 0.9);  // blank has most of what is left
    const auto hear = [&](float penalty, std::span<const float> rows) {
      BeamOptions options = Plain(5);
      options.blank_penalty = penalty;
      return Run(Make(options).get(), rows)[0];
    };
    CHECK(hear(0, faint).units.empty());
    CHECK((UnitsOf(hear(1.5F, faint).units) == Units{1}));
    std::vector<float> silence;
    for (int i = 0; i < 50; ++i) {
      for (uint32_t u = 0; u < 5; ++u) silence.push_back(static_cast<float>(std::log(u == 0 ? 0.9996 : 0.0001)));
    }
    CHECK(hear(1.5F, silence).score == hear(0, silence).score);
  });
  Case("a second language model is mixed in by its share, and changes nothing when it is the same", [] {
    const Language language;
    const File file = NgramFile(2, {{{0}, -99},
                                    {{1}, -1},
                                    {{2}, -9},
                                    {{3}, -9, -0.3F},
                                    {{4}, -9},
                                    {{5}, -9},
                                    {{6}, -9},
                                    {{7}, -0.1F},
                                    {{3, 7}, -0.4F}});
    NgramModel corpus;
    Message why;
    CHECK(NgramModel::Parse(file, &corpus, &why));
    const auto search = Make(language.options(), {&language.lexicon, &language.model, {}});
    const auto spelt = Spell({1, 2}, 5);
    const Hypothesis plain = Run(search.get(), spelt)[0];
    CHECK(language.TextOf(plain) == "MA");
    CHECK(search->SetCorpus(&corpus, 0.5F) == Status::kOk);
    CHECK(language.TextOf(Run(search.get(), spelt)[0]) == "ma");  // of the sounds MA and ma the corpus knows this
    CHECK(search->SetCorpus(&language.model, 0.5F) == Status::kOk);
    CHECK(std::abs(Run(search.get(), spelt)[0].score - plain.score) < 1e-3);
    CHECK(search->SetCorpus(nullptr) == Status::kOk);
    CHECK(Run(search.get(), spelt)[0].score == plain.score);
    for (const float share : {0.0F, 1.0F, -1.0F, std::nanf("")}) {
      CHECK(search->SetCorpus(&corpus, share) == Status::kUnsupported);
    }
    CHECK(Make(Plain(5))->SetCorpus(&corpus, 0.5F) == Status::kUnsupported);
  });
  Case("a frame that fits no word costs no more than the floor", [] {
    const Language language;
    const auto search = Make(language.options(), {&language.lexicon, &language.model, {}});
    CHECK(language.TextOf(Run(search.get(), Spell({3, 4, 2, 1, 4}, 5, 0.99999))[0]) == "BI MI");
  });
}

void HotwordCases() {
  const auto words_with = [](const Language& language, const Units& spelt, std::vector<HotwordPhrase> phrases,
                             double sure = 0.9) {
    const ContextGraph graph(std::move(phrases), 0.4F);
    const auto search = Make(language.options(2), {&language.lexicon, &language.model, {}});
    search->SetContext(&graph);
    return language.TextOf(Run(search.get(), Spell(spelt, 5, sure))[0]);
  };
  Case("a hotword is heard where other words would be likelier, also by its second reading", [&] {
    const Language language;
    const HotwordPhrase one{7, 5, {1, 2}, {7}, -3.5F}, other{7, 5, {1, 4}, {7}, -3.5F};
    CHECK(words_with(language, {1, 2}, {}) == "MA");
    CHECK(words_with(language, {1, 2}, {one, other}) == "#7");
    CHECK(words_with(language, {1, 4}, {one, other}) == "#7");
    CHECK(words_with(language, {3, 4}, {one, other}) == "BI");
  });
  Case("hotwords stand beside the lexicon: with many of them other words are heard as before", [&] {
    const Language language;
    std::vector<HotwordPhrase> many;
    for (uint16_t a = 1; a < 5; ++a) {
      for (uint16_t b = 1; b < 5; ++b) many.push_back({a * 8u + b, 1, {a, b, a, 1}, {2}, -9});
    }
    for (const Units& spelt : {Units{3, 4}, Units{1, 2, 3, 2}, Units{1, 4, 3, 4, 1, 4}}) {
      CHECK(words_with(language, spelt, many) == words_with(language, spelt, {}));
    }
  });
  Case("hotwords that are begun and not finished do not drive out the other words", [&] {
    const Language language;
    std::vector<HotwordPhrase> many;  // all begin like the words that are said, none goes on like them
    for (uint16_t a = 1; a < 5; ++a) {
      for (uint16_t b = 1; b < 5; ++b)
        many.push_back({a * 8u + b, 5, {3, 4, a, b, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}, {2}, -1});
    }
    const ContextGraph graph(many, 1);
    BeamOptions options = language.options();
    options.beam = 8;
    const auto search = Make(options, {&language.lexicon, &language.model, {}});
    search->SetContext(&graph);
    const Units said{3, 4, 3, 4, 1, 4, 1, 2};
    CHECK(language.TextOf(Run(search.get(), Spell(said, 5, 0.7, 0.2))[0]) == "BI BI MI MA");
  });
  Case("a hotword need not be made of the lexicon's words", [&] {
    const Language language;
    CHECK(words_with(language, {4, 4, 3}, {{0, 3, {4, 4, 3}, {2}, -9}}) == "#0");
  });
  const auto heard_through = [](HotwordScale scale, float cost) {
    const Language language;
    const ContextGraph graph({{0, 5, {4, 4, 3}, {2}, -9}}, scale, {{3, 2, cost}});  // 2 is heard where 3 is meant
    const auto search = Make(language.options(2), {&language.lexicon, &language.model, {}});
    search->SetContext(&graph);
    return language.TextOf(Run(search.get(), Spell({4, 4, 2}, 5, 0.98))[0]);
  };
  Case("a hotword is heard through a unit that is near one of its own", [&] {
    CHECK(heard_through({.credit_per_unit = 1, .lack_per_unit = 1}, 0.1F) == "#0");
    CHECK(heard_through({.credit_per_unit = 1, .lack_per_unit = 1}, 90) != "#0");
  });
  Case("a hotword much less likely than what was heard is not written; a heavy one may be less likely", [&] {
    CHECK(heard_through({.credit_per_unit = 10, .lack_per_unit = 0.5F}, 2) != "#0");
    CHECK(heard_through({.credit_per_unit = 10, .lack_per_unit = 0.5F, .lack_per_weight = 1}, 2) == "#0");
  });
  Case("what comes next does not change by a look at it, with hotwords too", [] {
    const Language language;
    const ContextGraph graph({{0, 5, {4, 4, 3}, {2}, -9}}, {.credit_per_unit = 1, .lack_per_unit = 0.1F});
    const auto search = Make(language.options(2), {&language.lexicon, &language.model, {}});
    search->SetContext(&graph);
    std::vector<Hypothesis> peeked;
    search->Peek(Spell({1, 2, 3}, 5, 0.6), &peeked);
    CHECK(language.TextOf(Run(search.get(), Spell({4, 4, 3}, 5, 0.98))[0]) == "#0");
  });
  Case("a negative weight makes a word less likely, and what sounds like it takes its place", [] {
    const Language language;
    const ContextGraph shunned({{1, -5, {4}, {}, 0}}, 0.4F);  // of the model's words: MA
    const auto search = Make(language.options(), {&language.lexicon, &language.model, {}});
    search->SetContext(nullptr, &shunned);
    CHECK(language.TextOf(Run(search.get(), Spell({1, 2}, 5))[0]) == "ma");
    search->Restart();
    CHECK(language.TextOf(Run(search.get(), Spell({1, 4}, 5))[0]) == "MI");
    const ContextGraph graph({{1, -5, {1, 2}, {}, 0}}, 1);
    const auto plain = Make(Plain(5));
    plain->SetContext(&graph);
    CHECK((UnitsOf(Run(plain.get(), Spell({1, 2}, 5))[0].units) != Units{1, 2}));
  });
  const auto score_of = [](BeamSearch* search, const ContextGraph* graph, const Units& spelt) {
    search->SetContext(graph);
    const auto best = Run(search, Spell(spelt, 5, 0.96))[0];
    CHECK(UnitsOf(best.units) == spelt);
    return best.score;
  };
  Case("credit of a hotword that is not finished is given back", [&] {
    constexpr float kCredit = 0.1F;
    const ContextGraph graph({{0, 5, {1, 2, 3, 4}, {}, 0}, {1, 4, {2, 3, 1}, {}, 0}}, kCredit);
    const auto search = Make(Plain(5));
    for (const Units& spelt : {Units{1, 2, 3, 3}, Units{1, 2, 4}, Units{1, 2, 3}, Units{2, 3, 4, 1}, Units{4, 1}}) {
      CHECK(std::abs(score_of(search.get(), nullptr, spelt) - score_of(search.get(), &graph, spelt)) < 1e-3);
    }
    const float gain = score_of(search.get(), &graph, {1, 2, 3, 4}) - score_of(search.get(), nullptr, {1, 2, 3, 4});
    CHECK(std::abs(gain - 5 * 4 * kCredit) < 1e-3);
  });
  Case("a hotword inside the beginning of another is found", [&] {
    constexpr float kCredit = 0.1F;
    const ContextGraph graph({{0, 5, {1, 2, 3, 4}, {}, 0}, {1, 4, {2, 3, 1}, {}, 0}}, kCredit);
    const auto search = Make(Plain(5));
    const float gain = score_of(search.get(), &graph, {1, 2, 3, 1}) - score_of(search.get(), nullptr, {1, 2, 3, 1});
    CHECK(std::abs(gain - 4 * 3 * kCredit) < 1e-3);
  });
  Case("hotwords hear nothing in frames that are not speech", [] {
    // Noise: blank nearly sure, the rest spread; a hotword of the largest weight would earn 2.5 nats a unit.
    std::vector<float> rows;
    Random random(3);
    for (int i = 0; i < 20; ++i) {
      const double blank = 0.96 + 0.03 * random.Unit();
      for (uint32_t u = 0; u < 5; ++u) rows.push_back(static_cast<float>(std::log(u == 0 ? blank : (1 - blank) / 4)));
    }
    std::vector<HotwordPhrase> phrases;
    for (uint16_t a = 1; a < 5; ++a) {
      for (uint16_t b = 1; b < 5; ++b) phrases.push_back({a * 8u + b, 5, {a, b}, {}, 0});
    }
    const ContextGraph graph(phrases, 1);
    const auto search = Make(Plain(5));
    const auto before = Run(search.get(), rows);
    search->SetContext(&graph);
    const auto after = Run(search.get(), rows);
    CHECK(before[0].units.empty() && after[0].units.empty() && after[0].score == before[0].score);
    const Language language;
    const auto words = Make(language.options(), {&language.lexicon, &language.model, {}});
    words->SetContext(&graph);
    CHECK(Run(words.get(), rows)[0].words.empty());
  });
}

}  // namespace
}  // namespace tonegate::test

int main() {
  tonegate::test::PlainCases();
  tonegate::test::WordCases();
  tonegate::test::HotwordCases();
  return tonegate::test::Finish();
}
