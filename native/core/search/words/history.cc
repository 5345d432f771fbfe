#include "core/search/words/history.h"

#include <algorithm>

#include "core/base/exp_log.h"

namespace tonegate {

namespace {

constexpr size_t kFirstNodes = 1024;  // enough for most sentences between two collections

}  // namespace

History::History(size_t capacity)
    : capacity_(capacity), nodes_(std::min(capacity, kFirstNodes)), moved_(std::min(capacity, kFirstNodes)) {}

void History::Reserve(size_t count) {
  while (room() < count && nodes_.size() < capacity_) {
    nodes_.resize(std::min(2 * nodes_.size(), capacity_));
    moved_.resize(nodes_.size());
  }
}

void History::GrowIfCrowded() {
  if (used_ > nodes_.size() / 2) Reserve(room() + 1);
}

uint32_t History::Add(const Node& node) {
  nodes_[used_] = node;
  return static_cast<uint32_t>(used_++);
}

void History::Collect(std::span<uint32_t* const> heads) {
  std::fill(moved_.begin(), moved_.begin() + static_cast<std::ptrdiff_t>(used_), kEmpty);
  for (const uint32_t* head : heads) {
    for (uint32_t at = *head; at != kEmpty && moved_[at] == kEmpty; at = nodes_[at].parent) moved_[at] = at;
  }
  // A parent is older than its children, so it has its new number before they need it.
  uint32_t kept = 0;
  for (uint32_t at = 0; at < used_; ++at) {
    if (moved_[at] == kEmpty) continue;
    Node node = nodes_[at];
    if (node.parent != kEmpty) node.parent = moved_[node.parent];
    nodes_[kept] = node;
    moved_[at] = kept++;
  }
  used_ = kept;
  for (uint32_t* head : heads) {
    if (*head != kEmpty) *head = moved_[*head];
  }
}

void History::Read(uint32_t head, const Node* last, Hypothesis* out) const {
  out->units.clear();
  out->words.clear();
  std::vector<uint32_t> ends;
  if (last != nullptr) {
    out->units.push_back(last->heard);
    ends.push_back(last->word);
  }
  for (uint32_t at = head; at != kEmpty; at = nodes_[at].parent) {
    out->units.push_back(nodes_[at].heard);
    ends.push_back(nodes_[at].word);
  }
  std::reverse(out->units.begin(), out->units.end());
  std::reverse(ends.begin(), ends.end());
  uint32_t first = 0;
  float logs = 0;
  for (uint32_t i = 0; i < ends.size(); ++i) {
    logs += Ln(std::max(out->units[i].confidence, 1e-30F));
    if (ends[i] == kNoWord) continue;
    const uint32_t count = i + 1 - first;
    out->words.push_back({ends[i], first, count, Exp(logs / static_cast<float>(count))});
    first = i + 1;
    logs = 0;
  }
}

}  // namespace tonegate
