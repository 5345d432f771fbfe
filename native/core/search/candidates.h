// Candidates: the tokens that a frame makes, recombined, of which the best are the beam of the next frame.
//
// Offer() takes a token unless it is too unlikely. Tokens of the same units and words are one, whose
// alignments all count (prefix beam search); if only the best text is wanted, so are tokens that can only go on
// equally, of which the likelier stays (recombination). Keep() leaves the best (histogram pruning) and puts what they
// have heard into the history.
// A hash table of fixed size over the tokens' keys.
// Thread rule: one object per stream. The constructor allocates; the rest never does.
#ifndef TONEGATE_CORE_SEARCH_CANDIDATES_H_
#define TONEGATE_CORE_SEARCH_CANDIDATES_H_

#include <array>
#include <vector>

#include "core/search/beam_options.h"
#include "core/search/token.h"

namespace tonegate {

class Candidates {
 public:
  // `joins`: tokens that can only go on equally are one.
  Candidates(const BeamOptions& options, bool joins);

  // True if tokens of different states in a second language model continue differently.
  void set_has_corpus(bool has_corpus) { has_corpus_ = has_corpus; }

  // A new frame. REQUIRES: Keep() since the last one.
  void Begin();
  // Less likely tokens are not taken; likelier ones raise it.
  float threshold() const { return threshold_; }
  // Gives the token its total and its key.
  void Offer(Token* token);
  // The best of those offered, best first, in place of those they came from.
  // `beside_hotwords`: half of the beam is for those outside of hotwords.
  void Keep(bool beside_hotwords, std::vector<Token>* beam, History* history);

 private:
  uint64_t KeyOf(const Token& token) const;
  template <typename Better>
  void LeaveRoomBesideHotwords(const Better& better);
  // Raises the threshold to what the best `beam_` tokens so far have, within a bucket's width.
  void Count(float total);
  size_t MakeRoom(size_t kept, std::vector<Token>* beam, History* history);

  size_t beam_;
  float beam_nats_;
  bool joins_;
  bool has_corpus_ = false;
  float threshold_ = 0;
  // How many tokens outside of hotwords have a total in each bucket, counted from that of the first token on. All buckets
  // from `full_` on hold `counted_` tokens; those below are not counted any more.
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
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_CANDIDATES_H_
