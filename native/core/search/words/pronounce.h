// Pronouncer: a lexicon in the other direction, from text to units. For compiling hotwords and for tests.
//
// Thread rule: const after construction, shared. The lexicon must outlive it.
#ifndef TONEGATE_CORE_SEARCH_PRONOUNCE_H_
#define TONEGATE_CORE_SEARCH_PRONOUNCE_H_

#include <string_view>
#include <vector>

#include "core/search/words/lexicon.h"

namespace tonegate {

class Pronouncer {
 public:
  static constexpr size_t kMaxReadings = 8;

  // Builds the reverse index of `lexicon`.
  explicit Pronouncer(const Lexicon& lexicon);

  // Splits a text into words, each as long as possible; empty if a part of it is no word.
  std::vector<uint16_t> Split(std::string_view text) const;
  // The likeliest readings of a text as runs of units, likeliest first, at most kMaxReadings; none if Split() returns
  // none or a word has no reading.
  std::vector<std::vector<uint16_t>> Readings(std::string_view text) const;

 private:
  struct Reading {
    std::vector<uint16_t> units;
    float score;
  };
  std::vector<Reading> ReadingsOf(uint16_t word) const;

  const Lexicon& lexicon_;
  size_t longest_bytes_ = 0;
  std::vector<uint32_t> parents_;  // parent of every node
  std::vector<uint32_t> nodes_;    // node of every entry
  std::vector<uint32_t> first_;    // first entry of every word, in by_word_
  std::vector<uint32_t> by_word_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_PRONOUNCE_H_
