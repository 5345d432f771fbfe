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

void History::GrowIfCrowded(size_t count) {
  if (used_ > nodes_.size() / 2) Reserve(room() + 1);
  Reserve(count);
}

uint32_t History::Add(const Node& node) {
  nodes_[used_] = node;
  return static_cast<uint32_t>(used_++);
}

void History::Collect(std::span<uint32_t* const> heads) {
  std::fill(moved_.begin(), moved_.begin() + static_cast<std::ptrdiff_t>(used_), kEmpty);
  for (const uint32_t* head : heads) {
    if (*head != kEmpty) moved_[*head] = *head;
  }
  // A node is newer than its parent and than the node that it names as the next one.
  for (uint32_t at = static_cast<uint32_t>(used_); at-- > 0;) {
    if (moved_[at] == kEmpty) continue;
    const Node& node = nodes_[at];
    if (node.parent != kEmpty) moved_[node.parent] = node.parent;
    if (node.next != kEmpty) moved_[node.next] = node.next;
  }
  uint32_t kept = 0;
  for (uint32_t at = 0; at < used_; ++at) {
    if (moved_[at] == kEmpty) continue;
    Node node = nodes_[at];
    if (node.parent != kEmpty) node.parent = moved_[node.parent];
    if (node.next != kEmpty) node.next = moved_[node.next];
    nodes_[kept] = node;
    moved_[at] = kept++;
  }
  used_ = kept;
  for (uint32_t* head : heads) {
    if (*head != kEmpty) *head = moved_[*head];
  }
}

void History::Unlink() {
  for (size_t at = 0; at < used_; ++at) nodes_[at].next = kEmpty;
}

float History::Read(uint32_t head, const Node* last, std::span<const Turn> turns, Hypothesis* out) const {
  out->units.clear();
  out->words.clear();
  std::vector<uint32_t> ends;
  std::vector<float> leads;
  const auto take = [&](const Node& node) {
    out->units.push_back(node.heard);
    ends.push_back(node.word);
    leads.push_back(node.acoustic);
  };
  if (last != nullptr) take(*last);
  for (uint32_t at = head; at != kEmpty; at = nodes_[at].parent) {
    if (!turns.empty() && turns.front().from == at) {
      at = turns.front().to;
      turns = turns.subspan(1);
    }
    take(nodes_[at]);
  }
  std::reverse(out->units.begin(), out->units.end());
  std::reverse(ends.begin(), ends.end());
  std::reverse(leads.begin(), leads.end());
  uint32_t first = 0;
  float logs = 0, lead = 0;
  for (uint32_t i = 0; i < ends.size(); ++i) {
    out->units[i].behind -= lead;
    lead += leads[i];
    logs += Ln(std::max(out->units[i].confidence, 1e-30F));
    if (ends[i] == kNoWord) continue;
    const uint32_t count = i + 1 - first;
    out->words.push_back({ends[i], first, count, Exp(logs / static_cast<float>(count))});
    first = i + 1;
    logs = 0;
  }
  return lead;
}

}  // namespace tonegate
