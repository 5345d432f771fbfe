// History: what the hypotheses of a search have heard, as a tree that shares beginnings.
//
// Add() hangs a unit below a node; a hypothesis holds its last node. The room is fixed: Collect()
// throws away what no hypothesis holds any more and moves the rest together.
// Thread rule: one object per stream. The constructor allocates; the rest never does, but for Read().
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
    uint32_t word = kNoWord;  // that this unit ends
    HeardUnit heard;
  };

  explicit History(size_t capacity);

  size_t room() const { return nodes_.size() - used_; }
  // REQUIRES: room() > 0.
  uint32_t Add(const Node& node);
  // Keeps what the heads reach; every head is changed to its node's new number.
  void Collect(std::span<uint32_t* const> heads);
  void Clear() { used_ = 0; }
  size_t used() const { return used_; }
  // Forgets the nodes added since `used` were in use. REQUIRES: no Collect() since.
  void Forget(size_t used) { used_ = used; }

  // The units up to `head` and, if given, one that is not in the tree yet; and the words that end in them.
  void Read(uint32_t head, const Node* last, Hypothesis* out) const;

 private:
  std::vector<Node> nodes_;
  std::vector<uint32_t> moved_;
  size_t used_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_HISTORY_H_
