#include "core/search/candidates.h"

#include <algorithm>
#include <utility>

namespace tonegate {
namespace {

constexpr size_t kTokens = 1024;
constexpr size_t kSlots = 4 * kTokens;
constexpr uint32_t kFree = 0xFFFFFFFF;

// The part of a token's score that comes from language and hotwords.
float Scored(const Token& token) { return token.language + token.credit + token.pending; }

// Gives a token as an alternate of another one. Its credit for an incomplete hotword is settled as the leader's is.
Alternate AlternateTo(const Token& leader, const Token& token) {
  return {.identity = token.identity,
          .lead = token.total - leader.total,
          .scored = Scored(token) - Scored(leader),
          .history = token.history,
          .parent = token.parent,
          .word = token.word,
          .last = token.last};
}

}  // namespace

Candidates::Candidates(const BeamOptions& options, bool joins)
    : beam_(options.beam),
      beam_nats_(options.beam_nats),
      joins_(joins),
      wants_alternates_(options.n_best > 1),
      keeps_(joins && wants_alternates_),
      slots_(kSlots, kFree) {
  tokens_.reserve(kTokens);
  touched_.reserve(kTokens);
  order_.reserve(kTokens);
  heads_.reserve(2 * most_nodes());
}

uint64_t Candidates::KeyOf(const Token& token) const {
  if (!joins_) return token.identity;
  uint64_t key = MixHash(MixHash(0, token.last.unit), token.lexicon_node);
  key = MixHash(MixHash(key, token.context_node), token.word_context_node);
  for (const uint32_t node : token.state.node) key = MixHash(key, node);
  if (has_corpus_) {
    for (const uint32_t node : token.corpus_state.node) key = MixHash(key, node);
  }
  return key;
}

void Candidates::Begin() {
  threshold_ = kLogZero;
  has_first_ = false;
}

// Keep() leaves `beam_` tokens. Once there are that many, tokens that are worse than all of them need not be taken, nor
// even be made. Tokens inside hotwords are not counted: Keep() may drop them in favour of others.
void Candidates::Count(float total) {
  if (!has_first_) {
    has_first_ = true;
    first_total_ = total;
    buckets_.fill(0);
    full_ = 0;
    counted_ = 0;
  }
  constexpr float kMiddle = kBuckets / 2;
  const float at = (total - first_total_) * kBucketsPerNat + kMiddle;
  if (at < static_cast<float>(full_)) return;
  const auto bucket = static_cast<size_t>(std::min(at, static_cast<float>(kBuckets - 1)));
  ++buckets_[bucket];
  ++counted_;
  while (counted_ - buckets_[full_] >= beam_) counted_ -= buckets_[full_++];
  if (full_ > 0) {
    threshold_ = std::max(threshold_, first_total_ + (static_cast<float>(full_) - kMiddle) / kBucketsPerNat);
  }
}

void Candidates::Offer(Token* token) {
  token->total = token->Total();
  if (token->total < threshold_) return;
  // Pending credit may have to be given back, so it must not exclude other tokens.
  threshold_ = std::max(threshold_, token->total - std::max(token->pending, 0.0F) - beam_nats_);
  token->key = KeyOf(*token);
  size_t slot = token->key >> 20 & (kSlots - 1);
  while (slots_[slot] != kFree && tokens_[slots_[slot]].key != token->key) slot = (slot + 1) & (kSlots - 1);
  if (slots_[slot] == kFree) {
    // The table is full, and the newcomer is dropped. The beam offers its best tokens first, so this is one of the
    // worse.
    if (tokens_.size() == kTokens) return;
    slots_[slot] = static_cast<uint32_t>(tokens_.size());
    touched_.push_back(static_cast<uint32_t>(slot));
    tokens_.push_back(*token);
    if (keeps_) tokens_.back().alternates = alternates_.Copy(token->alternates);
    if (token->context_node == ContextGraph::kRoot && token->pending <= 0) Count(token->total);
    return;
  }
  Recombine(*token, &tokens_[slots_[slot]]);
}

void Candidates::Recombine(const Token& token, Token* other) {
  const bool leads = token.total > other->total;
  const float total = other->total;
  const uint32_t list = other->alternates;
  if (other->identity == token.identity) {
    // The same words on two paths: all alignments count, and the likelier path determines the times.
    const float blank = LogAdd(other->blank, token.blank);
    const float nonblank = LogAdd(other->nonblank, token.nonblank);
    const float scored = Scored(*other);
    if (leads) *other = token;
    other->blank = blank;
    other->nonblank = nonblank;
    other->total = other->Total();
    other->alternates = list;
    if (keeps_) alternates_.Shift(list, total - other->total, scored - Scored(*other));
  } else if (!keeps_) {
    if (leads) *other = token;
  } else if (!leads) {
    alternates_.Add(AlternateTo(*other, token), &other->alternates);
  } else {
    const Alternate former = AlternateTo(token, *other);
    *other = token;
    other->alternates = list;
    alternates_.Shift(list, former.lead, former.scored);
    alternates_.Remove(token.identity, &other->alternates);
    alternates_.Add(former, &other->alternates);
  }
}

uint32_t Candidates::Write(Token* token, History* history) {
  if (token->last.unit == kNoUnit || token->parent == kWritten) return token->history;
  HeardUnit heard = token->last;
  heard.confidence = Exp(heard.confidence);
  uint32_t next = History::kEmpty;
  if (keeps_) {
    for (uint32_t at = token->alternates; at != kNoAlternate; at = alternates_.OfBeam(at).next) {
      const Alternate& alternate = alternates_.OfBeam(at);
      HeardUnit other = alternate.last;
      other.end_frame = std::max(other.end_frame, heard.end_frame);
      other.confidence = std::max(Exp(std::min(other.confidence, 0.0F)), heard.confidence);
      next = history->Add({alternate.history, alternate.word, other, next, alternate.lead, alternate.Acoustic()});
    }
  }
  token->history = history->Add({.parent = token->history, .word = token->word, .heard = heard, .next = next});
  token->parent = kWritten;
  return token->history;
}

// Drops from order_ the worse hypotheses inside hotwords beyond half of the beam. They hold credit that they may have
// to give back; too many of them would displace all hypotheses without a hotword, and then nothing would be left to
// continue with.
template <typename Better>
void Candidates::LeaveRoomBesideHotwords(const Better& better) {
  const auto inside = [&](uint32_t i) { return tokens_[i].context_node != ContextGraph::kRoot; };
  const auto begin = std::partition(order_.begin(), order_.end(), [&](uint32_t i) { return !inside(i); });
  const size_t most = (beam_ + 1) / 2;
  if (static_cast<size_t>(order_.end() - begin) <= most) return;
  std::nth_element(begin, begin + static_cast<std::ptrdiff_t>(most), order_.end(), better);
  order_.erase(begin + static_cast<std::ptrdiff_t>(most), order_.end());
}

void Candidates::Keep(bool beside_hotwords, std::vector<Token>* beam, History* history) {
  order_.resize(tokens_.size());
  for (uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
  auto better = [&](uint32_t a, uint32_t b) {
    const Token& one = tokens_[a];
    const Token& two = tokens_[b];
    return one.total != two.total ? one.total > two.total : one.key < two.key;
  };
  if (beside_hotwords) LeaveRoomBesideHotwords(better);
  size_t kept = std::min(beam_, order_.size());
  std::partial_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(kept), order_.end(), better);
  kept = MakeRoom(kept, beam, history);
  for (size_t i = 0; i < kept; ++i) {
    Token& token = tokens_[order_[i]];
    if (token.parent >= 0) token.history = Write(&(*beam)[static_cast<size_t>(token.parent)], history);
    if (!keeps_) continue;
    for (uint32_t at = token.alternates; at != kNoAlternate; at = alternates_.OfCandidate(at).next) {
      Alternate& alternate = alternates_.OfCandidate(at);
      if (alternate.parent >= 0) alternate.history = Write(&(*beam)[static_cast<size_t>(alternate.parent)], history);
      alternate.parent = kNoParent;
    }
  }
  beam->clear();
  for (size_t i = 0; i < kept; ++i) {
    Token& token = tokens_[order_[i]];
    if (token.total < threshold_) break;
    token.parent = kNoParent;
    beam->push_back(token);
  }
  if (keeps_) alternates_.Advance();
  tokens_.clear();
  for (const uint32_t slot : touched_) slots_[slot] = kFree;
  touched_.clear();
}

// Adds what a token of the beam refers to in the history, once, to the heads.
void Candidates::AddBeamHeads(Token* token) {
  if (std::exchange(token->needed, true)) return;
  heads_.push_back(&token->history);
  for (uint32_t at = token->alternates; at != kNoAlternate; at = alternates_.OfBeam(at).next) {
    heads_.push_back(&alternates_.OfBeam(at).history);
  }
}

void Candidates::Collect(std::vector<Token>* beam, History* history) {
  heads_.clear();
  for (Token& token : *beam) token.needed = false;
  for (Token& token : *beam) AddBeamHeads(&token);
  history->Collect(heads_);
}

void Candidates::DropAlternates(std::vector<Token>* beam, History* history) {
  for (Token& token : tokens_) token.alternates = kNoAlternate;
  for (Token& token : *beam) token.alternates = kNoAlternate;
  history->Unlink();
}

// Makes room in the history for the nodes of all kept tokens, and returns the number of kept tokens. The chain of one
// token without alternates is at most as long as the segment, so there is always room once the others are gone.
size_t Candidates::MakeRoom(size_t kept, std::vector<Token>* beam, History* history) {
  bool dropped = !keeps_;
  while (history->room() < most_nodes()) {
    heads_.clear();
    for (Token& token : *beam) token.needed = false;
    for (size_t i = 0; i < kept; ++i) {
      Token& token = tokens_[order_[i]];
      if (token.parent < 0) {
        heads_.push_back(&token.history);
      } else {
        AddBeamHeads(&(*beam)[static_cast<size_t>(token.parent)]);
      }
      if (!keeps_) continue;
      for (uint32_t at = token.alternates; at != kNoAlternate; at = alternates_.OfCandidate(at).next) {
        Alternate& alternate = alternates_.OfCandidate(at);
        if (alternate.parent < 0) {
          heads_.push_back(&alternate.history);
        } else {
          AddBeamHeads(&(*beam)[static_cast<size_t>(alternate.parent)]);
        }
      }
    }
    history->Collect(heads_);
    history->GrowIfCrowded(most_nodes());
    if (history->room() >= most_nodes()) break;
    if (!std::exchange(dropped, true)) {
      DropAlternates(beam, history);
    } else {
      kept = std::max<size_t>(1, kept / 2);
    }
  }
  return kept;
}

}  // namespace tonegate
