// Token passing of a BeamSearch: tokens stay as they are, or grow by one more unit.
#include <algorithm>

#include "core/search/beam.h"

namespace tonegate {
namespace {

// Most by which a pair of words is usually likelier than its second word alone; cheaper than a query of the model.
constexpr float kSlack = 5;

}  // namespace

// No new unit: blank, or the last unit continues.
void BeamSearch::Stay(Token* token) const {
  const float blank = scores_.Blank();
  const float all = LogAdd(token->blank, token->nonblank);
  token->parent = kNoParent;
  // A certain blank changes no hypothesis' rank, and the penalty must not do so either.
  token->blank = all + blank - (scores_.IsSureBlank() ? 0 : options_.blank_penalty);
  if (token->last.unit != kNoUnit) {
    const bool is_whole = token->word != kNoWord && token->word >= kHotwordBase;
    const bool blurs = beside_ && !scores_.IsSureBlank() && (is_whole || token->context_node != ContextGraph::kRoot);
    const float repeat = blurs ? scores_.Near(token->last.unit) : scores_.Score(token->last.unit);
    token->nonblank = std::max(token->nonblank + repeat, kLogZero);
    if (repeat > blank) {
      token->last.end_frame = frame_ + 1;
      token->last.confidence = std::max(token->last.confidence, repeat);
    }
  }
  token->total = token->Total();
}

// Grows a token by each picked unit, in the lexicon if there is one. Inside a hotword beside it, see PassHotwords().
void BeamSearch::Pass(size_t from, bool speech) {
  const Token& parent = beam_[from];
  const bool has_lexicon = knowledge_.lexicon != nullptr;
  if (has_lexicon && parent.context_node != ContextGraph::kRoot) return;
  const float all = LogAdd(parent.blank, parent.nonblank);
  for (const uint16_t unit : scores_.picked()) {
    const float before = unit == parent.last.unit ? parent.blank : all;
    const float score = scores_.Score(unit);
    const float rest = parent.language + parent.credit + parent.pending;
    if (before + score + rest + kSlack < candidates_.threshold()) continue;
    if (!has_lexicon) {
      EnterUnit(parent, Grown(from, unit, before + score, score, free_ - all), speech);
      continue;
    }
    const uint32_t node = knowledge_.lexicon->Child(parent.lexicon_node, unit);
    if (node != Lexicon::kNone) EnterLexicon(parent, Grown(from, unit, before + score, score, free_ - all), node, speech);
  }
}

// Grows a token by one unit of the hotwords that begin after this hypothesis or in which it is.
void BeamSearch::PassHotwords(size_t from, bool speech) {
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
    const float score = scores_.Near(unit);
    if (score < scores_.least() || before + score + rest < candidates_.threshold()) continue;
    Token seed = Grown(from, unit, before + score, score, free_ - all);
    if (!in_context) seed.start = all - free_;
    EnterHotword(parent, seed, child, speech);
  }
}

// A token of the beam with one more unit, without a place in the lexicon or a hotword.
Token BeamSearch::Grown(size_t from, uint16_t unit, float acoustic, float score, float behind) const {
  Token seed = beam_[from];
  seed.parent = static_cast<int32_t>(from);
  seed.word = kNoWord;
  seed.alternates = kNoAlternate;
  seed.last = {unit, frame_, frame_ + 1, score, behind};
  seed.identity = MixHash(seed.identity, unit + 1);
  seed.blank = kLogZero;
  seed.nonblank = acoustic;
  seed.language += options_.unit_bonus;
  return seed;
}

// Moves one unit down the lexicon's tree.
void BeamSearch::EnterLexicon(const Token& from, const Token& seed, uint32_t node, bool speech) {
  const Lexicon& lexicon = *knowledge_.lexicon;
  const float look_ahead = weight_ * lexicon.LookAhead(node);
  const float language = seed.language - from.look_ahead;
  const Lexicon::Range children = lexicon.Children(node);
  if (children.begin < children.end) {
    Token token = seed;
    token.lexicon_node = node;
    token.look_ahead = look_ahead;
    token.language = language + look_ahead;
    candidates_.Offer(&token);
  }
  const float most = seed.nonblank + language + look_ahead + from.credit + options_.word_bonus + kSlack;
  if (most < candidates_.threshold()) return;
  const Lexicon::Range entries = lexicon.Entries(node);
  for (uint32_t entry = entries.begin; entry < entries.end; ++entry) {
    Token token = seed;
    token.word = lexicon.EntryWord(entry);
    token.identity = MixHash(seed.identity, uint64_t{token.word} << 32 | 1);
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
    candidates_.Offer(&token);
  }
}

// Moves one unit into a hotword that is beside the lexicon.
void BeamSearch::EnterHotword(const Token& from, const Token& seed, uint32_t node, bool speech) {
  const ContextGraph::Node& at = context_->node(node);
  Token token = seed;
  StepContext(from, node, speech, &token);
  const float language = seed.language - from.look_ahead;
  if (at.children > 0) {
    Token under_way = token;
    under_way.identity = MixHash(seed.identity, uint64_t{node} << 32 | 2);  // not the lexicon's path
    under_way.look_ahead = weight_ * at.look_ahead;
    under_way.language = language + under_way.look_ahead;
    candidates_.Offer(&under_way);
  }
  if (at.phrase == ContextGraph::kNoPhrase) return;
  const float lack = seed.start - (seed.nonblank - free_ - scores_.free_step());
  const HotwordPhrase& phrase = context_->phrase(at.phrase);
  const HotwordScale& scale = context_->scale();
  const float most = scale.lack_per_unit + scale.lack_per_weight * phrase.weight;
  if (lack > most * static_cast<float>(at.depth)) return;
  token.word = kHotwordBase + phrase.number;
  token.word_context_node = ContextGraph::kRoot;
  token.identity = MixHash(seed.identity, uint64_t{token.word} << 32 | 1);
  token.context_node = ContextGraph::kRoot;
  token.pending = 0;
  token.look_ahead = 0;
  token.language = language + options_.word_bonus * static_cast<float>(std::max<size_t>(1, phrase.words.size()));
  float known = 0;
  for (const uint32_t word : phrase.words) {
    if (knowledge_.language != nullptr) known += LanguageScore(word, &token);
  }
  token.language += weight_ * std::max(known, scale.least_language);
  candidates_.Offer(&token);
}

void BeamSearch::EnterUnit(const Token& from, Token seed, bool speech) {
  if (!knowledge_.word_of_unit.empty() && knowledge_.word_of_unit[seed.last.unit] != kNoWord) {
    const uint32_t word = knowledge_.word_of_unit[seed.last.unit];
    seed.language += options_.word_bonus + weight_ * LanguageScore(word, &seed);
  }
  if (context_ != nullptr) StepContext(from, context_->Next(from.context_node, seed.last.unit), speech, &seed);
  candidates_.Offer(&seed);
}

// Adds the credit that a token earns or gives back when it goes from its node to `node`.
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

}  // namespace tonegate
