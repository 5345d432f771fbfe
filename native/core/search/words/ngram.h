// NgramModel: the probability of a word after the words before it.
//
// A back-off model of order 2 to 4 over numbered words: it gives the log probability of a word, and the state for the
// next word. It is a tree of words with the oldest word at the root; each node has its log probability and its back-off
// weight as one byte into a table. The tree is read in place from a file that the caller has mapped;
// docs/model-formats.md describes the layout. Parse() checks every number once.
//
// Words 0, 1 and 2 are the beginning of a sentence, its end, and any word that is not in the vocabulary.
// Thread rule: const after Parse(), shared by all streams. The bytes must outlive it and must not change.
#ifndef TONEGATE_CORE_SEARCH_NGRAM_H_
#define TONEGATE_CORE_SEARCH_NGRAM_H_

#include <array>

#include "core/base/message.h"
#include "core/search/words/section_reader.h"

namespace tonegate {

class NgramModel {
 public:
  static constexpr size_t kMaxOrder = 4;
  static constexpr uint32_t kBegin = 0;
  static constexpr uint32_t kEnd = 1;
  static constexpr uint32_t kUnknown = 2;
  static constexpr uint32_t kFirstWord = 3;

  // The nodes of the last 1, 2 and 3 words; kNone if the model does not contain that run. Equal states have the same
  // future.
  struct State {
    static constexpr uint32_t kNone = 0xFFFFFFFF;
    std::array<uint32_t, kMaxOrder - 1> node = {kNone, kNone, kNone};
    bool operator==(const State&) const = default;
  };

  // Parses a mapped file. Returns false if it is no valid model; `why` then tells what is wrong.
  static bool Parse(Bytes bytes, NgramModel* out, Message* why);

  // The order (2 to 4), and the number of words.
  size_t order() const { return order_; }
  uint32_t words() const { return counts_[0]; }
  // Hash of the words, which a lexicon must share.
  uint64_t vocabulary_hash() const { return vocabulary_hash_; }

  // The state at the beginning of a sentence.
  State Begin() const;
  // Log probability of `word` after `state`, natural logarithm; *next is the state after it, and may be `state`. A word
  // that is not below words() counts as kUnknown.
  float Score(const State& state, uint32_t word, State* next) const;

 private:
  struct Level {
    ArrayView<float> scores;  // 256 scores, and 256 weights
    ArrayView<float> weights;
    ArrayView<uint16_t> words;
    ArrayView<uint8_t> score_codes;
    ArrayView<uint8_t> weight_codes;
    ArrayView<uint32_t> children;
  };

  bool Check(Message* why) const;
  // The child of a node of `level` (0: one word) for this word, or State::kNone.
  uint32_t Child(size_t level, uint32_t node, uint16_t word) const;

  size_t order_ = 0;
  uint64_t vocabulary_hash_ = 0;
  std::array<uint32_t, kMaxOrder> counts_{};
  std::array<Level, kMaxOrder> levels_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_NGRAM_H_
