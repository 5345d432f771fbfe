#include "core/search/words/lexicon.h"

#include <cstring>

namespace tonegate {
namespace {

constexpr size_t kHeaderBytes = 40;
constexpr uint32_t kMaxWords = 65535;
constexpr uint32_t kMaxNodes = 1U << 24;

}  // namespace

bool Lexicon::Parse(Bytes bytes, Lexicon* out, Message* why) {
  if (bytes.size() < kHeaderBytes || std::memcmp(bytes.data(), "TGLX", 4) != 0)
    return why->Set("not a lexicon: it must begin with TGLX and a header of %zu bytes", kHeaderBytes);
  const unsigned version = LoadU16Le(&bytes[4]);
  if (version != 1) return why->Set("lexicon of version %u; this program reads version 1", version);
  Lexicon made;
  made.units_ = LoadU16Le(&bytes[6]);
  made.vocabulary_hash_ = LoadU64Le(&bytes[8]);
  made.words_ = LoadU32Le(&bytes[16]);
  made.nodes_ = LoadU32Le(&bytes[20]);
  const uint32_t entries = LoadU32Le(&bytes[24]);
  const uint32_t unit_bytes = LoadU32Le(&bytes[28]);
  const uint32_t word_bytes = LoadU32Le(&bytes[32]);
  if (made.units_ == 0 || made.words_ == 0 || made.words_ > kMaxWords || made.nodes_ == 0 || made.nodes_ > kMaxNodes)
    return why->Set("lexicon of %u units, %u words, %u nodes: none may be 0, words at most %u, nodes at most %u",
                    made.units_, made.words_, made.nodes_, kMaxWords, kMaxNodes);
  SectionReader reader(bytes.subspan(kHeaderBytes));
  const size_t nodes = made.nodes_;
  if (!reader.Take(size_t{made.units_} + 1, &made.unit_ends_) || !reader.Take(unit_bytes, &made.unit_text_) ||
      !reader.Take(size_t{made.words_} + 1, &made.word_ends_) || !reader.Take(word_bytes, &made.word_text_) ||
      !reader.Take(nodes + 1, &made.children_) || !reader.Take(nodes + 1, &made.entries_) ||
      !reader.Take(nodes, &made.node_units_) || !reader.Take(nodes, &made.look_aheads_) ||
      !reader.Take(entries, &made.entry_words_) || !reader.Take(entries, &made.entry_costs_)) {
    return why->Set("the lexicon ends before its %u nodes and %u entries do", made.nodes_, entries);
  }
  if (reader.remaining() != 0) return why->Set("%zu bytes follow the lexicon", reader.remaining());
  if (!made.CheckTexts(unit_bytes, word_bytes, why) || !made.CheckTree(entries, why)) return false;
  *out = made;
  return true;
}

bool Lexicon::CheckTexts(uint32_t unit_bytes, uint32_t word_bytes, Message* why) const {
  if (!RangesAreSound(unit_ends_, units_, 0, unit_bytes)) return why->Set("unit names of the lexicon overlap");
  if (!RangesAreSound(word_ends_, words_, 0, word_bytes)) return why->Set("word texts of the lexicon overlap");
  // FindWord() uses binary search.
  for (uint32_t word = 1; word < words_; ++word) {
    if (WordText(word - 1) >= WordText(word)) return why->Set("word %u of the lexicon is out of order", word);
  }
  return true;
}

bool Lexicon::CheckTree(uint32_t entries, Message* why) const {
  if (!RangesAreSound(children_, nodes_, 1, nodes_)) return why->Set("child ranges of the lexicon overlap");
  if (!RangesAreSound(entries_, nodes_, 0, entries)) return why->Set("word ranges of the lexicon overlap");
  for (uint32_t node = 0; node < nodes_; ++node) {
    const Range children = Children(node);
    // Children come after their node, so that no walk is circular.
    if (children.begin <= node) return why->Set("node %u of the lexicon is its own ancestor", node);
    for (uint32_t child = children.begin; child < children.end; ++child) {
      if (UnitOf(child) >= units_) return why->Set("node %u of the lexicon has unit %u", child, UnitOf(child));
      if (child > children.begin && UnitOf(child - 1) >= UnitOf(child))
        return why->Set("the children of node %u are out of order", node);
    }
  }
  for (uint32_t entry = 0; entry < entries; ++entry) {
    if (EntryWord(entry) >= words_) return why->Set("an entry of the lexicon has word %u", EntryWord(entry));
  }
  return true;
}

uint32_t Lexicon::FindWord(std::string_view text) const {
  uint32_t low = 0;
  uint32_t high = words_;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (WordText(middle) < text) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < words_ && WordText(low) == text ? low : kNone;
}

uint32_t Lexicon::Child(uint32_t node, uint16_t unit) const {
  auto [low, high] = Children(node);
  const uint32_t end = high;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (node_units_[middle] < unit) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < end && node_units_[low] == unit ? low : kNone;
}

}  // namespace tonegate
