// Small lexicons and language models, written byte by byte in the format of docs/model-formats.md.
#ifndef TONEGATE_TEST_SEARCH_FILES_H_
#define TONEGATE_TEST_SEARCH_FILES_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "test/samples.h"

namespace tonegate::test {

// Arrays after a header; each begins at a multiple of 8 bytes.
class Sections {
 public:
  explicit Sections(File header) : file_(std::move(header)), start_(file_.size()) {}
  void Add(const std::vector<uint32_t>& values, size_t bytes) {
    while ((file_.size() - start_) % 8 != 0) file_.push_back(0);
    for (const uint32_t value : values) PutLe(&file_, value, static_cast<int>(bytes));
  }
  void Add(const std::string& text) { Add({text.begin(), text.end()}, 1); }
  File Take() { return std::move(file_); }

 private:
  File file_;
  size_t start_;
};

inline void AddTexts(const std::vector<std::string>& texts, Sections* sections) {
  std::vector<uint32_t> ends = {0};
  std::string all;
  for (const std::string& text : texts) {
    all += text;
    ends.push_back(static_cast<uint32_t>(all.size()));
  }
  sections->Add(ends, 4);
  sections->Add(all);
}

inline uint32_t BytesOf(const std::vector<std::string>& texts) {
  uint32_t bytes = 0;
  for (const std::string& text : texts) bytes += static_cast<uint32_t>(text.size());
  return bytes;
}

constexpr uint32_t kVocabularyHash = 20261120;

struct LexiconEntry {
  uint32_t word;
  std::vector<uint16_t> units;
  uint32_t cost = 0;  // sixteenths of a nat
};

// `words` in the order of their bytes; `looks[word]`: sixteenths of a nat.
inline File LexiconFile(const std::vector<std::string>& units, const std::vector<std::string>& words,
                        const std::vector<LexiconEntry>& entries, const std::vector<uint32_t>& looks = {}) {
  struct Node {
    uint16_t unit = 0;
    std::map<uint16_t, size_t> children;
    std::vector<LexiconEntry> ends;
    uint32_t look = 255;
  };
  std::vector<Node> nodes(1);
  for (const LexiconEntry& entry : entries) {
    const uint32_t look = looks.empty() ? 0 : looks[entry.word] + entry.cost;
    size_t at = 0;
    for (const uint16_t unit : entry.units) {
      if (!nodes[at].children.contains(unit)) {
        nodes[at].children[unit] = nodes.size();
        nodes.push_back({});
        nodes.back().unit = unit;
      }
      at = nodes[at].children[unit];
      nodes[at].look = std::min(nodes[at].look, look);
    }
    nodes[at].ends.push_back(entry);
  }
  std::vector<size_t> order = {0};
  std::vector<uint32_t> children = {1}, begins = {0}, node_units, look_aheads, entry_words, entry_costs;
  for (size_t i = 0; i < order.size(); ++i) {
    const Node& node = nodes[order[i]];
    for (const auto& [unit, child] : node.children) order.push_back(child);
    children.push_back(static_cast<uint32_t>(order.size()));
    node_units.push_back(node.unit);
    look_aheads.push_back(i == 0 ? 0 : node.look);
    for (const LexiconEntry& entry : node.ends) {
      entry_words.push_back(entry.word);
      entry_costs.push_back(entry.cost);
    }
    begins.push_back(static_cast<uint32_t>(entry_words.size()));
  }
  File header;
  Put(&header, "TGLX");
  PutLe(&header, 1, 2);
  PutLe(&header, static_cast<uint32_t>(units.size()), 2);
  PutLe(&header, kVocabularyHash, 4);
  PutLe(&header, 0, 4);
  for (const size_t count :
       {words.size(), order.size(), entry_words.size(), size_t{BytesOf(units)}, size_t{BytesOf(words)}, size_t{0}}) {
    PutLe(&header, static_cast<uint32_t>(count), 4);
  }
  Sections sections(std::move(header));
  AddTexts(units, &sections);
  AddTexts(words, &sections);
  sections.Add(children, 4);
  sections.Add(begins, 4);
  sections.Add(node_units, 2);
  sections.Add(look_aheads, 1);
  sections.Add(entry_words, 2);
  sections.Add(entry_costs, 1);
  return sections.Take();
}

struct Gram {
  std::vector<uint16_t> words;  // the oldest first
  float score;
  float weight = 0;
};

// Every head of a gram must be a gram too; all words 0 .. n must exist. At most 256 different numbers for each order.
inline File NgramFile(size_t order, std::vector<Gram> grams) {
  std::sort(grams.begin(), grams.end(), [](const Gram& a, const Gram& b) {
    return a.words.size() != b.words.size() ? a.words.size() < b.words.size() : a.words < b.words;
  });
  std::vector<std::vector<Gram>> levels(order);
  for (const Gram& gram : grams) levels[gram.words.size() - 1].push_back(gram);
  File header;
  Put(&header, "TGLM");
  PutLe(&header, 1, 2);
  PutLe(&header, static_cast<uint32_t>(order), 1);
  PutLe(&header, 0, 1);
  PutLe(&header, kVocabularyHash, 4);
  PutLe(&header, 0, 4);
  for (size_t k = 0; k < 4; ++k) PutLe(&header, k < order ? static_cast<uint32_t>(levels[k].size()) : 0, 4);
  Sections sections(std::move(header));
  auto code = [](std::vector<uint32_t>* table, float value) {
    const auto bits = std::bit_cast<uint32_t>(value);
    const auto found = std::find(table->begin(), table->end(), bits);
    const auto at = static_cast<uint32_t>(found - table->begin());
    if (found == table->end()) table->push_back(bits);
    return at;
  };
  for (size_t k = 0; k < order; ++k) {
    const bool last = k + 1 == order;
    std::vector<uint32_t> scores, weights, words, score_codes, weight_codes, children = {0};
    size_t child = 0;
    for (const Gram& gram : levels[k]) {
      words.push_back(gram.words.back());
      score_codes.push_back(code(&scores, gram.score));
      weight_codes.push_back(code(&weights, gram.weight));
      auto is_below = [&](const Gram& longer) {
        return std::equal(gram.words.begin(), gram.words.end(), longer.words.begin());
      };
      while (!last && child < levels[k + 1].size() && is_below(levels[k + 1][child])) ++child;
      children.push_back(static_cast<uint32_t>(child));
    }
    scores.resize(256);
    weights.resize(256);
    sections.Add(scores, 4);
    if (!last) sections.Add(weights, 4);
    if (k > 0) sections.Add(words, 2);
    sections.Add(score_codes, 1);
    if (!last) sections.Add(weight_codes, 1);
    if (!last) sections.Add(children, 4);
  }
  return sections.Take();
}

}  // namespace tonegate::test

#endif  // TONEGATE_TEST_SEARCH_FILES_H_
