#include "core/search/beam.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/exp_log.h"

namespace tonegate {
namespace {

constexpr size_t kCandidates = 1024;
constexpr size_t kSlots = 4 * kCandidates;
constexpr uint32_t kFree = 0xFFFFFFFF;
constexpr float kSureBlank = -0.001F;  // such a frame changes no hypothesis
// A pair of words is likelier than its second alone by no more than that, mostly: cheaper than asking the model.
constexpr float kSlack = 5;

uint64_t Mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
  return hash ^ hash >> 29;
}

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
      joins_(options.n_best == 1 && (knowledge_.lexicon != nullptr || knowledge_.language != nullptr)),
      history_(kMaxSegmentFrames + 4 * options.beam),
      slots_(kSlots, kFree) {
  beam_.reserve(options.beam);
  candidates_.reserve(kCandidates);
  touched_.reserve(kCandidates);
  order_.reserve(kCandidates);
  heads_.reserve(2 * options.beam);
  picked_.reserve(options.units);
  near_.resize(options.units);
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
  Reset();
  return Status::kOk;
}

float BeamSearch::LanguageScore(uint32_t word, Token* token) const {
  const float general = knowledge_.language->Score(token->state, word, &token->state);
  if (corpus_ == nullptr) return general;
  return LogAdd(general + general_share_,
                corpus_->Score(token->corpus_state, word, &token->corpus_state) + corpus_share_);
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

void BeamSearch::Restart() {
  frame_ = 0;
  Reset();
}

// What is no number, or no log probability, becomes one.
float BeamSearch::FrameScore(std::span<const float> frame, uint16_t unit) const {
  return frame[unit] > options_.floor ? std::min(frame[unit], 0.0F) : options_.floor;
}

void BeamSearch::PickUnits(std::span<const float> frame) {
  picked_.clear();
  const float least = *std::max_element(frame.begin(), frame.end()) - options_.unit_nats;
  for (uint32_t unit = 0; unit < options_.units; ++unit) {
    if (frame[unit] >= least && unit != options_.blank) picked_.push_back(static_cast<uint16_t>(unit));
  }
  auto likelier = [&](uint16_t a, uint16_t b) { return frame[a] != frame[b] ? frame[a] > frame[b] : a < b; };
  if (picked_.size() > options_.top_units) {
    const auto middle = picked_.begin() + static_cast<std::ptrdiff_t>(options_.top_units);
    std::nth_element(picked_.begin(), middle, picked_.end(), likelier);
    picked_.erase(middle, picked_.end());
  }
  std::sort(picked_.begin(), picked_.end(), likelier);
  likeliest_ = picked_.empty() ? 0 : frame[picked_.front()];
}

// What the units count for in hotwords, and what the likeliest of all ways goes on with.
void BeamSearch::Blur(std::span<const float> frame) {
  for (uint32_t unit = 0; unit < options_.units; ++unit) near_[unit] = FrameScore(frame, static_cast<uint16_t>(unit));
  for (const NearUnit& near : context_->near()) {
    if (near.meant >= options_.units || near.heard >= options_.units) continue;
    near_[near.meant] = std::max(near_[near.meant], FrameScore(frame, near.heard) - near.cost);
  }
  free_here_ = std::max(FrameScore(frame, options_.blank) - options_.blank_penalty, likeliest_);
  least_ = *std::max_element(frame.begin(), frame.end()) - options_.unit_nats;
}

size_t BeamSearch::Push(std::span<const float> log_probs) {
  size_t taken = 0;
  for (; log_probs.size() >= options_.units; log_probs = log_probs.subspan(options_.units), ++taken) {
    if (segment_frame_ == kMaxSegmentFrames) return taken;
    const auto frame = log_probs.first(options_.units);
    if (frame[options_.blank] > kSureBlank) {
      for (Token& token : beam_) Stay(token, frame, &token);
      free_ += FrameScore(frame, options_.blank);
    } else {
      const bool speech = frame[options_.blank] < Ln(std::max(options_.non_speech, 1e-30F));
      PickUnits(frame);
      if (beside_) Blur(frame);
      threshold_ = kLogZero;
      for (const Token& token : beam_) {
        Token stays;
        Stay(token, frame, &stays);
        Offer(&stays);
      }
      for (size_t i = 0; i < beam_.size(); ++i) {
        const float all = LogAdd(beam_[i].blank, beam_[i].nonblank);
        for (const uint16_t unit : picked_) {
          const float before = unit == beam_[i].last.unit ? beam_[i].blank : all;
          const float score = FrameScore(frame, unit);
          const float rest = beam_[i].language + beam_[i].credit + beam_[i].pending;
          if (before + score + rest + kSlack < threshold_) continue;
          Extend(i, unit, before + score, score, speech);
        }
        if (beside_) ExtendHotwords(i, speech);
      }
      Select();
      free_ += free_here_;
    }
    ++frame_;
    ++segment_frame_;
  }
  return taken;
}

// `to` may be `from`.
void BeamSearch::Stay(const Token& from, std::span<const float> frame, Token* to) const {
  const float blank = FrameScore(frame, options_.blank);
  const float all = LogAdd(from.blank, from.nonblank);
  *to = from;
  to->parent = -1;
  // A sure blank changes no hypothesis' rank; the penalty must not do it either.
  to->blank = all + blank - (frame[options_.blank] > kSureBlank ? 0 : options_.blank_penalty);
  if (from.last.unit != kNoUnit) {
    const bool is_whole = from.word != kNoWord && from.word >= kHotwordBase;
    const bool blurs =
        beside_ && frame[options_.blank] <= kSureBlank && (is_whole || from.context_node != ContextGraph::kRoot);
    const float repeat = blurs ? near_[from.last.unit] : FrameScore(frame, from.last.unit);
    to->nonblank = std::max(from.nonblank + repeat, kLogZero);
    if (repeat > blank) {
      to->last.end_frame = frame_ + 1;
      to->last.confidence = std::max(to->last.confidence, repeat);
    }
  }
  to->total = LogAdd(to->blank, to->nonblank) + to->language + to->credit + to->pending;
}

void BeamSearch::Extend(size_t from, uint16_t unit, float acoustic, float score, bool speech) {
  const Token& parent = beam_[from];
  Token seed = parent;
  seed.parent = static_cast<int32_t>(from);
  seed.word = kNoWord;
  seed.last = {unit, frame_, frame_ + 1, score};
  seed.identity = Mix(parent.identity, unit + 1);
  seed.blank = kLogZero;
  seed.nonblank = acoustic;
  seed.language += options_.unit_bonus;
  if (knowledge_.lexicon == nullptr) return ExtendUnit(parent, seed, speech);
  const bool in_context = parent.context_node != ContextGraph::kRoot;
  if (!in_context) EnterLexicon(parent, seed, speech);
}

// One unit further into the hotwords that begin after this hypothesis or that it is in.
void BeamSearch::ExtendHotwords(size_t from, bool speech) {
  const Token& parent = beam_[from];
  const ContextGraph::Node& at = context_->node(parent.context_node);
  const bool in_context = parent.context_node != ContextGraph::kRoot;
  if (!in_context && parent.lexicon_node != Lexicon::kRoot) return;
  const float all = LogAdd(parent.blank, parent.nonblank);
  const float rest = parent.language + parent.credit + parent.pending + kSlack;
  for (uint32_t child = at.first_child; child < at.first_child + at.children; ++child) {
    const uint16_t unit = context_->node(child).unit;
    if (unit >= options_.units) continue;  // the graph was made for another recogniser
    const float before = unit == parent.last.unit ? parent.blank : all;
    const float score = near_[unit];
    if (score < least_ || before + score + rest < threshold_) continue;
    Token seed = parent;
    seed.parent = static_cast<int32_t>(from);
    seed.word = kNoWord;
    seed.last = {unit, frame_, frame_ + 1, score};
    seed.identity = Mix(parent.identity, unit + 1);
    seed.blank = kLogZero;
    seed.nonblank = before + score;
    seed.language += options_.unit_bonus;
    if (!in_context) seed.start = all - free_;
    EnterContext(parent, seed, child, speech);
  }
}

// One unit further down the lexicon's tree.
void BeamSearch::EnterLexicon(const Token& from, const Token& seed, bool speech) {
  const Lexicon& lexicon = *knowledge_.lexicon;
  const uint32_t node = lexicon.Child(from.lexicon_node, seed.last.unit);
  if (node == Lexicon::kNone) return;
  const float look_ahead = weight_ * lexicon.LookAhead(node);
  const float language = seed.language - from.look_ahead;
  const Lexicon::Range children = lexicon.Children(node);
  if (children.begin < children.end) {
    Token token = seed;
    token.lexicon_node = node;
    token.look_ahead = look_ahead;
    token.language = language + look_ahead;
    Offer(&token);
  }
  if (seed.nonblank + language + look_ahead + from.credit + options_.word_bonus + kSlack < threshold_) return;
  const Lexicon::Range entries = lexicon.Entries(node);
  for (uint32_t entry = entries.begin; entry < entries.end; ++entry) {
    Token token = seed;
    token.word = lexicon.EntryWord(entry);
    token.identity = Mix(seed.identity, uint64_t{token.word} << 32 | 1);
    token.lexicon_node = Lexicon::kRoot;
    token.look_ahead = 0;
    token.language = language + lexicon.EntryScore(entry) + options_.word_bonus;
    if (knowledge_.language != nullptr) {
      token.language += weight_ * LanguageScore(token.word + NgramModel::kFirstWord, &token);
    }
    if (word_context_ != nullptr) {
      token.word_context_node =
          word_context_->Next(from.word_context_node, static_cast<uint16_t>(token.word + NgramModel::kFirstWord));
      if (speech) token.credit += word_context_->node(token.word_context_node).kept;
    }
    Offer(&token);
  }
}

// One unit further into a hotword that stands beside the lexicon.
void BeamSearch::EnterContext(const Token& from, const Token& seed, uint32_t node, bool speech) {
  const ContextGraph::Node& at = context_->node(node);
  Token token = seed;
  StepContext(from, node, speech, &token);
  const float language = seed.language - from.look_ahead;
  if (at.children > 0) {
    Token under_way = token;
    under_way.identity = Mix(seed.identity, uint64_t{node} << 32 | 2);  // not the lexicon's way through these units
    under_way.look_ahead = weight_ * at.look_ahead;
    under_way.language = language + under_way.look_ahead;
    Offer(&under_way);
  }
  if (at.phrase == ContextGraph::kNoPhrase) return;
  const float lack = seed.start - (seed.nonblank - free_ - free_here_);
  const HotwordPhrase& phrase = context_->phrase(at.phrase);
  const HotwordScale& scale = context_->scale();
  const float most = scale.lack_per_unit + scale.lack_per_weight * phrase.weight;
  if (lack > most * static_cast<float>(at.depth)) return;
  token.word = kHotwordBase + phrase.number;
  token.word_context_node = ContextGraph::kRoot;
  token.identity = Mix(seed.identity, uint64_t{token.word} << 32 | 1);
  token.context_node = ContextGraph::kRoot;
  token.pending = 0;
  token.look_ahead = 0;
  token.language = language + options_.word_bonus * static_cast<float>(std::max<size_t>(1, phrase.words.size()));
  float known = 0;
  for (const uint32_t word : phrase.words) {
    if (knowledge_.language != nullptr) known += LanguageScore(word, &token);
  }
  token.language += weight_ * std::max(known, scale.least_language);
  Offer(&token);
}

void BeamSearch::ExtendUnit(const Token& from, Token seed, bool speech) {
  if (!knowledge_.word_of_unit.empty() && knowledge_.word_of_unit[seed.last.unit] != kNoWord) {
    const uint32_t word = knowledge_.word_of_unit[seed.last.unit];
    seed.language += options_.word_bonus + weight_ * LanguageScore(word, &seed);
  }
  if (context_ != nullptr) StepContext(from, context_->Next(from.context_node, seed.last.unit), speech, &seed);
  Offer(&seed);
}

// What a token earns and gives back by going from its node to `node`.
void BeamSearch::StepContext(const Token& from, uint32_t node, bool speech, Token* to) const {
  const ContextGraph::Node& before = context_->node(from.context_node);
  const ContextGraph::Node& at = context_->node(node);
  to->context_node = node;
  const bool deeper = node != ContextGraph::kRoot && at.depth == before.depth + 1 && node >= before.first_child &&
                      node < before.first_child + before.children;
  if (deeper) {
    const float had = std::max(0.0F, before.pending - (before.phrase != ContextGraph::kNoPhrase ? before.kept : 0));
    to->pending = from.pending + (speech ? at.pending - had : 0);
  } else {
    const float step = speech && at.depth > 0 ? at.pending / static_cast<float>(at.depth) : 0;
    to->pending = std::min(from.pending + step, at.pending);
  }
  if (at.kept == 0) return;
  float earned = speech ? at.kept : 0;
  if (at.phrase != ContextGraph::kNoPhrase && at.kept > 0) earned = std::min(at.kept, std::max(to->pending, 0.0F));
  to->credit = from.credit + earned;
  if (at.phrase != ContextGraph::kNoPhrase) to->pending = std::max(0.0F, to->pending - std::max(0.0F, earned));
}

void BeamSearch::Offer(Token* token) {
  token->total = LogAdd(token->blank, token->nonblank) + token->language + token->credit + token->pending;
  if (token->total < threshold_) return;
  // Pending credit may have to be given back: it must not rule others out.
  threshold_ = std::max(threshold_, token->total - std::max(token->pending, 0.0F) - options_.beam_nats);
  token->key = token->identity;
  if (joins_) {
    token->key = Mix(Mix(0, token->last.unit), token->lexicon_node);
    token->key = Mix(Mix(token->key, token->context_node), token->word_context_node);
    for (const uint32_t node : token->state.node) token->key = Mix(token->key, node);
    if (corpus_ != nullptr) {
      for (const uint32_t node : token->corpus_state.node) token->key = Mix(token->key, node);
    }
  }
  size_t slot = token->key >> 20 & (kSlots - 1);
  while (slots_[slot] != kFree && candidates_[slots_[slot]].key != token->key) slot = (slot + 1) & (kSlots - 1);
  if (slots_[slot] == kFree) {
    // Full: the newcomer is dropped. The beam goes through its tokens from the best, so it is one of the worse.
    if (candidates_.size() == kCandidates) return;
    slots_[slot] = static_cast<uint32_t>(candidates_.size());
    touched_.push_back(static_cast<uint32_t>(slot));
    candidates_.push_back(*token);
    return;
  }
  Token& other = candidates_[slots_[slot]];
  if (other.identity != token->identity) {
    if (token->total > other.total) other = *token;
    return;
  }
  // The same words by two ways: all alignments count, the likelier way has the times.
  const float blank = LogAdd(other.blank, token->blank);
  const float nonblank = LogAdd(other.nonblank, token->nonblank);
  if (token->total > other.total) other = *token;
  other.blank = blank;
  other.nonblank = nonblank;
  other.total = LogAdd(blank, nonblank) + other.language + other.credit + other.pending;
}

// Drops from order_ the worse hypotheses inside hotwords beyond half of the beam. They hold credit that they may have
// to give back; many of them would drive out all that goes on without a hotword, and nothing would be left to go on
// with.
template <typename Better>
void BeamSearch::LeaveRoomBesideHotwords(const Better& better) {
  const auto inside = [&](uint32_t i) { return candidates_[i].context_node != ContextGraph::kRoot; };
  const auto begin = std::partition(order_.begin(), order_.end(), [&](uint32_t i) { return !inside(i); });
  const size_t most = (options_.beam + 1) / 2;
  if (static_cast<size_t>(order_.end() - begin) <= most) return;
  std::nth_element(begin, begin + static_cast<std::ptrdiff_t>(most), order_.end(), better);
  order_.erase(begin + static_cast<std::ptrdiff_t>(most), order_.end());
}

void BeamSearch::Select() {
  order_.resize(candidates_.size());
  for (uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
  auto better = [&](uint32_t a, uint32_t b) {
    const Token& one = candidates_[a];
    const Token& two = candidates_[b];
    return one.total != two.total ? one.total > two.total : one.key < two.key;
  };
  if (context_ != nullptr && knowledge_.lexicon != nullptr) LeaveRoomBesideHotwords(better);
  size_t kept = std::min(options_.beam, order_.size());
  std::partial_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(kept), order_.end(), better);
  kept = CollectHistory(kept);
  for (size_t i = 0; i < kept; ++i) {
    Token& token = candidates_[order_[i]];
    if (token.parent < 0) continue;
    Token& parent = beam_[static_cast<size_t>(token.parent)];
    if (parent.last.unit != kNoUnit && parent.parent >= -1) {
      HeardUnit heard = parent.last;
      heard.confidence = Exp(heard.confidence);
      parent.history = history_.Add({parent.history, parent.word, heard});
      parent.parent = -2;  // its last unit is in the history now
    }
    token.history = parent.history;
  }
  beam_.clear();
  for (size_t i = 0; i < kept; ++i) {
    Token& token = candidates_[order_[i]];
    if (token.total < threshold_) break;
    token.parent = -1;
    beam_.push_back(token);
  }
  candidates_.clear();
  for (const uint32_t slot : touched_) slots_[slot] = kFree;
  touched_.clear();
}

// Makes room for a node of every token that is kept; returns how many are. One token's chain is at most as long as the
// segment, so that there is always room once the others are gone.
size_t BeamSearch::CollectHistory(size_t kept) {
  for (; history_.room() < options_.beam; kept = std::max<size_t>(1, kept / 2)) {
    heads_.clear();
    for (Token& token : beam_) token.needed = false;
    for (size_t i = 0; i < kept; ++i) {
      Token& token = candidates_[order_[i]];
      if (token.parent < 0) {
        heads_.push_back(&token.history);
      } else if (Token& parent = beam_[static_cast<size_t>(token.parent)]; !std::exchange(parent.needed, true)) {
        heads_.push_back(&parent.history);
      }
    }
    history_.Collect(heads_);
    if (history_.room() >= options_.beam) break;
  }
  return kept;
}

bool BeamSearch::IsAtBoundary(const Token& token) const {
  if (knowledge_.lexicon == nullptr) return true;
  return token.lexicon_node == Lexicon::kRoot && token.context_node == ContextGraph::kRoot;
}

void BeamSearch::Read(const Token& token, float score, Hypothesis* out) const {
  History::Node last{token.history, token.word, token.last};
  last.heard.confidence = Exp(std::min(token.last.confidence, 0.0F));
  history_.Read(token.history, token.last.unit == kNoUnit ? nullptr : &last, out);
  out->score = score;
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

void BeamSearch::Finish(std::vector<Hypothesis>* out) const {
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
    if (out->size() == options_.n_best) return;
    Hypothesis next;
    Read(*token, score, &next);
    // The same text by other units or in other words is no other result.
    const uint64_t text = TextHash(next);
    if (knowledge_.lexicon != nullptr && std::find(given.begin(), given.end(), text) != given.end()) continue;
    given.push_back(text);
    out->push_back(std::move(next));
  }
}

void BeamSearch::Peek(std::span<const float> log_probs, std::vector<Hypothesis>* out) {
  // A frame adds a node a token at most. Were the history collected on the way, the numbers kept here would be void.
  if (history_.room() < log_probs.size() / options_.units * options_.beam) {
    heads_.clear();
    for (Token& token : beam_) heads_.push_back(&token.history);
    history_.Collect(heads_);
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
      hash = Mix(hash, word.word);
      continue;
    }
    for (const char sign : knowledge_.lexicon->WordText(word.word)) hash = Mix(hash, static_cast<uint8_t>(sign));
  }
  return hash;
}

uint32_t BeamSearch::trailing_frames() const { return frame_ - beam_[0].last.end_frame; }

}  // namespace tonegate
