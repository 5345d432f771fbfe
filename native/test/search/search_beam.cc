// The searches against brute force, frames in pieces, looks at future frames, and refused options.
#include <cmath>
#include <functional>
#include <map>

#include "test/check.h"
#include "test/search/search_language.h"

namespace tonegate::test {
namespace {

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

void PlainCases() {
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
  Case("a unit is as clear as the likeliest units of the frames of speech within a second of it", [] {
    constexpr uint32_t kUnits = 3;
    // 200 frames of blank with a unit every 50: its probability is `peak`, and its rival has the rest.
    const auto heard = [](const std::vector<float>& peaks, bool whole) {
      std::vector<float> rows;
      for (const float peak : peaks) {
        for (uint32_t i = 0; i < 50; ++i) {
          const bool says = i == 25;
          rows.push_back(std::log(says ? 0.02F : 0.999F));
          rows.push_back(std::log(says ? peak : 0.0005F));
          rows.push_back(std::log(says ? 0.98F - peak : 0.0005F));
        }
      }
      const auto search = Make(Plain(kUnits));
      if (whole) {
        search->Push(rows);
      } else {
        search->Push(std::span(rows).first(kUnits * 20));
        search->Reset();
        search->Push(std::span(rows).subspan(kUnits * 20));
      }
      std::vector<Hypothesis> all;
      search->Finish(&all);
      return all[0].units;
    };
    for (const bool whole : {true, false}) {
      const auto units = heard({0.9F, 0.5F, 0.3F, 0.6F}, whole);
      CHECK(units.size() == 4);
      const float wanted[] = {0.9F, 0.5F, 0.68F, 0.6F};  // for the third, the rival is likelier
      for (size_t i = 0; i < 4; ++i) CHECK(std::abs(units[i].clearness - wanted[i]) < 1e-4);
    }
    // Neighbours within a second count too.
    std::vector<float> rows;
    for (const float peak : {0.9F, 0.4F}) {
      for (uint32_t i = 0; i < 10; ++i) {
        const bool says = i == 5;
        rows.push_back(std::log(says ? 0.02F : 0.999F));
        rows.push_back(std::log(says ? peak : 0.0005F));
        rows.push_back(std::log(says ? 0.98F - peak : 0.0005F));
      }
    }
    const auto search = Make(Plain(kUnits));
    const auto all = Run(search.get(), rows);
    CHECK(all[0].units.size() == 2);
    for (const HeardUnit& unit : all[0].units) CHECK(std::abs(unit.clearness - std::sqrt(0.9F * 0.58F)) < 1e-4);
  });
  Case("a unit loses what the likeliest way through its frames is ahead by, and the parts make up the whole", [] {
    constexpr uint32_t kUnits = 3;
    // One certain unit, then one with a rival that is three times as likely; hotwords make the search take the rarer
    // one.
    std::vector<float> rows;
    for (const float own : {0.97F, 0.24F}) {
      for (uint32_t i = 0; i < 10; ++i) {
        const bool says = i == 5;
        rows.push_back(std::log(says ? 0.01F : 0.999F));
        rows.push_back(std::log(says ? own : 0.0005F));
        rows.push_back(std::log(says ? 0.99F - own : 0.0005F));
      }
    }
    const auto search = Make(Plain(kUnits));
    const auto all = Run(search.get(), rows);
    CHECK(all[0].units.size() == 2);
    for (const HeardUnit& unit : all[0].units) CHECK(unit.lost < 0.05F);  // the likeliest path loses nothing
    BeamOptions options = Plain(kUnits);
    options.n_best = 4;
    const auto ways = Run(Make(options).get(), rows);
    bool found = false;
    for (const Hypothesis& way : ways) {
      if (way.units.size() != 2 || way.units[0].unit != 1 || way.units[1].unit != 1) continue;
      found = true;
      CHECK(way.units[0].lost < 0.05F);
      CHECK(std::abs(way.units[1].lost - std::log(0.75F / 0.24F)) < 0.05F);
    }
    CHECK(found);
  });
  Case("a look at frames to come says what pushing them would say, and changes nothing", [] {
    const Language language;
    for (const bool words : {false, true}) {
      Random random(23);
      const auto rows = RandomFrames(400, 5, 9, &random);
      const BeamSearch::Knowledge knowledge =
          words ? BeamSearch::Knowledge{&language.lexicon, &language.model, {}} : BeamSearch::Knowledge{};
      BeamOptions options = language.options();
      options.beam = 48;  // so many different hypotheses of random frames fit into the history
      const auto looking = Make(options, knowledge);
      const auto pushed = Make(options, knowledge);
      Hypothesis looked;
      std::vector<Hypothesis> ended, told;
      for (size_t at = 0; at + 100 <= rows.size(); at += 50) {
        looking->Peek(std::span(rows).subspan(at, 100), &looked);
        CHECK(looking->frames() == at / 5);
        CHECK(looking->Push(std::span(rows).subspan(at, 50)) == 10);
        pushed->Restart();
        pushed->Push(std::span(rows).first(at + 100));
        pushed->Finish(&told);
        CHECK(Same(looked, told[0]));
        CHECK(looked.score == told[0].score);
      }
      looking->Finish(&ended);
      pushed->Restart();
      pushed->Push(std::span(rows).first(rows.size() - 50));
      pushed->Finish(&told);
      CHECK(ended.size() == told.size() && Same(ended[0], told[0]));
    }
  });
  Case("a look goes no further than a segment has room, and leaves the room as it was", [] {
    const Language language;
    Random random(29);
    const auto rows = RandomFrames(BeamSearch::kMaxSegmentFrames, 5, 6, &random);
    const auto search = Make(language.options(), {&language.lexicon, &language.model, {}});
    Hypothesis looked;
    std::vector<Hypothesis> told;
    const size_t before = 5 * (BeamSearch::kMaxSegmentFrames - 3);
    CHECK(search->Push(std::span(rows).first(before)) == BeamSearch::kMaxSegmentFrames - 3);
    for (int round = 0; round < 3; ++round) search->Peek(std::span(rows).first(50), &looked);
    CHECK(looked.units.size() > 1000);
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

}  // namespace
}  // namespace tonegate::test

int main() {
  tonegate::test::PlainCases();
  return tonegate::test::Finish();
}
