// The result of a search: units and words with their times, in frames since the stream began.
#ifndef TONEGATE_CORE_SEARCH_RESULT_H_
#define TONEGATE_CORE_SEARCH_RESULT_H_

#include <cstdint>
#include <vector>

namespace tonegate {

// Words from here on are hotwords: kHotwordBase + the phrase's number in its ContextGraph.
inline constexpr uint32_t kHotwordBase = 1U << 24;
inline constexpr uint32_t kNoWord = 0xFFFFFFFF;

struct HeardUnit {
  uint16_t unit = 0;
  uint32_t start_frame = 0;
  uint32_t end_frame = 0;  // the frame after its last
  float confidence = 0;    // its highest probability in these frames
  // Nats by which the likeliest of all ways was ahead of this one when the unit began; lexicon, language and hotwords apart.
  float behind = 0;
  // Nats that this way lost against the likeliest from this unit's begin to the next one's, or to the end; of the first
  // unit since the segment began.
  float lost = 0;
  float clearness = 0;     // how sure the recogniser was of anything about there: see BeamSearch::Clearness()
};

struct HeardWord {
  uint32_t word = kNoWord;
  uint32_t first_unit = 0;  // place in Hypothesis::units
  uint32_t units = 0;
  float confidence = 0;  // geometric mean of its units'
};

struct Hypothesis {
  float score = 0;  // natural logarithm, comparable within one segment only
  std::vector<HeardUnit> units;
  std::vector<HeardWord> words;  // none where the search had no lexicon
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_RESULT_H_
