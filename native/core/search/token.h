// Token: one hypothesis of a beam search on its way through the frames (token passing).
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
// Value of Token::parent if the last unit was not be put into the history, or is there already.
inline constexpr int32_t kNoParent = -1;
inline constexpr int32_t kWritten = -2;

inline uint64_t MixHash(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
  return hash ^ hash >> 29;
}

struct Token {
  uint64_t identity = 0;  // of the units and words
  uint64_t key = 0;       // tokens of one key are joined
  uint32_t lexicon_node = Lexicon::kRoot;
  uint32_t context_node = ContextGraph::kRoot;
  uint32_t word_context_node = ContextGraph::kRoot;
  NgramModel::State state;
  NgramModel::State corpus_state;
  uint32_t history = History::kEmpty;  // without the last unit
  bool needed = false;                 // while room is made in the history
  int32_t parent = kNoParent;          // in the beam, whose last unit has to be put into the history first
  uint32_t word = kNoWord;             // that the last unit ends
  HeardUnit last{kNoUnit, 0, 0};       // confidence: as log probability
  float blank = 0;                     // log probability of the alignments that end in blank,
  float nonblank = 0;                  // and of those that do not
  float language = 0;                  // weighted, with look_ahead
  float look_ahead = 0;
  float credit = 0;   // of whole hotwords
  float pending = 0;  // of a hotword under way
  float start = 0;    // of that hotword: by how much the hypothesis was likelier than the likeliest of all ways
  float total = 0;

  float Total() const { return LogAdd(blank, nonblank) + language + credit + pending; }
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_TOKEN_H_
