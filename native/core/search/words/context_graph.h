// ContextGraph: hotwords, each with a weight of -5 to 5, as a tree over units with the ways back of Aho and Corasick.
//
// A search that follows a hotword gets part of its credit with every unit; it keeps the credit of a whole hotword and
// gives the credit of an abandoned one back. A hotword of several readings is several phrases with one
// number. Where the search has a lexicon, the tree stands beside the lexicon's (a hotword need not be made of its
// words); without one, it runs beside the units, and the ways back find a hotword that begins inside another.
// A negative weight takes its credit at the end of the phrase only: a beginning shared with other words is not hurt.
//
// Source: A. Aho and M. Corasick, Efficient string matching, 1975.
// Thread rule: const after construction, shared by all streams.
#ifndef TONEGATE_CORE_SEARCH_CONTEXT_GRAPH_H_
#define TONEGATE_CORE_SEARCH_CONTEXT_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tonegate {

struct HotwordPhrase {
  uint32_t number = 0;  // of the hotword; below 1 << 24
  float weight = 0;     // -5 to 5
  std::vector<uint16_t> units;
  std::vector<uint32_t> words;  // what a language model knows it as; may be empty
  float language = 0;           // its likelihood without anything before it, at most 0
};

// A unit that is often heard as another: for hotwords `meant` is at least as likely as `heard`, less `cost`.
struct NearUnit {
  uint16_t meant = 0;
  uint16_t heard = 0;
  float cost = 0;  // natural logarithm, above 0
};

// Weights of hotwords in a search that knows a lexicon.
struct HotwordScale {
  float credit_per_unit = 0.4F;  // natural logarithms that one unit of a phrase of weight 1 earns
  // By so many natural logarithms for each of its units, and so many more for each step of its weight, a phrase may be
  // less likely than what was heard in its place, the likeliest unit or blank of every frame; otherwise it was not
  // said.
  float lack_per_unit = 1e6F;
  float lack_per_weight = 0;
  float least_language = -1e6F;  // a phrase's likelihood in the language model counts as no less
};

class ContextGraph {
 public:
  static constexpr uint32_t kRoot = 0;
  static constexpr uint32_t kNone = 0xFFFFFFFF;
  static constexpr uint32_t kNoPhrase = 0xFFFFFFFF;

  struct Node {
    uint16_t unit = 0;
    uint16_t depth = 0;
    uint32_t first_child = 0;
    uint32_t children = 0;
    uint32_t back = kRoot;        // the longest beginning of a phrase that ends here
    uint32_t phrase = kNoPhrase;  // that ends here
    float pending = 0;            // credit of the likeliest phrase under way, beyond what `kept` phrases gave
    float kept = 0;               // credit of the phrase that ends here, or of one that does on the way back
    float look_ahead = 0;         // best share of `language` so far
  };

  // Phrases without units are left out. Of phrases with the same units the heaviest stays.
  ContextGraph(std::vector<HotwordPhrase> phrases, HotwordScale scale, std::vector<NearUnit> near = {});
  ContextGraph(std::vector<HotwordPhrase> phrases, float credit_per_unit)
      : ContextGraph(std::move(phrases), HotwordScale{.credit_per_unit = credit_per_unit}) {}

  const Node& node(uint32_t at) const { return nodes_[at]; }
  const HotwordScale& scale() const { return scale_; }
  const std::vector<NearUnit>& near() const { return near_; }
  size_t nodes() const { return nodes_.size(); }
  const HotwordPhrase& phrase(uint32_t at) const { return phrases_[at]; }
  uint32_t Child(uint32_t at, uint16_t unit) const;
  // The node that one unit leads to, by a child or the ways back; kRoot if none.
  uint32_t Next(uint32_t at, uint16_t unit) const;

 private:
  void Build();
  void FindWaysBack();

  HotwordScale scale_;
  std::vector<NearUnit> near_;
  std::vector<HotwordPhrase> phrases_;  // sorted by units
  std::vector<Node> nodes_;             // breadth first
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_CONTEXT_GRAPH_H_
