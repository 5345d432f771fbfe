// The hypotheses of a BeamSearch: the best so far, and the n best of a segment that ends.
#include <algorithm>
#include <utility>

#include "core/base/exp_log.h"
#include "core/search/beam.h"

namespace tonegate {
namespace {

// About one second of 30 ms frames, before a unit and after it.
constexpr uint32_t kNearFrames = 33;
// Most ways that are read for each result that is wanted, and the number of known ways from which on no more are added.
constexpr size_t kMostTried = 32;
constexpr size_t kMostWays = 32768;

}  // namespace

bool BeamSearch::IsAtBoundary(const Token& token) const {
  if (knowledge_.lexicon == nullptr) return true;
  return token.lexicon_node == Lexicon::kRoot && token.context_node == ContextGraph::kRoot;
}

History::Node BeamSearch::LastOf(const Way& way) const {
  History::Node last{.parent = way.token->history, .word = way.token->word, .heard = way.token->last};
  last.heard.confidence = Exp(std::min(last.heard.confidence, 0.0F));
  if (way.alternate == kNoAlternate) return last;
  const Alternate& other = candidates_.alternates().OfBeam(way.alternate);
  last.parent = other.history;
  last.word = other.word;
  last.heard.start_frame = other.last.start_frame;
  last.heard.end_frame = std::max(other.last.end_frame, last.heard.end_frame);
  last.heard.confidence = std::max(Exp(std::min(other.last.confidence, 0.0F)), last.heard.confidence);
  last.heard.behind = other.last.behind;
  last.acoustic = other.Acoustic();
  return last;
}

float BeamSearch::Read(const std::vector<Way>& ways, uint32_t at, Hypothesis* out) const {
  const Way& way = ways[at];
  std::vector<History::Turn> turns;
  for (; at != kNoWay; at = ways[at].before) {
    if (ways[at].turn.to != History::kEmpty) turns.push_back(ways[at].turn);
  }
  std::reverse(turns.begin(), turns.end());
  const History::Node last = LastOf(way);
  out->score = way.score;
  return history_.Read(last.parent, way.token->last.unit == kNoUnit ? nullptr : &last, turns, out);
}

void BeamSearch::Judge(const Token& token, float lead, Hypothesis* out) const {
  for (HeardUnit& unit : out->units) unit.clearness = Clearness(unit);
  float ahead = 0;  // lead of the likeliest path when the previous unit began
  for (size_t i = 0; i < out->units.size(); ++i) {
    const bool is_last = i + 1 == out->units.size();
    const float next = is_last ? free_ - LogAdd(token.blank, token.nonblank) - lead : out->units[i + 1].behind;
    out->units[i].lost = std::max(0.0F, next - ahead);
    ahead = next;
  }
}

void BeamSearch::Branch(uint32_t at, float least, std::vector<Way>* ways) const {
  const Way way = (*ways)[at];
  const Alternates& alternates = candidates_.alternates();
  if (way.turn.to == History::kEmpty && way.alternate == kNoAlternate) {
    for (uint32_t other = way.token->alternates; other != kNoAlternate; other = alternates.OfBeam(other).next) {
      const float score = way.score + alternates.OfBeam(other).lead;
      if (score >= least) ways->push_back({score, way.token, other, kNoWay, {}});
    }
  }
  uint32_t node = way.turn.to == History::kEmpty ? LastOf(way).parent : history_.node(way.turn.to).parent;
  for (; node != History::kEmpty; node = history_.node(node).parent) {
    for (uint32_t other = history_.node(node).next; other != History::kEmpty; other = history_.node(other).next) {
      const float score = way.score + history_.node(other).lead;
      if (score >= least) ways->push_back({score, way.token, way.alternate, at, {node, other}});
    }
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
  Judge(*best, Read({{most, best, kNoAlternate, kNoWay, {}}}, 0, out), out);
}

void BeamSearch::Finish(std::vector<Hypothesis>* out, size_t most) const {
  const size_t wanted = std::min(options_.n_best, most);
  std::vector<Way> ways;
  for (const bool anywhere : {false, true}) {
    for (const Token& token : beam_) {
      if (!anywhere && !IsAtBoundary(token)) continue;
      float score = token.total - token.pending - token.look_ahead;
      Token ended = token;
      if (knowledge_.language != nullptr) score += weight_ * LanguageScore(NgramModel::kEnd, &ended);
      ways.push_back({score, &token, kNoAlternate, kNoWay, {}});
    }
    if (!ways.empty()) break;
  }
  // Best first search: a way is likelier than those that leave it.
  std::vector<uint32_t> open(ways.size());
  for (uint32_t i = 0; i < open.size(); ++i) open[i] = i;
  const auto worse = [&](uint32_t a, uint32_t b) {
    return ways[a].score != ways[b].score ? ways[a].score < ways[b].score : a > b;
  };
  std::make_heap(open.begin(), open.end(), worse);
  out->clear();
  std::vector<uint64_t> given;
  for (size_t tried = 0; !open.empty() && out->size() < wanted && tried < kMostTried * wanted; ++tried) {
    std::pop_heap(open.begin(), open.end(), worse);
    const uint32_t at = open.back();
    open.pop_back();
    Hypothesis next;
    const float lead = Read(ways, at, &next);
    // The same text from other units or other words is no further result.
    const uint64_t text = TextHash(next);
    if (std::find(given.begin(), given.end(), text) == given.end()) {
      given.push_back(text);
      Judge(*ways[at].token, lead, &next);
      out->push_back(std::move(next));
    }
    if (wanted == 1 || ways.size() > kMostWays) continue;
    size_t from = ways.size();
    Branch(at, (*out)[0].score - Alternates::kMostNats, &ways);
    for (; from < ways.size(); ++from) {
      open.push_back(static_cast<uint32_t>(from));
      std::push_heap(open.begin(), open.end(), worse);
    }
  }
}

void BeamSearch::Peek(std::span<const float> log_probs, Hypothesis* out) {
  // Each frame adds at most one node for each token. If the history were collected meanwhile, the numbers kept here
  // would become invalid.
  candidates_.set_keeps(false);
  if (const size_t most = log_probs.size() / options_.units * options_.beam; history_.room() < most) {
    candidates_.Collect(&beam_, &history_);
    history_.Reserve(most);
  }
  const std::vector<Token> beam = beam_;
  const uint32_t frame = frame_;
  const uint32_t segment_frame = segment_frame_;
  const float free = free_;
  const size_t used = history_.used();
  const size_t room = history_.room() / options_.beam;
  Push(log_probs.first(std::min(log_probs.size(), room * options_.units)));
  std::vector<Hypothesis> best;
  Finish(&best, 1);
  *out = std::move(best[0]);
  beam_ = beam;
  frame_ = frame;
  segment_frame_ = segment_frame;
  free_ = free;
  history_.Forget(used);
  candidates_.set_keeps(true);
}

uint64_t BeamSearch::TextHash(const Hypothesis& hypothesis) const {
  uint64_t hash = 0;
  if (knowledge_.lexicon == nullptr) {
    for (const HeardUnit& heard : hypothesis.units) hash = MixHash(hash, heard.unit + 1U);
  }
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
