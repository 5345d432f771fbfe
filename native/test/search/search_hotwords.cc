// Effects of hotwords on a beam search: earned and returned credit, similar units, negative weights.
#include <cmath>

#include "test/check.h"
#include "test/search/search_language.h"

namespace tonegate::test {
namespace {

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
    std::vector<HotwordPhrase> many;  // all begin like the spoken words, none continues like them
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
    Hypothesis peeked;
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
    // Noise: blank nearly certain, the rest spread; a hotword of the largest weight would earn 2.5 nats a unit.
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
  tonegate::test::HotwordCases();
  return tonegate::test::Finish();
}
