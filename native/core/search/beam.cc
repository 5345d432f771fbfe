#include "core/search/beam.h"

#include <utility>

namespace tonegate {
namespace {

bool IsBetween(float value, float low, float high) { return value >= low && value <= high; }

}  // namespace

Status BeamSearch::Make(const BeamOptions& options, Knowledge knowledge, std::unique_ptr<BeamSearch>* out) {
  const bool sound = options.units >= 2 && options.units <= 65535 && options.blank < options.units &&
                     options.beam >= 1 && options.beam <= 256 && options.top_units >= 1 && options.top_units <= 256 &&
                     options.n_best >= 1 && options.n_best <= 32 && IsBetween(options.beam_nats, 1, 1000) &&
                     IsBetween(options.unit_nats, 1, 1000) && IsBetween(options.floor, -100, -1) &&
                     IsBetween(options.language_weight, 0, 10) && IsBetween(options.word_bonus, -20, 20) &&
                     IsBetween(options.unit_bonus, -20, 20) && IsBetween(options.non_speech, 0, 1) &&
                     IsBetween(options.blank_penalty, 0, 20);
  if (!sound) return Status::kUnsupported;
  const Lexicon* lexicon = knowledge.lexicon;
  const NgramModel* language = knowledge.language;
  if (lexicon != nullptr) {
    if (lexicon->units() != options.units || !knowledge.word_of_unit.empty()) return Status::kUnsupported;
    if (language != nullptr && (language->vocabulary_hash() != lexicon->vocabulary_hash() ||
                                language->words() != lexicon->words() + NgramModel::kFirstWord)) {
      return Status::kUnsupported;
    }
  } else if (!knowledge.word_of_unit.empty() &&
             (language == nullptr || knowledge.word_of_unit.size() != options.units)) {
    return Status::kUnsupported;
  }
  out->reset(new BeamSearch(options, std::move(knowledge)));
  return Status::kOk;
}

BeamSearch::BeamSearch(const BeamOptions& options, Knowledge knowledge)
    : options_(options),
      knowledge_(std::move(knowledge)),
      weight_(knowledge_.language != nullptr ? options.language_weight : 0),
      scores_(options),
      candidates_(options, knowledge_.lexicon != nullptr || !knowledge_.word_of_unit.empty()),
      likeliest_(kMaxSegmentFrames),
      history_(kMaxSegmentFrames + 4 * candidates_.most_nodes()) {
  beam_.reserve(options.beam);
  Reset();
}

void BeamSearch::SetContext(const ContextGraph* context, const ContextGraph* words) {
  context_ = context;
  word_context_ = words;
  beside_ = context != nullptr && knowledge_.lexicon != nullptr;
  Reset();
}

Status BeamSearch::SetCorpus(const NgramModel* corpus, float share) {
  if (corpus != nullptr) {
    const NgramModel* language = knowledge_.language;
    const bool sound = language != nullptr && corpus->vocabulary_hash() == language->vocabulary_hash() &&
                       corpus->words() == language->words() && share > 0 && share < 1;
    if (!sound) return Status::kUnsupported;
    corpus_share_ = Ln(share);
    general_share_ = Ln(1 - share);
  }
  corpus_ = corpus;
  candidates_.set_has_corpus(corpus != nullptr);
  Reset();
  return Status::kOk;
}

void BeamSearch::Reset() {
  history_.Clear();
  segment_frame_ = 0;
  free_ = 0;
  Token start;
  start.nonblank = kLogZero;
  if (knowledge_.language != nullptr) start.state = knowledge_.language->Begin();
  if (corpus_ != nullptr) start.corpus_state = corpus_->Begin();
  start.last.start_frame = start.last.end_frame = frame_;
  beam_.assign(1, start);
}

void BeamSearch::Restart(uint32_t frame) {
  frame_ = frame;
  Reset();
}

size_t BeamSearch::Push(std::span<const float> log_probs) {
  size_t taken = 0;
  for (; log_probs.size() >= options_.units; log_probs = log_probs.subspan(options_.units), ++taken) {
    if (segment_frame_ == kMaxSegmentFrames) return taken;
    scores_.Take(log_probs.first(options_.units));
    if (scores_.IsSureBlank()) {
      for (Token& token : beam_) Stay(&token);
      free_ += scores_.Blank();
    } else {
      const bool speech = scores_.IsSpeech();
      scores_.Pick();
      if (beside_) scores_.Blur(context_->near());
      candidates_.Begin();
      for (const Token& token : beam_) {
        Token stays = token;
        Stay(&stays);
        candidates_.Offer(&stays);
      }
      for (size_t i = 0; i < beam_.size(); ++i) {
        Pass(i, speech);
        if (beside_) PassHotwords(i, speech);
      }
      candidates_.Keep(beside_, &beam_, &history_);
      free_ += scores_.free_step();
    }
    likeliest_[segment_frame_] = scores_.Likeliest();
    ++frame_;
    ++segment_frame_;
  }
  return taken;
}

uint32_t BeamSearch::trailing_frames() const { return frame_ - beam_[0].last.end_frame; }

}  // namespace tonegate
