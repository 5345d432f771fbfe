// Alternates: hypotheses that a search recombined with a likelier one.
//
// Tokens with the same future need only one place in the beam: the likelier one leads, and whatever follows changes
// both scores alike. The others are kept as alternates in a list of the leader: each has its own past and its distance
// from the leader. When the leader grows, its list goes into the history beside the leader's last unit
// (History::Node::next), so that History is a lattice, from which BeamSearch::Finish() reads the n best.
//
// The term: H. Ney and X. Aubert, A word graph algorithm for large vocabulary continuous speech recognition, 1994.
#ifndef TONEGATE_CORE_SEARCH_ALTERNATES_H_
#define TONEGATE_CORE_SEARCH_ALTERNATES_H_

#include <vector>

#include "core/search/token.h"

namespace tonegate {

struct Alternate {
  uint64_t identity = 0;
  float lead = 0;    // its total less the leader's; at most 0
  float scored = 0;  // the part of it that comes from language and hotwords; the rest is acoustic
  uint32_t history = History::kEmpty;
  int32_t parent = kNoParent;
  uint32_t word = kNoWord;
  HeardUnit last{kNoUnit, 0, 0};
  uint32_t next = kNoAlternate;

  float Acoustic() const { return lead - scored; }
};

// The lists of the tokens of two frames: the beam, and the candidates that will replace it.
//
// Thread rule: one object per stream. Copy() and Add() allocate while the lists are longer than ever before.
class Alternates {
 public:
  // Most alternates of a token, and most nats that they may be behind it when they are added.
  static constexpr size_t kMost = 4;
  static constexpr float kMostNats = 12;

  // Gives the list of a token of the beam to a candidate.
  uint32_t Copy(uint32_t list);
  // Adds `nats` to the leads of a candidate's list, when another token leads it or its leader has another score. `scored`:
  // the part of them that comes from language and hotwords. A lead is never above 0.
  void Shift(uint32_t list, float nats, float scored);
  // Adds one to a candidate's list. All alignments of the same units and words count together. A full list keeps its
  // best.
  void Add(const Alternate& alternate, uint32_t* list);
  // Removes the alternate with an identity from a candidate's list.
  void Remove(uint64_t identity, uint32_t* list);
  Alternate& OfCandidate(uint32_t at) { return offered_[at]; }
  Alternate& OfBeam(uint32_t at) { return beam_[at]; }
  const Alternate& OfBeam(uint32_t at) const { return beam_[at]; }
  // The candidates are the beam now.
  void Advance();

 private:
  std::vector<Alternate> beam_, offered_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_ALTERNATES_H_
