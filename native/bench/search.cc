// Cost and accuracy of the searches, on generated frames for real text: microseconds a frame, character error, and the
// cost of 1,000 hotwords. One line for each measurement: group, name, value, unit, separated by tabs.
// scripts/measure/bench/speech-core.mjs builds and prints it.
//   search LEXICON LM TEXT   (TEXT: one sentence a line)
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "core/search/beam.h"
#include "core/search/words/pronounce.h"
#include "test/search/posteriors.h"

namespace tonegate {
namespace {

constexpr double kFrameSeconds = 0.03;
constexpr double kMistakes = 0.12;
constexpr uint32_t kHotwords = 1000;

std::vector<uint8_t> Load(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> Signs(const std::string& text) {
  std::vector<std::string> signs;
  for (const char byte : text) {
    if ((byte & 0xC0) != 0x80) signs.emplace_back();
    if (!signs.empty()) signs.back() += byte;
  }
  return signs;
}

template <typename T>
size_t Distance(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

// The likeliest unit of every frame, with repeats joined and blanks dropped.
std::vector<uint16_t> BestPath(const std::vector<float>& rows, uint32_t units) {
  std::vector<uint16_t> path;
  uint16_t last = 0;
  for (size_t at = 0; at < rows.size(); at += units) {
    const auto frame = rows.begin() + static_cast<ptrdiff_t>(at);
    const auto unit = static_cast<uint16_t>(std::max_element(frame, frame + units) - frame);
    if (unit != last && unit != 0) path.push_back(unit);
    last = unit;
  }
  return path;
}

// Other tones of a final, and initials that many speakers do not distinguish.
std::vector<std::vector<uint16_t>> AlikeUnits(const Lexicon& lexicon) {
  constexpr const char* kPairs[][2] = {{"zh", "z"},   {"ch", "c"},   {"sh", "s"},   {"n", "l"},
                                       {"an", "ang"}, {"en", "eng"}, {"in", "ing"}, {"b", "p"},
                                       {"d", "t"},    {"g", "k"},    {"j", "q"}};
  std::vector<std::vector<uint16_t>> alike(lexicon.units());
  auto parts = [&](uint32_t unit) {
    std::string body(lexicon.UnitName(unit));
    std::string tone;
    if (!body.empty() && body.back() >= '1' && body.back() <= '5') {
      tone = body.back();
      body.pop_back();
    }
    return std::pair(body, tone);
  };
  for (uint32_t a = 0; a < lexicon.units(); ++a) {
    const auto [body, tone] = parts(a);
    for (uint32_t b = 0; b < lexicon.units(); ++b) {
      const auto [other, other_tone] = parts(b);
      bool is_alike = a != b && body == other && !tone.empty();
      for (const auto& [one, two] : kPairs) {
        is_alike |= tone == other_tone && ((body == one && other == two) || (body == two && other == one));
      }
      if (is_alike) alike[a].push_back(static_cast<uint16_t>(b));
    }
  }
  return alike;
}

struct Item {
  std::vector<std::string> signs;
  std::vector<uint16_t> units;
  std::vector<float> rows;
};

struct Outcome {
  double seconds = 1e9;  // the fastest of three runs
  size_t wrong = 0;
};

Outcome Run(BeamSearch* search, const Lexicon& lexicon, const std::vector<Item>& items) {
  using Clock = std::chrono::steady_clock;
  Outcome outcome;
  for (int run = 0; run < 3; ++run) {
    double seconds = 0;
    outcome.wrong = 0;
    for (const Item& item : items) {
      std::vector<Hypothesis> all;
      search->Restart();
      const auto begin = Clock::now();
      search->Push(item.rows);
      search->Finish(&all);
      seconds += std::chrono::duration<double>(Clock::now() - begin).count();
      std::string text;
      for (const HeardWord& word : all[0].words) {
        if (word.word < kHotwordBase) text += lexicon.WordText(word.word);
      }
      outcome.wrong += Distance(item.signs, Signs(text));
    }
    outcome.seconds = std::min(outcome.seconds, seconds);
  }
  return outcome;
}

int Main(int count, char** arguments) {
  if (count != 4) return 2;
  const std::vector<uint8_t> lexicon_bytes = Load(arguments[1]), language_bytes = Load(arguments[2]);
  Lexicon lexicon;
  NgramModel language;
  Message why;
  if (!Lexicon::Parse(lexicon_bytes, &lexicon, &why) || !NgramModel::Parse(language_bytes, &language, &why)) {
    std::printf("%s\n", why.c_str());
    return 1;
  }
  const Pronouncer pronouncer(lexicon);
  const auto alike = AlikeUnits(lexicon);
  test::PosteriorOptions shape;
  shape.units = lexicon.units();
  shape.mistakes = kMistakes;
  test::Random random(1);
  std::vector<Item> items;
  size_t signs = 0, frames = 0, units = 0, units_wrong = 0;
  std::ifstream file(arguments[3]);
  for (std::string line; std::getline(file, line);) {
    const auto readings = pronouncer.Readings(line);
    if (readings.empty()) continue;
    Item item{Signs(line), readings[0], test::MakePosteriors(readings[0], shape, alike, &random)};
    units_wrong += Distance(item.units, BestPath(item.rows, lexicon.units()));
    units += item.units.size();
    signs += item.signs.size();
    frames += item.rows.size() / lexicon.units();
    items.push_back(std::move(item));
  }
  if (items.empty()) return 1;
  auto print = [](const std::string& name, double value, const char* unit) {
    std::printf("search\t%s\t%.2f\t%s\n", name.c_str(), value, unit);
  };
  print("sentences", static_cast<double>(items.size()), "");
  print("unit error of the frames' best path", 100.0 * units_wrong / static_cast<double>(units), "%");
  // Names of two or three syllables, like those of a site's staff.
  std::vector<HotwordPhrase> phrases;
  while (phrases.size() < kHotwords) {
    std::string name;
    for (uint32_t syllables = 2 + random.Below(2); syllables > 0;) {
      const std::string_view word = lexicon.WordText(random.Below(lexicon.words()));
      if (word.size() != 3) continue;
      name += word;
      --syllables;
    }
    const auto readings = pronouncer.Readings(name);
    if (readings.empty()) continue;
    HotwordPhrase phrase{static_cast<uint32_t>(phrases.size()), 3, readings[0], {}, 0};
    NgramModel::State state;
    for (const uint16_t word : pronouncer.Split(name)) {
      phrase.words.push_back(word + NgramModel::kFirstWord);
      phrase.language += language.Score(state, phrase.words.back(), &state);
    }
    phrases.push_back(std::move(phrase));
  }
  const ContextGraph context(phrases, 0.4F);
  for (const size_t beam : {24, 48, 96}) {
    BeamOptions options;
    options.units = lexicon.units();
    options.beam = beam;
    const std::string name = "beam " + std::to_string(beam);
    std::unique_ptr<BeamSearch> search;
    if (BeamSearch::Make(options, {&lexicon, &language, {}}, &search) != Status::kOk) return 1;
    const Outcome plain = Run(search.get(), lexicon, items);
    search->SetContext(&context);
    const Outcome hot = Run(search.get(), lexicon, items);
    print(name, plain.seconds * 1e6 / static_cast<double>(frames), "us a frame");
    print(name, kFrameSeconds * static_cast<double>(frames) / plain.seconds, "x real time at 30 ms a frame");
    print(name + ", character error", 100.0 * static_cast<double>(plain.wrong) / static_cast<double>(signs), "%");
    print(name + ", character error with 1000 hotwords",
          100.0 * static_cast<double>(hot.wrong) / static_cast<double>(signs), "%");
    print(name + ", 1000 hotwords", 100 * (hot.seconds / plain.seconds - 1), "% more time");
  }
  BeamOptions options;
  options.units = lexicon.units();
  std::unique_ptr<BeamSearch> search;
  if (BeamSearch::Make(options, {&lexicon, nullptr, {}}, &search) != Status::kOk) return 1;
  const Outcome plain = Run(search.get(), lexicon, items);
  print("no language model, character error", 100.0 * static_cast<double>(plain.wrong) / static_cast<double>(signs),
        "%");
  return 0;
}

}  // namespace
}  // namespace tonegate

int main(int count, char** arguments) { return tonegate::Main(count, arguments); }
