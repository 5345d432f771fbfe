// Pronouncer: a lexicon the other way round, from text to units. For compiling hotwords and for tests.
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

  explicit Pronouncer(const Lexicon& lexicon);

  // The words that make up a text, each as long as possible; empty where something is no word.
  std::vector<uint16_t> Split(std::string_view text) const;
  // The likeliest runs of units that the text is read as, the likeliest first; none where Split() gives none or a word
  // has no reading.
  std::vector<std::vector<uint16_t>> Readings(std::string_view text) const;

 private:
  struct Reading {
    std::vector<uint16_t> units;
    float score;
  };
  std::vector<Reading> ReadingsOf(uint16_t word) const;

  const Lexicon& lexicon_;
  size_t longest_bytes_ = 0;
  std::vector<uint32_t> parents_;  // of every node
  std::vector<uint32_t> nodes_;    // of every entry
  std::vector<uint32_t> first_;    // entry of every word, in by_word_
  std::vector<uint32_t> by_word_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_PRONOUNCE_H_
