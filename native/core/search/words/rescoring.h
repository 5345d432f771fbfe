// RescoringModel: how likely a sentence is by a recurrent network of characters (an LSTM) with 8-bit matrices. The
// search weighs words by runs of at most four; this model has read the whole sentence, and reorders the search's best
// hypotheses. docs/model-formats.md has the file.
//
//   e = embedding of a character;  [i f g o] = input(e) + recurrent(h);  c = sigmoid(f) c + sigmoid(i) tanh(g)
//   h = sigmoid(o) tanh(c);  y = tanh(projection(h));  score of a character = <y, its embedding> + its bias
// The network learnt scores whose exponentials sum to about 1, so that no sum over all characters is needed.
//
// Source: Hochreiter and Schmidhuber, Long Short-Term Memory, 1997; self-normalised scores: Devlin et al., 2014.
#ifndef TONEGATE_CORE_SEARCH_RESCORING_H_
#define TONEGATE_CORE_SEARCH_RESCORING_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/base/message.h"
#include "core/encoder/byte_matrix.h"
#include "core/search/words/section_reader.h"

namespace tonegate {

class RescoringModel {
 public:
  // Added to a code point: the character is read, but its own score does not count.
  static constexpr uint32_t kUncounted = 1U << 31;
  // Hypotheses that end in so many equal characters share the state of the first one from there on.
  static constexpr size_t kShared = 5;

  // Parses a mapped file, whose characters and embeddings are read in place. Returns false if it is no valid model;
  // `why` then tells what is wrong.
  static bool Parse(Bytes bytes, RescoringModel* out, Message* why);

  // Number of characters that the model knows.
  size_t characters() const { return characters_; }

  // Gives the score of each sentence with its end, as a natural logarithm. A sentence is a run of Unicode code points;
  // characters that the model does not know are read as unknown and not counted. Where the state of an earlier sentence
  // is shared (kShared), the score of what follows is an approximation.
  void Score(std::span<const std::vector<uint32_t>> sentences, std::vector<float>* scores) const;

 private:
  static constexpr uint32_t kUnknown = 0, kBegin = 1, kEnd = 2, kFirst = 3;

  // The memory of the network: rows of `hidden_` numbers, and of `width_` for the output.
  struct States {
    std::vector<float> hidden, cell, output;
  };

  uint32_t SignOf(uint32_t code_point) const;
  float ScoreOf(uint32_t sign, const float* output) const;
  // Reads the signs, each after the state of its row in `before`.
  void Step(const States& before, std::span<const uint32_t> rows, std::span<const uint32_t> signs, States* after) const;

  size_t characters_ = 0, width_ = 0, hidden_ = 0;
  ArrayView<uint32_t> code_points_;
  ArrayView<uint8_t> embeddings_;
  ArrayView<float> widths_, bias_;
  ByteMatrix input_, recurrent_, projection_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_RESCORING_H_
