// Options of a beam search: its size, and the weights of units, words and the language model.
#ifndef TONEGATE_CORE_SEARCH_BEAM_OPTIONS_H_
#define TONEGATE_CORE_SEARCH_BEAM_OPTIONS_H_

#include <cstddef>
#include <cstdint>

namespace tonegate {

struct BeamOptions {
  uint32_t units = 0;  // units of a frame, with blank; 2 to 65535
  uint16_t blank = 0;
  size_t beam = 96;       // hypotheses kept, 1 to 256
  float beam_nats = 16;   // distance from the best beyond which hypotheses are dropped
  size_t top_units = 16;  // units that are tried in a frame, 1 to 256
  float unit_nats = 10;   // distance from the likeliest unit beyond which units are not tried
  float floor = -14;      // least log probability, so that no single frame excludes a word
  float language_weight = 0.58F;
  float unit_bonus = 2.75F;  // for each unit: recognisers and language models both prefer few units
  float word_bonus = -0.3F;  // added for each word
  // Nats that blank loses unless it is nearly certain: recognisers leave out units of unknown voices.
  float blank_penalty = 0.65F;
  float non_speech = 0.95F;  // probability of blank above which a frame earns no hotword credit
  size_t n_best = 1;         // hypotheses to return, 1 to 32
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_BEAM_OPTIONS_H_
