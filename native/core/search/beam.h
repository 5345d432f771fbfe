// BeamSearch: the likeliest units and words of a CTC recogniser's frames, with a lexicon, a language model and
// hotwords.
//
// What does it do? Keeps the best hypotheses, frame by frame. A hypothesis is a run of units with the probability of
// all its alignments, ending in blank or not (prefix beam search). With a lexicon, units walk down its tree and become
// words at its nodes; a word pays the language model when it ends, and the look-ahead of its node until then. Without
// one, every unit stands for itself, with a language model over units if there is one.
// Hotwords: see ContextGraph. Frames in which blank is nearly sure are not speech: no credit is earned in them. Beside
// a lexicon, units that are near those of a hotword count for them, at a cost; and a hotword whose way is much less
// likely than the likeliest of all ways through the same frames was not said, whatever its weight.
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
#include "core/search/context_graph.h"
#include "core/search/history.h"
#include "core/search/lexicon.h"
#include "core/search/ngram.h"

namespace tonegate {

struct BeamOptions {
  uint32_t units = 0;  // of a frame, blank among them; 2 to 65535
  uint16_t blank = 0;
  size_t beam = 48;       // hypotheses kept, 1 to 256
  float beam_nats = 16;   // worse ones than that are dropped
  size_t top_units = 16;  // tried in a frame, 1 to 256
  float unit_nats = 10;   // less likely ones than that against the likeliest are not tried
  float floor = -14;      // log probabilities are raised to it: no single frame rules a word out
  float language_weight = 0.58F;
  float unit_bonus = 2.75F;  // for each unit heard: recognisers and language models both like few
  float word_bonus = -0.3F;  // for each word
  // Blank loses that many nats where it is not nearly sure: recognisers that hear an unknown voice leave units out.
  float blank_penalty = 0.65F;
  float non_speech = 0.95F;  // probability of blank from which on a frame earns no hotword credit
  size_t n_best = 1;         // hypotheses wanted, 1 to 32; 1 joins those that can only go on equally
};

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
  // What Finish() would say if these frames came next; they do not count as pushed. Looks no further than the segment
  // and the history have room.
  void Peek(std::span<const float> log_probs, std::vector<Hypothesis>* out);

  uint32_t frames() const { return frame_; }
  // Frames after the end of the best hypothesis' last unit.
  uint32_t trailing_frames() const;

  // A new segment; time goes on.
  void Reset();
  // A new stream.
  void Restart();

 private:
  static constexpr uint16_t kNoUnit = 0xFFFF;

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
    int32_t parent = -1;                 // in beam_, whose last unit has to be put into the history first
    uint32_t word = kNoWord;             // that the last unit ends
    HeardUnit last{kNoUnit, 0, 0, 0};    // confidence: as log probability
    float blank = 0;                     // log probability of the alignments that end in blank,
    float nonblank = 0;                  // and of those that do not
    float language = 0;                  // weighted, with look_ahead
    float look_ahead = 0;
    float credit = 0;   // of whole hotwords
    float pending = 0;  // of a hotword under way
    float start = 0;    // of that hotword: by how much the hypothesis was likelier than the likeliest of all ways
    float total = 0;
  };

  BeamSearch(const BeamOptions& options, Knowledge knowledge);

  void PickUnits(std::span<const float> frame);
  void Blur(std::span<const float> frame);
  float FrameScore(std::span<const float> frame, uint16_t unit) const;
  void Stay(const Token& from, std::span<const float> frame, Token* to) const;
  void Extend(size_t from, uint16_t unit, float acoustic, float score, bool speech);
  void EnterLexicon(const Token& from, const Token& seed, bool speech);
  void ExtendHotwords(size_t from, bool speech);
  void EnterContext(const Token& from, const Token& seed, uint32_t node, bool speech);
  void ExtendUnit(const Token& from, Token seed, bool speech);
  void StepContext(const Token& from, uint32_t node, bool speech, Token* to) const;
  void Offer(Token* token);
  template <typename Better>
  void LeaveRoomBesideHotwords(const Better& better);
  void Select();
  size_t CollectHistory(size_t kept);
  // Natural logarithm; moves the token's states on.
  float LanguageScore(uint32_t word, Token* token) const;
  bool IsAtBoundary(const Token& token) const;
  void Read(const Token& token, float score, Hypothesis* out) const;
  uint64_t TextHash(const Hypothesis& hypothesis) const;

  BeamOptions options_;
  Knowledge knowledge_;
  const ContextGraph* context_ = nullptr;
  const ContextGraph* word_context_ = nullptr;
  float weight_;  // of the language model; 0 without one
  const NgramModel* corpus_ = nullptr;
  float corpus_share_ = 0;  // natural logarithms
  float general_share_ = 0;
  bool joins_;
  uint32_t frame_ = 0;
  uint32_t segment_frame_ = 0;
  History history_;
  std::vector<Token> beam_;  // best first
  std::vector<Token> candidates_;
  std::vector<uint32_t> slots_;    // hash table of candidates_
  std::vector<uint32_t> touched_;  // slots in use
  std::vector<uint32_t> order_;
  std::vector<uint16_t> picked_;
  std::vector<uint32_t*> heads_;
  float likeliest_ = 0;  // unit of the frame, blank aside
  float threshold_ = 0;
  bool beside_ = false;      // there are hotwords beside the lexicon
  std::vector<float> near_;  // what each unit counts for in them
  float least_ = 0;          // less likely units are not tried there
  float free_ = 0;           // log probability of the likeliest unit or blank of every frame so far
  float free_here_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_BEAM_H_
