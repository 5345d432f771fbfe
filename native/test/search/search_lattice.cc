// The n best hypotheses of a search with a language model: hypotheses that were recombined come back from the lattice.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "test/check.h"
#include "test/search/search_language.h"

namespace tonegate::test {
namespace {

constexpr uint32_t kUnits = 5;

// Log probability of a run of units over all alignments.
double Forward(const std::vector<float>& rows, const Units& units) {
  std::vector<uint16_t> path = {0};
  for (const uint16_t unit : units) path.insert(path.end(), {unit, 0});
  std::vector<double> at(path.size(), 0), next;
  for (size_t frame = 0; frame < rows.size() / kUnits; ++frame) {
    next.assign(path.size(), 0);
    for (size_t i = 0; i < path.size(); ++i) {
      double before = frame == 0 ? (i < 2 ? 1 : 0) : at[i] + (i > 0 ? at[i - 1] : 0);
      if (frame > 0 && i > 1 && path[i] != 0 && path[i] != path[i - 2]) before += at[i - 2];
      next[i] = before * std::exp(rows[frame * kUnits + path[i]]);
    }
    std::swap(at, next);
  }
  return std::log(at[path.size() - 1] + (path.size() > 1 ? at[path.size() - 2] : 0));
}

// All sentences of at most `most` words with their true scores, best first.
std::vector<std::pair<double, std::string>> TrueOrder(const Language& language, const std::vector<float>& rows,
                                                      size_t most) {
  const std::vector<Units> readings = {{3, 4}, {1, 2}, {1, 2, 3, 2}, {1, 4}, {1, 2}};
  const float weight = language.options().language_weight;
  std::vector<std::pair<double, std::string>> all;
  std::function<void(size_t, NgramModel::State, double, const Units&, const std::string&)> walk =
      [&](size_t words, NgramModel::State state, double score, const Units& units, const std::string& text) {
        NgramModel::State end;
        const double whole = score + weight * language.model.Score(state, NgramModel::kEnd, &end);
        all.emplace_back(whole + Forward(rows, units), text);
        if (words == most) return;
        for (uint32_t word = 0; word < readings.size(); ++word) {
          NgramModel::State next;
          const double more = weight * language.model.Score(state, word + NgramModel::kFirstWord, &next);
          Units longer = units;
          longer.insert(longer.end(), readings[word].begin(), readings[word].end());
          const std::string own(language.lexicon.WordText(word));
          walk(words + 1, next, score + more, longer, text.empty() ? own : text + ' ' + own);
        }
      };
  walk(0, language.model.Begin(), 0, {}, "");
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  return all;
}

std::unique_ptr<BeamSearch> Several(const Language& language, size_t n_best) {
  return Make(language.options(n_best), {&language.lexicon, &language.model, {}});
}

void Cases() {
  Case("the n best hypotheses are those of an exhaustive search", [] {
    const Language language;
    Random random(31);
    size_t same = 0, compared = 0;
    for (int round = 0; round < 40; ++round) {
      const auto rows = RandomFrames(9, kUnits, 7, &random);
      const auto search = Several(language, 6);
      const auto heard = Run(search.get(), rows);
      const auto truth = TrueOrder(language, rows, 4);
      for (size_t rank = 0; rank < 4; ++rank) {
        CHECK(rank < heard.size());
        const auto own = std::find_if(truth.begin(), truth.end(),
                                      [&](const auto& each) { return each.second == language.TextOf(heard[rank]); });
        CHECK(own != truth.end());
        // Its distance from the leader is that of the last frame in which it was recombined.
        CHECK(std::abs(heard[rank].score - own->first) < 0.7);
        same += truth[rank].second == own->second ? 1 : 0;
        ++compared;
      }
    }
    CHECK(same * 10 >= compared * 8);
  });
  Case("words that sound alike and leave nothing behind are told apart", [] {
    const Language language;
    // MA and ma have the same units. Nothing follows from either, so that they are recombined.
    const auto heard = Run(Several(language, 4).get(), Spell({1, 2, 1, 4}, kUnits, 0.97));
    CHECK(heard.size() == 4);
    CHECK(language.TextOf(heard[0]) == "MA MI");
    CHECK(std::any_of(heard.begin(), heard.end(), [&](const auto& each) { return language.TextOf(each) == "ma MI"; }));
  });
  Case("words with the same sounds lose the same sounds, whichever of them led before", [] {
    // The likelier one of MA, mA and ma is, the less likely is BI after it. So each leads in its turn.
    const File lexicon_file =
        LexiconFile({"<blk>", "m", "a", "b", "i"}, {"BI", "MA", "mA", "ma"},
                    {{0, {3, 4}}, {1, {1, 2}}, {2, {1, 2}}, {3, {1, 2}}}, {16, 16, 24, 32});
    const File model_file = NgramFile(2, {{{0}, -99},
                                          {{1}, -1},
                                          {{2}, -9},
                                          {{3}, -1},
                                          {{4}, -1, -0.3F},
                                          {{5}, -1.5F, -0.3F},
                                          {{6}, -2, -0.3F},
                                          {{4, 3}, -3},
                                          {{5, 3}, -1.5F},
                                          {{6, 3}, -0.3F}});
    Lexicon lexicon;
    NgramModel model;
    Message why;
    CHECK(Lexicon::Parse(lexicon_file, &lexicon, &why));
    CHECK(NgramModel::Parse(model_file, &model, &why));
    BeamOptions options = Plain(5);
    options.n_best = 3;
    const auto heard = Run(Make(options, {&lexicon, &model, {}}).get(), Spell({1, 2, 3, 4}, 5, 0.9));
    CHECK(heard.size() == 3);
    for (const Hypothesis& each : heard) {
      CHECK(each.units.size() == 4);
      for (size_t i = 0; i < 4; ++i) {
        CHECK(std::abs(each.units[i].behind - heard[0].units[i].behind) < 0.01F);
        CHECK(std::abs(each.units[i].lost - heard[0].units[i].lost) < 0.01F);
      }
    }
  });
  Case("the best hypothesis is the same for every number that is wanted; the others follow, and none comes twice", [] {
    const Language language;
    Random random(37);
    for (int round = 0; round < 20; ++round) {
      const auto rows = RandomFrames(30, kUnits, 8, &random);
      const auto one = Run(Several(language, 1).get(), rows);
      const auto many = Run(Several(language, 20).get(), rows);
      CHECK(one.size() == 1 && many.size() == 20);
      CHECK(language.TextOf(one[0]) == language.TextOf(many[0]) && one[0].score == many[0].score);
      std::vector<std::string> texts;
      for (size_t i = 0; i < many.size(); ++i) {
        CHECK(i == 0 || many[i].score <= many[i - 1].score);
        texts.push_back(language.TextOf(many[i]));
      }
      std::sort(texts.begin(), texts.end());
      CHECK(std::adjacent_find(texts.begin(), texts.end()) == texts.end());
    }
  });
  Case("frames in pieces, and looks between them, give the same hypotheses as all frames at once", [] {
    const Language language;
    Random random(41);
    const auto rows = RandomFrames(200, kUnits, 8, &random);
    const auto whole = Several(language, 8), pieces = Several(language, 8);
    const auto all = Run(whole.get(), rows);
    Hypothesis looked;
    for (size_t at = 0; at < rows.size(); at += 35) {
      const auto piece = std::span(rows).subspan(at, std::min<size_t>(35, rows.size() - at));
      pieces->Push(piece);
      pieces->Peek(piece, &looked);
    }
    std::vector<Hypothesis> same;
    pieces->Finish(&same);
    CHECK(same.size() == all.size());
    for (size_t i = 0; i < all.size(); ++i) {
      CHECK(same[i].score == all[i].score && language.TextOf(same[i]) == language.TextOf(all[i]));
    }
  });
  Case("the units of every hypothesis follow one another, and what they lost makes up the whole", [] {
    const Language language;
    Random random(43);
    for (int round = 0; round < 20; ++round) {
      const auto rows = RandomFrames(60, kUnits, 9, &random);
      double likeliest = 0;
      for (size_t at = 0; at < rows.size(); at += kUnits) {
        likeliest += *std::max_element(rows.begin() + static_cast<std::ptrdiff_t>(at),
                                       rows.begin() + static_cast<std::ptrdiff_t>(at + kUnits));
      }
      for (const Hypothesis& each : Run(Several(language, 10).get(), rows)) {
        double lost = 0;
        for (size_t i = 0; i < each.units.size(); ++i) {
          lost += each.units[i].lost;
          CHECK(i == 0 || each.units[i].start_frame >= each.units[i - 1].start_frame);
          CHECK(each.units[i].end_frame > each.units[i].start_frame && each.units[i].end_frame <= 60);
        }
        CHECK(lost >= likeliest - Forward(rows, UnitsOf(each.units)) - 0.1);
      }
    }
  });
  Case("a segment of the longest kind has several hypotheses, too", [] {
    const Language language;
    Random random(47);
    const auto rows = RandomFrames(BeamSearch::kMaxSegmentFrames, kUnits, 6, &random);
    const auto search = Several(language, 10);
    const auto one = Run(Several(language, 1).get(), rows);
    for (int round = 0; round < 2; ++round) {
      const auto all = Run(search.get(), rows);
      CHECK(all.size() > 1);
      CHECK(all[0].score == one[0].score && UnitsOf(all[0].units) == UnitsOf(one[0].units));
      search->Reset();
    }
  });
}

}  // namespace
}  // namespace tonegate::test

int main() {
  tonegate::test::Cases();
  return tonegate::test::Finish();
}
