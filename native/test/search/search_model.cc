// The parts of a search: lexicon, language model, hotwords. Damaged files are refused.
#include <cmath>

#include "test/check.h"
#include "core/search/words/context_graph.h"
#include "core/search/words/ngram.h"
#include "core/search/words/pronounce.h"
#include "test/search/damage.h"
#include "test/search/search_files.h"

namespace tonegate::test {
namespace {

// Units: 0 blank, 1 "a1", 2 "b", 3 "o2"; words in the order of their bytes.
const std::vector<std::string> kUnits = {"<blk>", "a1", "b", "o2"};
const std::vector<std::string> kWords = {"A", "AB", "B", "BA", "b"};

File SmallLexicon() {
  return LexiconFile(kUnits, kWords,
                     {{0, {1}}, {1, {1, 2, 3}}, {2, {2, 3}}, {3, {2, 3, 1}}, {4, {2, 3}, 16}, {2, {2, 1}, 40}},
                     {16, 32, 8, 48, 64});
}

// Words 3 and 4 of the model: "A" and "B".
File SmallModel() {
  return NgramFile(3, {{{0}, -99, -0.5F},
                       {{1}, -1.5F},
                       {{2}, -9},
                       {{3}, -1, -0.25F},
                       {{4}, -2, -0.125F},
                       {{0, 3}, -0.5F, -0.75F},
                       {{3, 4}, -0.7F, -0.2F},
                       {{4, 4}, -0.9F, -0.1F},
                       {{0, 3, 4}, -0.3F},
                       {{3, 4, 4}, -0.4F}});
}

struct Model {
  File file = SmallModel();
  NgramModel model;
  Model() {
    Message why;
    CHECK(NgramModel::Parse(file, &model, &why));
  }
};

void LexiconCases() {
  Case("a lexicon gives the words of a run of units, with their reading's score and the look-ahead", [] {
    const File file = SmallLexicon();
    Lexicon lexicon;
    Message why;
    CHECK(Lexicon::Parse(file, &lexicon, &why));
    CHECK(lexicon.units() == 4 && lexicon.words() == 5 && lexicon.UnitName(3) == "o2" && lexicon.WordText(1) == "AB");
    CHECK(lexicon.Child(Lexicon::kRoot, 3) == Lexicon::kNone);
    const uint32_t b = lexicon.Child(Lexicon::kRoot, 2);
    CHECK(lexicon.LookAhead(b) == -0.5F && lexicon.Entries(b).begin == lexicon.Entries(b).end);
    const uint32_t bo = lexicon.Child(b, 3);
    const auto [begin, end] = lexicon.Entries(bo);
    CHECK(end - begin == 2 && lexicon.EntryWord(begin) == 2 && lexicon.EntryWord(begin + 1) == 4);
    CHECK(lexicon.EntryScore(begin) == 0 && lexicon.EntryScore(begin + 1) == -1);
    CHECK(lexicon.FindWord("BA") == 3 && lexicon.FindWord("BB") == Lexicon::kNone);
    CHECK(lexicon.FindWord("") == Lexicon::kNone && lexicon.FindWord("c") == Lexicon::kNone);
  });
  Case("a damaged lexicon is refused or walks as safely as a sound one", [] {
    EachDamage(SmallLexicon(), [](Bytes bytes) {
      Lexicon lexicon;
      Message why;
      const bool sound = Lexicon::Parse(bytes, &lexicon, &why);
      CHECK(sound == (why.c_str()[0] == 0));
      if (sound) Pronouncer(lexicon).Readings(lexicon.WordText(0));
      return sound;
    });
  });
  Case("a text is split into its longest words, and read in each of their readings, the likeliest first", [] {
    const File file = SmallLexicon();
    Lexicon lexicon;
    Message why;
    CHECK(Lexicon::Parse(file, &lexicon, &why));
    const Pronouncer pronouncer(lexicon);
    CHECK((pronouncer.Split("ABB") == std::vector<uint16_t>{1, 2}));
    CHECK(pronouncer.Split("AC").empty() && pronouncer.Readings("C").empty() && pronouncer.Readings("").empty());
    const auto readings = pronouncer.Readings("B");
    CHECK((readings == std::vector<std::vector<uint16_t>>{{2, 3}, {2, 1}}));
    CHECK((pronouncer.Readings("ABA")[0] == std::vector<uint16_t>{1, 2, 3, 1}));
  });
}

void ModelCases() {
  Case("a language model gives the longest run it knows, and pays the back-off weights of longer ones", [] {
    const Model small;
    const NgramModel& model = small.model;
    NgramModel::State state = model.Begin();
    auto is = [](float value, double wanted) { return std::abs(value - wanted) < 1e-6; };
    CHECK(model.order() == 3 && model.words() == 5);
    CHECK(is(model.Score(state, 3, &state), -0.5));              // <s> A
    CHECK(is(model.Score(state, 4, &state), -0.3));              // <s> A B
    CHECK(is(model.Score(state, 4, &state), -0.4));              // A B B
    CHECK(is(model.Score(state, 3, &state), -0.1 - 0.125 - 1));  // B B over B over A
    CHECK(is(model.Score(state, 1, &state), -0.25 - 1.5));       // A has no longer run
    state = model.Begin();
    CHECK(is(model.Score(state, 77, &state), -0.5 - 9));  // not in the vocabulary
  });
  Case("equal states stand for equal futures", [] {
    const Model small;
    NgramModel::State one = small.model.Begin(), two;
    small.model.Score(one, 4, &one);  // <s> B is no run: only B is remembered
    small.model.Score(two, 4, &two);
    CHECK(one == two);
  });
  Case("a damaged language model is refused or scores without leaving its memory", [] {
    EachDamage(SmallModel(), [](Bytes bytes) {
      NgramModel model;
      Message why;
      const bool sound = NgramModel::Parse(bytes, &model, &why);
      CHECK(sound == (why.c_str()[0] == 0));
      NgramModel::State state;
      if (sound) state = model.Begin();
      for (uint32_t word = 0; sound && word < 40; ++word) {
        const float score = model.Score(state, word * 7 % 5, &state);
        CHECK(score <= 400 && score >= -800);
      }
      return sound;
    });
  });
}

void ContextCases() {
  Case("hotwords share their beginnings, and lead back to the longest beginning inside another", [] {
    const ContextGraph graph(
        {{0, 2, {1, 2, 3}, {}, -9}, {1, 1, {2, 3, 1}, {}, -6}, {2, 4, {1, 2}, {}, -4}, {3, 5, {}, {}, 0}}, 0.5F);
    const uint32_t one = graph.Child(ContextGraph::kRoot, 1);
    const uint32_t two = graph.Child(one, 2);
    const uint32_t three = graph.Child(two, 3);
    CHECK(graph.nodes() == 7);
    CHECK(graph.node(one).pending == 2);  // 4 * 0.5 for the first unit of the heaviest
    CHECK(graph.node(two).kept == 4 && graph.phrase(graph.node(two).phrase).number == 2);
    CHECK(graph.node(three).kept == 3 && graph.node(three).phrase != ContextGraph::kNoPhrase);
    CHECK(graph.node(one).look_ahead == -4 && graph.node(three).look_ahead == -9);
    const uint32_t two_three = graph.Next(graph.Next(ContextGraph::kRoot, 2), 3);
    CHECK(graph.node(three).back == two_three);
    CHECK(graph.Next(three, 1) == graph.Child(two_three, 1));
    CHECK(graph.Next(three, 9) == ContextGraph::kRoot);
  });
  Case("of two hotwords with the same units the heavier stays", [] {
    const ContextGraph graph({{0, 1, {1}, {}, 0}, {1, 3, {1}, {}, 0}}, 1);
    CHECK(graph.phrase(graph.node(graph.Child(ContextGraph::kRoot, 1)).phrase).number == 1);
  });
}

}  // namespace
}  // namespace tonegate::test

int main() {
  tonegate::test::LexiconCases();
  tonegate::test::ModelCases();
  tonegate::test::ContextCases();
  return tonegate::test::Finish();
}
