// Lexicon: the words that a run of units (phones, or characters) can be.
//
// A prefix tree over units; a node has the words that end there. Every node has the log probability of the likeliest
// word at or below it (look-ahead), so that a search can weigh a word before it has ended. The tree is read in place
// from a file that the caller has mapped; docs/model-formats.md describes the layout. Parse() checks every number once,
// so that a walk needs no checks.
//
// Thread rule: const after Parse(), shared by all streams. The bytes must outlive it and must not change.
#ifndef TONEGATE_CORE_SEARCH_LEXICON_H_
#define TONEGATE_CORE_SEARCH_LEXICON_H_

#include <string_view>

#include "core/base/message.h"
#include "core/search/words/section_reader.h"

namespace tonegate {

class Lexicon {
 public:
  static constexpr uint32_t kRoot = 0;
  static constexpr uint32_t kNone = 0xFFFFFFFF;
  struct Range {
    uint32_t begin;
    uint32_t end;
  };

  // Parses a mapped file. Returns false if it is no valid lexicon; `why` then tells what is wrong.
  static bool Parse(Bytes bytes, Lexicon* out, Message* why);

  // Numbers of units, of words and of nodes.
  uint32_t units() const { return units_; }
  uint32_t words() const { return words_; }
  uint32_t nodes() const { return nodes_; }
  // Hash of the words, which a language model must share.
  uint64_t vocabulary_hash() const { return vocabulary_hash_; }
  // Texts as views of the mapping. REQUIRES: unit < units(), word < words().
  std::string_view UnitName(uint32_t unit) const { return TextAt(unit_text_, unit_ends_, unit); }
  std::string_view WordText(uint32_t word) const { return TextAt(word_text_, word_ends_, word); }
  // The word with this text, or kNone.
  uint32_t FindWord(std::string_view text) const;

  // The child of `node` for this unit, or kNone.
  uint32_t Child(uint32_t node, uint16_t unit) const;
  // The children of a node, by their numbers.
  Range Children(uint32_t node) const { return {children_[node], children_[node + 1]}; }
  // The unit that leads to a node.
  uint16_t UnitOf(uint32_t node) const { return node_units_[node]; }
  // Log probability of the likeliest word at or below a node; natural logarithm, at most 0.
  float LookAhead(uint32_t node) const { return -kStep * static_cast<float>(look_aheads_[node]); }
  // Words that end at a node, as indices of entries; likeliest first.
  Range Entries(uint32_t node) const { return {entries_[node], entries_[node + 1]}; }
  // The word of an entry.
  uint16_t EntryWord(uint32_t entry) const { return entry_words_[entry]; }
  // Log probability of this entry's reading among the readings of its word; natural logarithm.
  float EntryScore(uint32_t entry) const { return -kStep * static_cast<float>(entry_costs_[entry]); }

 private:
  static constexpr float kStep = 1.0F / 16;

  static std::string_view TextAt(const ArrayView<uint8_t>& text, const ArrayView<uint32_t>& ends, uint32_t at) {
    return {reinterpret_cast<const char*>(text.data()) + ends[at], ends[at + 1] - ends[at]};
  }
  bool CheckTexts(uint32_t unit_bytes, uint32_t word_bytes, Message* why) const;
  bool CheckTree(uint32_t entries, Message* why) const;

  uint32_t units_ = 0;
  uint32_t words_ = 0;
  uint32_t nodes_ = 0;
  uint64_t vocabulary_hash_ = 0;
  ArrayView<uint32_t> unit_ends_, word_ends_, children_, entries_;
  ArrayView<uint8_t> unit_text_, word_text_, look_aheads_, entry_costs_;
  ArrayView<uint16_t> node_units_, entry_words_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_LEXICON_H_
