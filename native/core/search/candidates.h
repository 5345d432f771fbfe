// Candidates: the tokens of a frame after recombination; the best of them are the beam of the next frame.
//
// Offer() takes a token unless it is too unlikely. Tokens with the same units and words are one, and all their
// alignments count (prefix beam search); tokens with the same future are also one, which the likelier leads, and the
// others are its Alternates if more than one text is wanted (recombination). Keep() leaves the best (histogram pruning)
// and puts their units into the history. It is a hash table of fixed size over the keys of the tokens.
//
// Thread rule: one object per stream. The constructor allocates; all other functions do so only for alternates and
// history.
#ifndef TONEGATE_CORE_SEARCH_CANDIDATES_H_
#define TONEGATE_CORE_SEARCH_CANDIDATES_H_

#include <array>
#include <vector>

#include "core/search/alternates.h"
#include "core/search/beam_options.h"

namespace tonegate {

class Candidates {
 public:
  // `joins`: tokens with the same future are merged. If more than one result is wanted, the others are kept as
  // alternates.
  Candidates(const BeamOptions& options, bool joins);

  // True if tokens of different states in a second language model continue differently.
  void set_has_corpus(bool has_corpus) { has_corpus_ = has_corpus; }

  // Begins a new frame. REQUIRES: Keep() was called since the last one.
  void Begin();
  // Least total of a token that is taken; likelier tokens raise it.
  float threshold() const { return threshold_; }
  // Offers a token, and sets its total and its key.
  void Offer(Token* token);
  // Replaces the beam by the best offered tokens, best first. `beside_hotwords`: half of the beam is reserved for
  // tokens outside of hotwords.
  void Keep(bool beside_hotwords, std::vector<Token>* beam, History* history);

  // Most nodes that Keep() adds to the history.
  size_t most_nodes() const { return beam_ * (1 + (keeps_ ? Alternates::kMost : 0)); }
  // Keeps alternates or not, for a while.
  void set_keeps(bool keeps) { keeps_ = keeps && joins_ && wants_alternates_; }
  const Alternates& alternates() const { return alternates_; }
  // Collects the history of a beam between two frames.
  void Collect(std::vector<Token>* beam, History* history);

 private:
  uint64_t KeyOf(const Token& token) const;
  template <typename Better>
  void LeaveRoomBesideHotwords(const Better& better);
  // Raises the threshold to the total of the worst of the best `beam_` tokens so far, within the width of a bucket.
  void Count(float total);
  size_t MakeRoom(size_t kept, std::vector<Token>* beam, History* history);
  // Merges a token into another one with the same future.
  void Recombine(const Token& token, Token* other);
  // Puts the last unit of a token of the beam into the history, once in a frame, and returns its node.
  uint32_t Write(Token* token, History* history);
  void AddBeamHeads(Token* token);
  void DropAlternates(std::vector<Token>* beam, History* history);

  size_t beam_;
  float beam_nats_;
  bool joins_;
  bool wants_alternates_;
  bool keeps_;
  bool has_corpus_ = false;
  float threshold_ = 0;
  // Numbers of tokens outside of hotwords by their total, in buckets relative to the first token. All buckets from
  // `full_` on hold `counted_` tokens together; lower ones are no longer counted.
  static constexpr size_t kBuckets = 256;
  static constexpr float kBucketsPerNat = 8;
  std::array<uint16_t, kBuckets> buckets_{};
  size_t full_ = 0;
  size_t counted_ = 0;
  float first_total_ = 0;
  bool has_first_ = false;
  std::vector<Token> tokens_;
  std::vector<uint32_t> slots_;    // hash table of tokens_
  std::vector<uint32_t> touched_;  // slots in use
  std::vector<uint32_t> order_;
  std::vector<uint32_t*> heads_;
  Alternates alternates_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_CANDIDATES_H_
