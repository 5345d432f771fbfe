// Alternates: hypotheses that a search recombined with a likelier one.
//
// Tokens with the same future need only one place in the beam: the likelier one leads, and whatever follows changes both
// scores alike. The others are kept as alternates in a list of the leader: each has its own past and its distance from the
// leader. When the leader grows, its list goes into the history beside the leader's last unit (History::Node::next), so that
// History is a lattice, from which BeamSearch::Finish() reads the n best.
//
// The term: H. Ney and X. Aubert, A word graph algorithm for large vocabulary continuous speech recognition, 1994.
#ifndef TONEGATE_CORE_SEARCH_ALTERNATES_H_
#define TONEGATE_CORE_SEARCH_ALTERNATES_H_

#include <algorithm>
#include <utility>
#include <vector>

#include "core/search/token.h"

namespace tonegate {

struct Alternate {
  uint64_t identity = 0;
  float lead = 0;    // its total less the leader's; usually negative
  float scored = 0;  // the part of it that language and hotwords make; the rest is acoustic
  uint32_t history = History::kEmpty;
  int32_t parent = kNoParent;
  uint32_t word = kNoWord;
  HeardUnit last{kNoUnit, 0, 0};
  uint32_t next = kNoAlternate;

  float Acoustic() const { return lead - scored; }
};

// The lists of the tokens of two frames: the beam, and the candidates that will replace it.
//
// Thread rule: one object per stream. The constructor and Add() may allocate.
class Alternates {
 public:
  // Most alternates of a token, and most nats that they may be behind it.
  static constexpr size_t kMost = 4;
  static constexpr float kMostNats = 12;

  // Gives the list of a token of the beam to a candidate.
  uint32_t Copy(uint32_t list) {
    uint32_t copy = kNoAlternate;
    for (uint32_t at = list; at != kNoAlternate; at = beam_[at].next) {
      offered_.push_back(beam_[at]);
      offered_.back().next = std::exchange(copy, static_cast<uint32_t>(offered_.size() - 1));
    }
    return copy;
  }
  // Adds `nats` to the leads of a candidate's list.
  void Shift(uint32_t list, float nats) {
    for (uint32_t at = list; at != kNoAlternate; at = offered_[at].next) offered_[at].lead = std::min(0.0F, offered_[at].lead + nats);
  }
  // Adds one to a candidate's list. All alignments of the same units and words count together. A full list keeps its best.
  void Add(const Alternate& alternate, uint32_t* list) {
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
  // Removes the alternate with an identity from a candidate's list.
  void Remove(uint64_t identity, uint32_t* list) {
    for (uint32_t* at = list; *at != kNoAlternate; at = &offered_[*at].next) {
      if (offered_[*at].identity != identity) continue;
      *at = offered_[*at].next;
      return;
    }
  }
  Alternate& OfCandidate(uint32_t at) { return offered_[at]; }
  Alternate& OfBeam(uint32_t at) { return beam_[at]; }
  const Alternate& OfBeam(uint32_t at) const { return beam_[at]; }
  // The candidates are the beam now.
  void Advance() {
    std::swap(beam_, offered_);
    offered_.clear();
  }

 private:
  static void Replace(const Alternate& by, Alternate* out) {
    const uint32_t next = out->next;
    *out = by;
    out->next = next;
  }

  std::vector<Alternate> beam_, offered_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_ALTERNATES_H_
