#include "core/search/alternates.h"

#include <algorithm>
#include <utility>

#include "core/base/exp_log.h"

namespace tonegate {
namespace {

void Replace(const Alternate& by, Alternate* out) {
  const uint32_t next = out->next;
  *out = by;
  out->next = next;
}

}  // namespace

uint32_t Alternates::Copy(uint32_t list) {
  uint32_t copy = kNoAlternate;
  for (uint32_t at = list; at != kNoAlternate; at = beam_[at].next) {
    offered_.push_back(beam_[at]);
    offered_.back().next = std::exchange(copy, static_cast<uint32_t>(offered_.size() - 1));
  }
  return copy;
}

void Alternates::Shift(uint32_t list, float nats, float scored) {
  for (uint32_t at = list; at != kNoAlternate; at = offered_[at].next) {
    offered_[at].lead = std::min(0.0F, offered_[at].lead + nats);
    offered_[at].scored += scored;
  }
}

void Alternates::Add(const Alternate& alternate, uint32_t* list) {
  if (alternate.lead < -kMostNats) return;
  size_t count = 0;
  uint32_t worst = kNoAlternate;
  for (uint32_t at = *list; at != kNoAlternate; at = offered_[at].next, ++count) {
    Alternate& other = offered_[at];
    if (other.identity == alternate.identity) {
      const float lead = std::min(0.0F, LogAdd(other.lead, alternate.lead));
      if (alternate.lead > other.lead) Replace(alternate, &other);
      other.lead = lead;
      return;
    }
    if (worst == kNoAlternate || other.lead < offered_[worst].lead) worst = at;
  }
  if (count < kMost) {
    offered_.push_back(alternate);
    offered_.back().next = std::exchange(*list, static_cast<uint32_t>(offered_.size() - 1));
  } else if (alternate.lead > offered_[worst].lead) {
    Replace(alternate, &offered_[worst]);
  }
}

void Alternates::Remove(uint64_t identity, uint32_t* list) {
  for (uint32_t* at = list; *at != kNoAlternate; at = &offered_[*at].next) {
    if (offered_[*at].identity != identity) continue;
    *at = offered_[*at].next;
    return;
  }
}

void Alternates::Advance() {
  std::swap(beam_, offered_);
  offered_.clear();
}

}  // namespace tonegate
