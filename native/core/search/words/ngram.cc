#include "core/search/words/ngram.h"

#include <cstring>

namespace tonegate {
namespace {

constexpr size_t kHeaderBytes = 32;
constexpr uint32_t kMaxWords = 65535;
constexpr size_t kCodes = 256;
constexpr float kLeastScore = -200;
constexpr float kMostWeight = 100;

bool IsBetween(const ArrayView<float>& table, float low, float high) {
  for (size_t i = 0; i < kCodes; ++i) {
    if (!(table[i] >= low && table[i] <= high)) return false;
  }
  return true;
}

}  // namespace

bool NgramModel::Parse(Bytes bytes, NgramModel* out, Message* why) {
  if (bytes.size() < kHeaderBytes || std::memcmp(bytes.data(), "TGLM", 4) != 0)
    return why->Set("not a language model: it must begin with TGLM and a header of %zu bytes", kHeaderBytes);
  const unsigned version = LoadU16Le(&bytes[4]);
  if (version != 1) return why->Set("language model of version %u; this program reads version 1", version);
  NgramModel made;
  made.order_ = bytes[6];
  if (made.order_ < 2 || made.order_ > kMaxOrder)
    return why->Set("language model of order %zu; 2 to %zu are read", made.order_, kMaxOrder);
  made.vocabulary_hash_ = LoadU64Le(&bytes[8]);
  for (size_t k = 0; k < kMaxOrder; ++k) made.counts_[k] = LoadU32Le(&bytes[16 + 4 * k]);
  if (made.counts_[0] <= kFirstWord || made.counts_[0] > kMaxWords)
    return why->Set("language model of %u words; %u to %u are read", made.counts_[0], kFirstWord + 1, kMaxWords);
  SectionReader reader(bytes.subspan(kHeaderBytes));
  for (size_t k = 0; k < made.order_; ++k) {
    const size_t count = made.counts_[k];
    Level& level = made.levels_[k];
    const bool last = k + 1 == made.order_;
    const bool there = reader.Take(kCodes, &level.scores) && (last || reader.Take(kCodes, &level.weights)) &&
                       (k == 0 || reader.Take(count, &level.words)) && reader.Take(count, &level.score_codes) &&
                       (last || (reader.Take(count, &level.weight_codes) && reader.Take(count + 1, &level.children)));
    if (!there) return why->Set("the language model ends before its %zu runs of %zu words do", count, k + 1);
  }
  if (reader.remaining() != 0) return why->Set("%zu bytes follow the language model", reader.remaining());
  if (!made.Check(why)) return false;
  *out = made;
  return true;
}

bool NgramModel::Check(Message* why) const {
  for (size_t k = 0; k < order_; ++k) {
    const Level& level = levels_[k];
    if (!IsBetween(level.scores, kLeastScore, 0)) return why->Set("order %zu has a log probability above 0", k + 1);
    if (k + 1 == order_) break;
    if (!IsBetween(level.weights, -kMostWeight, kMostWeight))
      return why->Set("order %zu has a back-off weight that is out of range or not a number", k + 1);
    if (!RangesAreSound(level.children, counts_[k], 0, counts_[k + 1]))
      return why->Set("the ranges of order %zu overlap", k + 2);
    const ArrayView<uint16_t>& words = levels_[k + 1].words;
    for (uint32_t node = 0; node < counts_[k]; ++node) {
      for (uint32_t child = level.children[node]; child < level.children[node + 1]; ++child) {
        if (words[child] >= counts_[0]) return why->Set("order %zu has word %u", k + 2, words[child]);
        if (child > level.children[node] && words[child - 1] >= words[child])
          return why->Set("words of order %zu are out of order", k + 2);
      }
    }
  }
  return true;
}

NgramModel::State NgramModel::Begin() const {
  State state;
  state.node[0] = kBegin;
  return state;
}

uint32_t NgramModel::Child(size_t level, uint32_t node, uint16_t word) const {
  const ArrayView<uint16_t>& words = levels_[level + 1].words;
  uint32_t low = levels_[level].children[node];
  uint32_t high = levels_[level].children[node + 1];
  const uint32_t end = high;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (words[middle] < word) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < end && words[low] == word ? low : State::kNone;
}

float NgramModel::Score(const State& state, uint32_t word, State* next) const {
  if (word >= counts_[0]) word = kUnknown;
  State after;
  after.node[0] = word;
  // Goes from one word of history to the longest: the last run found determines the score, and missing runs pay their
  // back-off weight.
  float score = levels_[0].scores[levels_[0].score_codes[word]];
  for (size_t k = 0; k + 1 < order_ && state.node[k] != State::kNone; ++k) {
    const uint32_t found = Child(k, state.node[k], static_cast<uint16_t>(word));
    if (found == State::kNone) {
      score += levels_[k].weights[levels_[k].weight_codes[state.node[k]]];
      continue;
    }
    score = levels_[k + 1].scores[levels_[k + 1].score_codes[found]];
    if (k + 2 < order_) after.node[k + 1] = found;
  }
  *next = after;
  return score;
}

}  // namespace tonegate
