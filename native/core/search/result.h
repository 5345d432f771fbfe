// The result of a search: units and words with their times, in frames since the stream began.
#ifndef TONEGATE_CORE_SEARCH_RESULT_H_
#define TONEGATE_CORE_SEARCH_RESULT_H_

#include <cstdint>
#include <vector>

namespace tonegate {

// Word numbers from here on are hotwords: kHotwordBase + the phrase's number in its ContextGraph.
inline constexpr uint32_t kHotwordBase = 1U << 24;
inline constexpr uint32_t kNoWord = 0xFFFFFFFF;

struct HeardUnit {
  uint16_t unit = 0;
  uint32_t start_frame = 0;
  uint32_t end_frame = 0;  // the frame after the last one
  float confidence = 0;    // highest probability of the unit in these frames
  // Lead of the likeliest path over this one when the unit began, in nats; without lexicon, language and hotwords.
  float behind = 0;
  // Loss of this path against the likeliest one, in nats, from the start of this unit to the start of the next one or
  // to the end; for the first unit, since the start of the segment.
  float lost = 0;
  float clearness = 0;     // certainty of the recogniser around it: see BeamSearch::Clearness()
};

struct HeardWord {
  uint32_t word = kNoWord;
  uint32_t first_unit = 0;  // index in Hypothesis::units
  uint32_t units = 0;
  float confidence = 0;  // geometric mean over its units
};

struct Hypothesis {
  float score = 0;  // natural logarithm, comparable within one segment only
  std::vector<HeardUnit> units;
  std::vector<HeardWord> words;  // empty if the search had no lexicon
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_RESULT_H_
