// Options of a beam search: how much it keeps, and the weights of units, words and the language model.
#ifndef TONEGATE_CORE_SEARCH_BEAM_OPTIONS_H_
#define TONEGATE_CORE_SEARCH_BEAM_OPTIONS_H_

#include <cstddef>
#include <cstdint>

namespace tonegate {

struct BeamOptions {
  uint32_t units = 0;  // of a frame, blank among them; 2 to 65535
  uint16_t blank = 0;
  size_t beam = 96;       // hypotheses kept, 1 to 256
  float beam_nats = 16;   // worse ones than that are dropped
  size_t top_units = 16;  // tried in a frame, 1 to 256
  float unit_nats = 10;   // less likely ones than that against the likeliest are not tried
  float floor = -14;      // log probabilities are raised to it: no single frame rules a word out
  float language_weight = 0.58F;
  float unit_bonus = 2.75F;  // for each unit heard: recognisers and language models both like few
  float word_bonus = -0.3F;  // for each word
  // Blank loses that many nats where it is not nearly sure: recognisers that hear an unknown voice leave units out.
  float blank_penalty = 0.65F;
  float non_speech = 0.95F;  // probability of blank from which on a frame earns no hotword credit
  size_t n_best = 1;         // hypotheses wanted, 1 to 32; 1 joins those that can only go on equally
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_BEAM_OPTIONS_H_
