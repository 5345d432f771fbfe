// Token: one hypothesis of a beam search on its path through the frames (token passing).
//
// The term: S. Young, N. Russell and J. Thornton, Token passing: a simple conceptual model for connected speech
// recognition systems, 1989.
#ifndef TONEGATE_CORE_SEARCH_TOKEN_H_
#define TONEGATE_CORE_SEARCH_TOKEN_H_

#include "core/base/exp_log.h"
#include "core/search/words/context_graph.h"
#include "core/search/words/history.h"
#include "core/search/words/lexicon.h"
#include "core/search/words/ngram.h"

namespace tonegate {

inline constexpr uint16_t kNoUnit = 0xFFFF;
// Value of Token::parent if the last unit need not be put into the history, or is already there.
inline constexpr int32_t kNoParent = -1;
inline constexpr int32_t kWritten = -2;
inline constexpr uint32_t kNoAlternate = 0xFFFFFFFF;

// Mixes a value into a hash.
inline uint64_t MixHash(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
  return hash ^ hash >> 29;
}

struct Token {
  uint64_t identity = 0;  // hash of the units and words
  uint64_t key = 0;       // tokens with equal keys are merged
  uint32_t lexicon_node = Lexicon::kRoot;
  uint32_t context_node = ContextGraph::kRoot;
  uint32_t word_context_node = ContextGraph::kRoot;
  NgramModel::State state;
  NgramModel::State corpus_state;
  uint32_t history = History::kEmpty;  // node without the last unit
  bool needed = false;                 // used while room is made in the history
  int32_t parent = kNoParent;          // index in the beam; its last unit must be put into the history first
  uint32_t word = kNoWord;             // word that the last unit ends
  uint32_t alternates = kNoAlternate;  // first of a list in Alternates
  HeardUnit last{kNoUnit, 0, 0};       // its confidence is a log probability
  float blank = 0;                     // log probability of the alignments that end in blank,
  float nonblank = 0;                  // and of those that do not
  float language = 0;                  // weighted score, with look_ahead
  float look_ahead = 0;
  float credit = 0;   // credit of whole hotwords
  float pending = 0;  // credit of the current, incomplete hotword
  float start = 0;    // lead of the hypothesis over the likeliest path when that hotword began
  float total = 0;

  // The whole score, natural logarithm.
  float Total() const { return LogAdd(blank, nonblank) + language + credit + pending; }
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_TOKEN_H_
