// BeamSearch: the likeliest units and words of a CTC recogniser's frames, with a lexicon, a language model and
// hotwords.
//
// Keeps the best hypotheses, frame by frame. A hypothesis is a run of units with the probability of
// all its alignments, ending in blank or not (prefix beam search). With a lexicon, units walk down its tree and become
// words at its nodes; a word pays the language model when it ends, and the look-ahead of its node until then. Without
// one, every unit stands for itself, with a language model over units if there is one.
// Hotwords: see ContextGraph. Frames in which blank is nearly sure are not speech: no credit is earned in them. Beside
// a lexicon, units that are near those of a hotword count for them, at a cost; and a hotword whose way is much less
// likely than the likeliest of all ways through the same frames was not said, whatever its weight.
//
// In each frame every Token is passed on to what it may become (token_passing.cc) by what FrameScores
// says of the units; of the Candidates that this makes the best stay. What they have heard is in a History. n_best.cc
// reads it.
//
// Source: A. Hannun and others, First-pass large vocabulary continuous speech recognition using bi-directional
// recurrent DNNs, 2014, algorithm 1.
//
// Pushing frames in pieces gives the result of pushing them whole, bit for bit.
// Thread rule: one object per stream; what it is made of is shared. Push, Reset never allocate; what gives hypotheses
// does.
#ifndef TONEGATE_CORE_SEARCH_BEAM_H_
#define TONEGATE_CORE_SEARCH_BEAM_H_

#include <memory>

#include "core/base/status.h"
#include "core/search/beam_options.h"
#include "core/search/candidates.h"
#include "core/search/frame_scores.h"
#include "core/search/token.h"

namespace tonegate {

class BeamSearch {
 public:
  // A longer segment has to be ended by the caller. 200 s of 30 ms frames.
  static constexpr uint32_t kMaxSegmentFrames = 6600;

  struct Knowledge {
    const Lexicon* lexicon = nullptr;
    const NgramModel* language = nullptr;
    // Without a lexicon: the language model's word of every unit, kNoWord for none. Empty: no language model is asked.
    std::vector<uint32_t> word_of_unit;
  };

  // All that is pointed to must outlive the search. kUnsupported: an option is out of its range, the lexicon has other
  // units, the language model another vocabulary.
  static Status Make(const BeamOptions& options, Knowledge knowledge, std::unique_ptr<BeamSearch>* out);

  // Hotwords; null for none. Both graphs must outlive the search. Begins a new segment. `context`: over units; with a
  // lexicon it is for hotwords to be heard, which stand beside it. `words`, with a lexicon only: over the language
  // model's words, for hotwords of negative weight, which the lexicon's own words must not make up.
  void SetContext(const ContextGraph* context, const ContextGraph* words = nullptr);

  // A second language model over the same words, mixed with the first by `share` of 0 to 1 of the probability; null for
  // none. It must outlive the search. Begins a new segment. kUnsupported: there is no first, another vocabulary, or no
  // sound share; nothing changes then.
  Status SetCorpus(const NgramModel* corpus, float share = 0);

  // Whole frames. Returns the frames taken: fewer than given once the segment has kMaxSegmentFrames.
  // REQUIRES: log_probs.size() is a multiple of units.
  size_t Push(std::span<const float> log_probs);

  // The best so far, without credit of hotwords that are not complete.
  void Best(Hypothesis* out) const;
  // The best n_best or fewer, as if the segment ended here: words complete, end of sentence paid. Best first.
  void Finish(std::vector<Hypothesis>* out) const;
  // The result that Finish() would give if these frames came next; they do not count as pushed. Looks no further than
  // the segment and the history have room.
  void Peek(std::span<const float> log_probs, std::vector<Hypothesis>* out);

  uint32_t frames() const { return frame_; }
  // Frames after the end of the best hypothesis' last unit.
  uint32_t trailing_frames() const;

  // A new segment; time goes on.
  void Reset();
  // A new stream, whose first frame has this number.
  void Restart(uint32_t frame = 0);

 private:
  BeamSearch(const BeamOptions& options, Knowledge knowledge);

  // token_passing.cc
  void Stay(Token* token) const;
  void Pass(size_t from, bool speech);
  void PassHotwords(size_t from, bool speech);
  Token Grown(size_t from, uint16_t unit, float acoustic, float score, float behind) const;
  void EnterLexicon(const Token& from, const Token& seed, uint32_t node, bool speech);
  void EnterHotword(const Token& from, const Token& seed, uint32_t node, bool speech);
  void EnterUnit(const Token& from, Token seed, bool speech);
  void StepContext(const Token& from, uint32_t node, bool speech, Token* to) const;
  // Natural logarithm; moves the token's states on.
  float LanguageScore(uint32_t word, Token* token) const {
    const float general = knowledge_.language->Score(token->state, word, &token->state);
    if (corpus_ == nullptr) return general;
    const float special = corpus_->Score(token->corpus_state, word, &token->corpus_state);
    return LogAdd(general + general_share_, special + corpus_share_);
  }

  // n_best.cc
  bool IsAtBoundary(const Token& token) const;
  void Read(const Token& token, float score, Hypothesis* out) const;
  uint64_t TextHash(const Hypothesis& hypothesis) const;
  // Geometric mean of the likeliest units' probabilities in the frames of speech from a second before a unit to a
  // second after it, as far as they have come; 0 where there are none. Neither lexicon nor language nor hotwords count:
  // it is high where the recogniser knows the voice and the sounds, and low in singing, babble and music, whatever
  // words the search makes of them.
  float Clearness(const HeardUnit& unit) const;

  BeamOptions options_;
  Knowledge knowledge_;
  const ContextGraph* context_ = nullptr;
  const ContextGraph* word_context_ = nullptr;
  bool beside_ = false;  // there are hotwords beside the lexicon
  float weight_;         // of the language model; 0 without one
  const NgramModel* corpus_ = nullptr;
  float corpus_share_ = 0;  // natural logarithms
  float general_share_ = 0;
  uint32_t frame_ = 0;
  uint32_t segment_frame_ = 0;
  float free_ = 0;  // log probability of the likeliest unit or blank of every frame so far
  FrameScores scores_;
  std::vector<Token> beam_;  // best first
  Candidates candidates_;
  std::vector<float> likeliest_;  // FrameScores::Likeliest() of the segment's frames
  History history_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_BEAM_H_
