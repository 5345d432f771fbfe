// The hypotheses of a BeamSearch: the best so far, and the n best of a segment that ends.
#include <algorithm>
#include <utility>

#include "core/base/exp_log.h"
#include "core/search/beam.h"

namespace tonegate {
namespace {

// About one second of 30 ms frames, before a unit and after it.
constexpr uint32_t kNearFrames = 33;

}  // namespace

bool BeamSearch::IsAtBoundary(const Token& token) const {
  if (knowledge_.lexicon == nullptr) return true;
  return token.lexicon_node == Lexicon::kRoot && token.context_node == ContextGraph::kRoot;
}

void BeamSearch::Read(const Token& token, float score, Hypothesis* out) const {
  History::Node last{token.history, token.word, token.last};
  last.heard.confidence = Exp(std::min(token.last.confidence, 0.0F));
  history_.Read(token.history, token.last.unit == kNoUnit ? nullptr : &last, out);
  out->score = score;
  for (HeardUnit& unit : out->units) unit.clearness = Clearness(unit);
  float ahead = 0;  // lead of the likeliest path when the previous unit began
  for (size_t i = 0; i < out->units.size(); ++i) {
    const bool is_last = i + 1 == out->units.size();
    const float next = is_last ? free_ - LogAdd(token.blank, token.nonblank) : out->units[i + 1].behind;
    out->units[i].lost = std::max(0.0F, next - ahead);
    ahead = next;
  }
}

float BeamSearch::Clearness(const HeardUnit& unit) const {
  const uint32_t begin = frame_ - segment_frame_;
  const uint32_t from = std::max(unit.start_frame, begin + kNearFrames) - kNearFrames;
  const uint32_t to = std::min(unit.end_frame + kNearFrames, frame_);
  float logs = 0;
  uint32_t frames = 0;
  for (uint32_t frame = from; frame < to; ++frame) {
    const float likeliest = likeliest_[frame - begin];
    if (likeliest > 0) continue;
    logs += likeliest;
    ++frames;
  }
  return frames == 0 ? 0 : Exp(logs / static_cast<float>(frames));
}

void BeamSearch::Best(Hypothesis* out) const {
  const Token* best = nullptr;
  float most = 0;
  for (const Token& token : beam_) {
    const float score = token.total - token.pending;
    if (best == nullptr || score > most) {
      best = &token;
      most = score;
    }
  }
  Read(*best, most, out);
}

void BeamSearch::Finish(std::vector<Hypothesis>* out, size_t most) const {
  std::vector<std::pair<float, const Token*>> ends;
  for (const bool anywhere : {false, true}) {
    for (const Token& token : beam_) {
      if (!anywhere && !IsAtBoundary(token)) continue;
      float score = token.total - token.pending - token.look_ahead;
      Token ended = token;
      if (knowledge_.language != nullptr) score += weight_ * LanguageScore(NgramModel::kEnd, &ended);
      ends.emplace_back(score, &token);
    }
    if (!ends.empty()) break;
  }
  std::stable_sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  out->clear();
  std::vector<uint64_t> given;
  for (const auto& [score, token] : ends) {
    if (out->size() == std::min(options_.n_best, most)) return;
    Hypothesis next;
    Read(*token, score, &next);
    // The same text from other units or other words is no further result.
    const uint64_t text = TextHash(next);
    if (knowledge_.lexicon != nullptr && std::find(given.begin(), given.end(), text) != given.end()) continue;
    given.push_back(text);
    out->push_back(std::move(next));
  }
}

void BeamSearch::Peek(std::span<const float> log_probs, std::vector<Hypothesis>* out) {
  // Each frame adds at most one node for each token. If the history were collected meanwhile, the numbers kept here
  // would become invalid.
  if (history_.room() < log_probs.size() / options_.units * options_.beam) {
    std::vector<uint32_t*> heads;
    for (Token& token : beam_) heads.push_back(&token.history);
    history_.Collect(heads);
    history_.Reserve(log_probs.size() / options_.units * options_.beam);
  }
  const std::vector<Token> beam = beam_;
  const uint32_t frame = frame_;
  const uint32_t segment_frame = segment_frame_;
  const float free = free_;
  const size_t used = history_.used();
  const size_t room = history_.room() / options_.beam;
  Push(log_probs.first(std::min(log_probs.size(), room * options_.units)));
  Finish(out);
  beam_ = beam;
  frame_ = frame;
  segment_frame_ = segment_frame;
  free_ = free;
  history_.Forget(used);
}

uint64_t BeamSearch::TextHash(const Hypothesis& hypothesis) const {
  uint64_t hash = 0;
  for (const HeardWord& word : hypothesis.words) {
    if (word.word >= kHotwordBase) {
      hash = MixHash(hash, word.word);
      continue;
    }
    for (const char sign : knowledge_.lexicon->WordText(word.word)) hash = MixHash(hash, static_cast<uint8_t>(sign));
  }
  return hash;
}

}  // namespace tonegate
