// History: the units and words of the hypotheses of a search, as a lattice that shares beginnings.
//
// Add() appends a unit below a node; a hypothesis holds its last node. A node may name another one with the same future,
// and a path may then take either. Collect() drops the nodes that no hypothesis needs any more and moves the rest
// together, so that most sentences need little memory.
//
// Thread rule: one object per stream. The constructor, Reserve(), GrowIfCrowded() and Read() allocate.
#ifndef TONEGATE_CORE_SEARCH_HISTORY_H_
#define TONEGATE_CORE_SEARCH_HISTORY_H_

#include <span>

#include "core/search/result.h"

namespace tonegate {

class History {
 public:
  static constexpr uint32_t kEmpty = 0xFFFFFFFF;
  struct Node {
    uint32_t parent = kEmpty;
    uint32_t word = kNoWord;  // word that this unit ends
    HeardUnit heard;
    uint32_t next = kEmpty;  // another node with the same future
    // Only of another node: its score, and the acoustic part of it, less those of the node that it may replace.
    float lead = 0;
    float acoustic = 0;
  };

  // `capacity`: largest number of nodes. Memory for them is taken as they are needed.
  explicit History(size_t capacity);

  // Number of nodes that can be added before it grows or is collected.
  size_t room() const { return nodes_.size() - used_; }
  // Takes memory until `count` nodes can be added, or the capacity is reached.
  void Reserve(size_t count);
  // Takes more memory if more than half of it is in use, or `count` nodes have no room.
  void GrowIfCrowded(size_t count);
  // Adds a node and returns its number. REQUIRES: room() > 0.
  uint32_t Add(const Node& node);
  // Keeps the nodes that the heads reach, and changes every head to the new number of its node.
  void Collect(std::span<uint32_t* const> heads);
  // Forgets which nodes have the same future as others.
  void Unlink();
  // Removes all nodes.
  void Clear() { used_ = 0; }
  // Number of nodes in use.
  size_t used() const { return used_; }
  // Removes the nodes that were added after `used` nodes were in use. REQUIRES: no Collect() since then.
  void Forget(size_t used) { used_ = used; }

  const Node& node(uint32_t at) const { return nodes_[at]; }

  // One node of a path that takes the place of another one with the same future.
  struct Turn {
    uint32_t from = kEmpty;
    uint32_t to = kEmpty;
  };
  // Gives the units up to `head`, followed by `last` if given (a node that is not in the history yet), and the words
  // that end in them. `turns` go from the end of the path to its beginning. Returns the acoustic lead of this path
  // over the one without turns.
  float Read(uint32_t head, const Node* last, std::span<const Turn> turns, Hypothesis* out) const;

 private:
  size_t capacity_ = 0;
  std::vector<Node> nodes_;
  std::vector<uint32_t> moved_;
  size_t used_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_HISTORY_H_
