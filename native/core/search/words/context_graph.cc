#include "core/search/words/context_graph.h"

#include <algorithm>
#include <utility>

namespace tonegate {

ContextGraph::ContextGraph(std::vector<HotwordPhrase> phrases, HotwordScale scale, std::vector<NearUnit> near)
    : scale_(scale), near_(std::move(near)), phrases_(std::move(phrases)) {
  for (HotwordPhrase& phrase : phrases_) phrase.language = std::max(phrase.language, scale.least_language);
  std::erase_if(phrases_, [](const HotwordPhrase& phrase) { return phrase.units.empty(); });
  std::stable_sort(phrases_.begin(), phrases_.end(), [](const HotwordPhrase& a, const HotwordPhrase& b) {
    return a.units != b.units ? a.units < b.units : a.weight > b.weight;
  });
  auto same = [](const HotwordPhrase& a, const HotwordPhrase& b) { return a.units == b.units; };
  phrases_.erase(std::unique(phrases_.begin(), phrases_.end(), same), phrases_.end());
  Build();
  FindWaysBack();
}

void ContextGraph::Build() {
  const float credit_per_unit = scale_.credit_per_unit;
  // The phrases below a node, a run of the sorted list.
  struct Span {
    size_t begin, end;
    float kept;  // credit of phrases that ended on the way
  };
  std::vector<Span> spans = {{0, phrases_.size(), 0}};
  nodes_.push_back({});
  for (size_t at = 0; at < nodes_.size(); ++at) {
    auto [begin, end, kept] = spans[at];
    const size_t depth = nodes_[at].depth;
    if (begin < end && depth > 0 && phrases_[begin].units.size() == depth) {
      nodes_[at].phrase = static_cast<uint32_t>(begin++);
      const HotwordPhrase& phrase = phrases_[nodes_[at].phrase];
      nodes_[at].kept = phrase.weight * credit_per_unit * static_cast<float>(depth);
      nodes_[at].look_ahead = phrase.language;
      kept = std::max(kept, nodes_[at].kept);
    }
    nodes_[at].first_child = static_cast<uint32_t>(nodes_.size());
    while (begin < end) {
      const uint16_t unit = phrases_[begin].units[depth];
      size_t next = begin;
      float pending = 0;
      float share = -1e30F;
      for (; next < end && phrases_[next].units[depth] == unit; ++next) {
        const HotwordPhrase& phrase = phrases_[next];
        const auto units = static_cast<float>(phrase.units.size());
        const auto part = static_cast<float>(depth + 1);
        pending = std::max(pending, phrase.weight * credit_per_unit * part - kept);
        // Looks one unit ahead, since the lexicon's own words pay for a syllable at its first unit.
        share = std::max(share, phrase.language * std::min(1.0F, (part + 1) / units));
      }
      Node child;
      child.unit = unit;
      child.depth = static_cast<uint16_t>(depth + 1);
      child.pending = pending;
      child.look_ahead = share;
      nodes_.push_back(child);
      spans.push_back({begin, next, kept});
      ++nodes_[at].children;
      begin = next;
    }
  }
}

void ContextGraph::FindWaysBack() {
  for (uint32_t at = 0; at < nodes_.size(); ++at) {
    for (uint32_t i = 0; i < nodes_[at].children; ++i) {
      Node& child = nodes_[nodes_[at].first_child + i];
      child.back = at == kRoot ? kRoot : Next(nodes_[at].back, child.unit);
      if (child.phrase == kNoPhrase) child.kept = nodes_[child.back].kept;
    }
  }
}

uint32_t ContextGraph::Child(uint32_t at, uint16_t unit) const {
  uint32_t low = nodes_[at].first_child;
  const uint32_t end = low + nodes_[at].children;
  uint32_t high = end;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (nodes_[middle].unit < unit) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < end && nodes_[low].unit == unit ? low : kNone;
}

uint32_t ContextGraph::Next(uint32_t at, uint16_t unit) const {
  while (true) {
    const uint32_t child = Child(at, unit);
    if (child != kNone) return child;
    if (at == kRoot) return kRoot;
    at = nodes_[at].back;
  }
}

}  // namespace tonegate
