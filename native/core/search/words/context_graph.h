// ContextGraph: hotwords, each with a weight of -5 to 5, as a tree over units with the failure links of Aho and
// Corasick.
//
// A search that follows a hotword gets part of its credit with every unit; it keeps the credit of a whole hotword and
// gives the credit of an abandoned one back. A hotword with several readings is several phrases with one number. If the
// search has a lexicon, this tree is beside the lexicon's (a hotword need not consist of its words); without one, it
// runs beside the units, and the failure links find a hotword that begins inside another. A negative weight takes its
// credit only at the end of the phrase, so that a common beginning does not harm other words.
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
  uint32_t number = 0;  // number of the hotword; below 1 << 24
  float weight = 0;     // -5 to 5
  std::vector<uint16_t> units;
  std::vector<uint32_t> words;  // words of the language model that make it up; may be empty
  float language = 0;           // its language score at the start of a text, at most 0
};

// A unit that is often heard as another one: in hotwords, `meant` is at least as likely as `heard` less `cost`.
struct NearUnit {
  uint16_t meant = 0;
  uint16_t heard = 0;
  float cost = 0;  // natural logarithm, above 0
};

// Weights of hotwords in a search that knows a lexicon.
struct HotwordScale {
  float credit_per_unit = 0.4F;  // nats that one unit of a phrase of weight 1 earns
  // Most nats, for each unit and for each unit and step of weight, by which a phrase may be less likely than the
  // likeliest units or blanks of the same frames; a less likely phrase was not said.
  float lack_per_unit = 1e6F;
  float lack_per_weight = 0;
  float least_language = -1e6F;  // least language score of a phrase
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
    uint32_t back = kRoot;        // node of the longest suffix that begins a phrase
    uint32_t phrase = kNoPhrase;  // phrase that ends here
    float pending = 0;            // credit of the best incomplete phrase, beyond that of `kept` phrases
    float kept = 0;               // credit of the phrase that ends here or at a node of the failure links
    float look_ahead = 0;         // best share of `language` so far
  };

  // Builds the graph. Phrases without units are left out; of phrases with the same units the heaviest stays.
  ContextGraph(std::vector<HotwordPhrase> phrases, HotwordScale scale, std::vector<NearUnit> near = {});
  ContextGraph(std::vector<HotwordPhrase> phrases, float credit_per_unit)
      : ContextGraph(std::move(phrases), HotwordScale{.credit_per_unit = credit_per_unit}) {}

  // A node, the weights, the confusable units, and the number of nodes.
  const Node& node(uint32_t at) const { return nodes_[at]; }
  const HotwordScale& scale() const { return scale_; }
  const std::vector<NearUnit>& near() const { return near_; }
  size_t nodes() const { return nodes_.size(); }
  // A phrase by its index, as in Node::phrase.
  const HotwordPhrase& phrase(uint32_t at) const { return phrases_[at]; }
  // The child of a node for a unit; kNone if there is none.
  uint32_t Child(uint32_t at, uint16_t unit) const;
  // The node to which a unit leads, by a child or the failure links; kRoot if there is none.
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
