// BeamSearch: the likeliest units and words of a CTC recogniser's frames, with a lexicon, a language model and
// hotwords.
//
// Keeps the best hypotheses, frame by frame. A hypothesis is a run of units with the probability of all its alignments,
// ending in blank or not (prefix beam search). With a lexicon, units descend its tree and become words at its nodes; a
// word pays the language model when it ends, and the look-ahead of its node until then. Without a lexicon, every unit
// stands for itself, with a language model over units if there is one. Hotwords: see ContextGraph. Frames in which
// blank is nearly certain are not speech: they earn no credit. With a lexicon, units that are near those of a hotword
// count for them, at a cost; and a hotword whose path is much less likely than the likeliest path through the same
// frames was not said, whatever its weight.
//
// In each frame every Token is passed on to its successors (token_passing.cc), scored by FrameScores; the best of the
// resulting Candidates stay. Their units and words are in a History. With a lexicon or a language model, tokens with the
// same future are recombined: the likelier one stays. If more than one hypothesis is wanted, the others stay beside it as
// Alternates, and the history is a lattice, which n_best.cc reads. The best hypothesis is the same for every number that
// is wanted, unless the history of a very long segment is full.
//
// Source: A. Hannun and others, First-pass large vocabulary continuous speech recognition using bi-directional
// recurrent DNNs, 2014, algorithm 1.
//
// Frames pushed in pieces give the same result as frames pushed whole, bit for bit.
// Thread rule: one object per stream; its lexicon, models and hotwords are shared. Reset() never allocates, Push() only
// while history and alternates are longer than ever before; functions that return hypotheses always do.
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
  // Longest segment: 200 s of 30 ms frames. The caller must end a longer one.
  static constexpr uint32_t kMaxSegmentFrames = 6600;

  struct Knowledge {
    const Lexicon* lexicon = nullptr;
    const NgramModel* language = nullptr;
    // The language model's word for every unit, if there is no lexicon; kNoWord for none. Empty: no language model is
    // used.
    std::vector<uint32_t> word_of_unit;
  };

  // Makes a search. All pointers must outlive it. kUnsupported: an option is out of its range, the lexicon has other
  // units, or the language model has another vocabulary.
  static Status Make(const BeamOptions& options, Knowledge knowledge, std::unique_ptr<BeamSearch>* out);

  // Sets hotwords, null for none, and begins a new segment. Both graphs must outlive the search. `context` is over
  // units; with a lexicon it holds the hotwords that should be recognised, beside the lexicon's tree. `words`, only
  // with a lexicon, is over the words of the language model, for hotwords of negative weight, which the lexicon's own
  // words must not form.
  void SetContext(const ContextGraph* context, const ContextGraph* words = nullptr);

  // Sets a second language model over the same words, mixed with the first by a `share` of 0 to 1 of the probability;
  // null for none. It must outlive the search. Begins a new segment. kUnsupported: there is no first model, the
  // vocabulary differs, or the share is out of range; nothing changes then.
  Status SetCorpus(const NgramModel* corpus, float share = 0);

  // Takes whole frames of log probabilities. Returns the number of frames taken: fewer than given once the segment has
  // kMaxSegmentFrames. REQUIRES: log_probs.size() is a multiple of units.
  size_t Push(std::span<const float> log_probs);

  // Gives the best hypothesis so far, without the credit of incomplete hotwords.
  void Best(Hypothesis* out) const;
  // Gives the best hypotheses, at most n_best and at most `most`, as if the segment ended here: words complete, end of
  // sentence paid. Best first.
  void Finish(std::vector<Hypothesis>* out, size_t most = SIZE_MAX) const;
  // Gives the best hypothesis that Finish() would give after these frames; they do not count as pushed. Uses only as
  // many frames as the segment and the history have room for.
  void Peek(std::span<const float> log_probs, Hypothesis* out);

  // Number of frames since the stream began.
  uint32_t frames() const { return frame_; }
  // Number of frames after the end of the best hypothesis' last unit.
  uint32_t trailing_frames() const;

  // Begins a new segment; the frame numbers go on.
  void Reset();
  // Begins a new stream, whose first frame has this number.
  void Restart(uint32_t frame = 0);

 private:
  BeamSearch(const BeamOptions& options, Knowledge knowledge);

  // Implemented in token_passing.cc.
  void Stay(Token* token) const;
  void Pass(size_t from, bool speech);
  void PassHotwords(size_t from, bool speech);
  Token Grown(size_t from, uint16_t unit, float acoustic, float score, float behind) const;
  void EnterLexicon(const Token& from, const Token& seed, uint32_t node, bool speech);
  void EnterHotword(const Token& from, const Token& seed, uint32_t node, bool speech);
  void EnterUnit(const Token& from, Token seed, bool speech);
  void StepContext(const Token& from, uint32_t node, bool speech, Token* to) const;
  // Language score, natural logarithm; advances the token's states.
  float LanguageScore(uint32_t word, Token* token) const {
    const float general = knowledge_.language->Score(token->state, word, &token->state);
    if (corpus_ == nullptr) return general;
    const float special = corpus_->Score(token->corpus_state, word, &token->corpus_state);
    return LogAdd(general + general_share_, special + corpus_share_);
  }

  // Implemented in n_best.cc.
  bool IsAtBoundary(const Token& token) const;
  // One way through the lattice: a token of the beam or one of its alternates, and a path through the history that
  // takes another node than the likeliest one at some places.
  struct Way {
    float score = 0;
    const Token* token = nullptr;
    uint32_t alternate = kNoAlternate;  // of the token, in whose place it ends
    uint32_t before = kNoWay;           // the way that it leaves at `turn`
    History::Turn turn;
  };
  static constexpr uint32_t kNoWay = 0xFFFFFFFF;
  // Adds the ways that leave a way after its last turn and have at least the score `least`.
  void Branch(uint32_t at, float least, std::vector<Way>* ways) const;
  // Gives the last unit of a way, which is not in the history yet.
  History::Node LastOf(const Way& way) const;
  // Gives units, words and score of a way, and returns its acoustic lead over its token's own past.
  float Read(const std::vector<Way>& ways, uint32_t at, Hypothesis* out) const;
  // Sets what its units lost, and how clear they are.
  void Judge(const Token& token, float lead, Hypothesis* out) const;
  uint64_t TextHash(const Hypothesis& hypothesis) const;
  // Geometric mean of the likeliest units' probabilities in the frames of speech from a second before a unit to a
  // second after it, as far as they have come; 0 if there are none. Lexicon, language and hotwords have no effect on
  // it: it is high where the recogniser knows the voice and the sounds, and low in singing, babble and music, whatever
  // words the search makes of them.
  float Clearness(const HeardUnit& unit) const;

  BeamOptions options_;
  Knowledge knowledge_;
  const ContextGraph* context_ = nullptr;
  const ContextGraph* word_context_ = nullptr;
  bool beside_ = false;  // true if there are hotwords beside the lexicon
  float weight_;         // weight of the language model; 0 without one
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
