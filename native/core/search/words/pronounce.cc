#include "core/search/words/pronounce.h"

#include <algorithm>
#include <utility>

namespace tonegate {
namespace {

// Least score of a reading: one that is much rarer than the best reading of a word is no reading of a hotword.
constexpr float kLeastScore = -3;

}  // namespace

Pronouncer::Pronouncer(const Lexicon& lexicon)
    : lexicon_(lexicon), parents_(lexicon.nodes()), first_(lexicon.words() + 1) {
  for (uint32_t node = 0; node < lexicon.nodes(); ++node) {
    const auto [begin, end] = lexicon.Children(node);
    for (uint32_t child = begin; child < end; ++child) parents_[child] = node;
    const auto [first, last] = lexicon.Entries(node);
    for (uint32_t entry = first; entry < last; ++entry) {
      nodes_.push_back(node);
      ++first_[lexicon.EntryWord(entry) + 1];
    }
  }
  for (uint32_t word = 0; word < lexicon.words(); ++word) {
    first_[word + 1] += first_[word];
    longest_bytes_ = std::max(longest_bytes_, lexicon.WordText(word).size());
  }
  by_word_.resize(nodes_.size());
  std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
  for (uint32_t entry = 0; entry < nodes_.size(); ++entry) by_word_[next[lexicon.EntryWord(entry)]++] = entry;
}

std::vector<uint16_t> Pronouncer::Split(std::string_view text) const {
  std::vector<uint16_t> words;
  while (!text.empty()) {
    uint32_t word = Lexicon::kNone;
    size_t bytes = std::min(longest_bytes_, text.size());
    for (; bytes > 0; --bytes) {
      word = lexicon_.FindWord(text.substr(0, bytes));
      if (word != Lexicon::kNone) break;
    }
    if (word == Lexicon::kNone) return {};
    words.push_back(static_cast<uint16_t>(word));
    text.remove_prefix(bytes);
  }
  return words;
}

std::vector<Pronouncer::Reading> Pronouncer::ReadingsOf(uint16_t word) const {
  std::vector<Reading> readings;
  for (uint32_t i = first_[word]; i < first_[word + 1u]; ++i) {
    const uint32_t entry = by_word_[i];
    Reading reading{{}, lexicon_.EntryScore(entry)};
    for (uint32_t node = nodes_[entry]; node != Lexicon::kRoot; node = parents_[node]) {
      reading.units.push_back(lexicon_.UnitOf(node));
    }
    std::reverse(reading.units.begin(), reading.units.end());
    readings.push_back(std::move(reading));
  }
  return readings;
}

std::vector<std::vector<uint16_t>> Pronouncer::Readings(std::string_view text) const {
  std::vector<Reading> found = {{{}, 0}};
  const std::vector<uint16_t> words = Split(text);
  if (words.empty()) return {};
  for (const uint16_t word : words) {
    const std::vector<Reading> parts = ReadingsOf(word);
    std::vector<Reading> longer;
    for (const Reading& before : found) {
      for (const Reading& part : parts) {
        Reading both{before.units, before.score + part.score};
        both.units.insert(both.units.end(), part.units.begin(), part.units.end());
        longer.push_back(std::move(both));
      }
    }
    std::stable_sort(longer.begin(), longer.end(),
                     [](const Reading& a, const Reading& b) { return a.score > b.score; });
    if (longer.size() > kMaxReadings) longer.resize(kMaxReadings);
    found = std::move(longer);
  }
  std::vector<std::vector<uint16_t>> units;
  for (Reading& reading : found) {
    if (!reading.units.empty() && reading.score >= found[0].score + kLeastScore)
      units.push_back(std::move(reading.units));
  }
  return units;
}

}  // namespace tonegate
