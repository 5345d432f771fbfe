// Effects of a lexicon, of language models and of the blank penalty on a beam search.
#include <cmath>

#include "test/check.h"
#include "test/search/search_language.h"

namespace tonegate::test {
namespace {

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
    const std::vector<float> faint = Spell({1}, 5, 0.3, 0.9);  // blank has most of the rest
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
    CHECK(language.TextOf(Run(search.get(), spelt)[0]) == "ma");  // the corpus knows it, but not MA
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

}  // namespace
}  // namespace tonegate::test

int main() {
  tonegate::test::WordCases();
  return tonegate::test::Finish();
}
