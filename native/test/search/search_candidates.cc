// The tokens that a frame leaves: the best of all that were offered, in any order.
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "core/search/candidates.h"
#include "test/check.h"

namespace tonegate::test {
namespace {

constexpr size_t kBeam = 12;

std::vector<Token> RandomFrame(Random* random, bool hotwords) {
  std::vector<Token> tokens;
  const size_t count = 5 + random->Below(400);
  const double spread = random->Below(3) == 0 ? 0.5 : 60;
  for (size_t i = 0; i < count; ++i) {
    Token token;
    token.identity = i + 1;
    token.blank = kLogZero;
    token.nonblank = static_cast<float>(-300 - spread * random->Unit());
    if (hotwords && random->Below(2) == 0) {
      token.context_node = 1 + random->Below(20);
      token.pending = static_cast<float>(8 * random->Unit());
    }
    tokens.push_back(token);
  }
  return tokens;
}

// The totals that would remain after sorting all tokens.
std::multiset<float> Expected(std::vector<Token> tokens, bool hotwords) {
  for (Token& token : tokens) token.total = token.Total();
  std::sort(tokens.begin(), tokens.end(), [](const Token& a, const Token& b) { return a.total > b.total; });
  std::multiset<float> kept;
  size_t inside = 0;
  for (const Token& token : tokens) {
    const bool is_inside = token.context_node != ContextGraph::kRoot;
    if (hotwords && is_inside && inside++ >= (kBeam + 1) / 2) continue;
    if (kept.size() < kBeam) kept.insert(token.total);
  }
  return kept;
}

std::multiset<float> Kept(Candidates* candidates, const std::vector<Token>& tokens, bool hotwords, float* threshold) {
  History history(1000);
  std::vector<Token> beam;
  candidates->Begin();
  for (Token token : tokens) candidates->Offer(&token);
  *threshold = candidates->threshold();
  candidates->Keep(hotwords, &beam, &history);
  std::multiset<float> totals;
  for (const Token& token : beam) totals.insert(token.total);
  return totals;
}

void Cases() {
  BeamOptions options;
  options.beam = kBeam;
  options.beam_nats = 1000;
  Candidates candidates(options, false);
  float threshold = 0;
  Case("The best tokens of a frame are kept, in whatever order they are offered", [&] {
    Random random(5);
    for (int round = 0; round < 300; ++round) {
      const std::vector<Token> frame = RandomFrame(&random, false);
      CHECK(Kept(&candidates, frame, false, &threshold) == Expected(frame, false));
    }
  });
  Case("Half of what is kept stands outside of hotwords, where there are so many", [&] {
    Random random(6);
    for (int round = 0; round < 300; ++round) {
      const std::vector<Token> frame = RandomFrame(&random, true);
      CHECK(Kept(&candidates, frame, true, &threshold) == Expected(frame, true));
    }
  });
  Case("Once enough tokens are there, the threshold is within a bucket of the worst that will be kept", [&] {
    Random random(7);
    for (int round = 0; round < 300; ++round) {
      const std::vector<Token> frame = RandomFrame(&random, false);
      const std::multiset<float> kept = Kept(&candidates, frame, false, &threshold);
      if (kept.size() < kBeam) continue;
      CHECK(threshold <= *kept.begin());
      const bool within_buckets = std::abs(*kept.begin() - frame[0].nonblank) < 15;
      if (within_buckets) CHECK(threshold > *kept.begin() - 0.2F);
    }
  });
  Case("a history takes memory as it is needed, up to its capacity, and keeps its nodes meanwhile", [] {
    History history(5000);
    const size_t first = history.room();
    CHECK(first > 0 && first < 5000);
    uint32_t head = History::kEmpty;
    for (size_t i = 0; i < first; ++i) head = history.Add({head, kNoWord, {.unit = static_cast<uint16_t>(i)}});
    CHECK(history.room() == 0);
    history.GrowIfCrowded(1);
    CHECK(history.room() == first);
    history.Reserve(3000);
    CHECK(history.room() >= 3000);
    history.Reserve(10'000);
    CHECK(history.room() == 5000 - first);
    Hypothesis heard;
    history.Read(head, nullptr, {}, &heard);
    CHECK(heard.units.size() == first && heard.units[first - 1].unit == first - 1);
    uint32_t* heads[] = {&head};
    head = history.Add({History::kEmpty, kNoWord, {.unit = 7}});
    history.Collect(heads);
    CHECK(history.used() == 1 && head == 0);
    const size_t room = history.room();
    history.GrowIfCrowded(1);
    CHECK(history.room() == room);
  });
}

}  // namespace
}  // namespace tonegate::test

int main() {
  tonegate::test::Cases();
  return tonegate::test::Finish();
}
