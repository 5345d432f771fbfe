// BlockEncoder: the streaming acoustic encoder of scripts/train/asr/model.py with 8-bit matrices, for several streams at
// once: a stack of 5 feature frames every 3, blocks of depthwise memory and feed-forward, log probabilities of units.
//
// The graph of the model is the definition; this is the same computation without a graph's runtime. Whole numbers,
// float and double arithmetic stand in the order of the graph, so that activations are the same bytes; log
// probabilities differ from the runtime's by what its softmax rounds otherwise. Streams share nothing but the run: each
// gets the bits that it would get alone.
//
// Thread rule: one run at a time. Run allocates only when it takes more frames than any run before.
#ifndef TONEGATE_CORE_ENCODER_BLOCK_ENCODER_H_
#define TONEGATE_CORE_ENCODER_BLOCK_ENCODER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/encoder/byte_matrix.h"

namespace tonegate {

struct BlockEncoderShape {
  size_t bins = 0;             // of a feature frame
  size_t width = 0;            // of a block, a multiple of 16
  size_t hidden = 0;           // of its feed-forward part, a multiple of 16
  size_t units = 0;            // of the output
  size_t taps = 0;             // frames that a block's memory sees
  std::vector<size_t> looks;   // how many of them lie ahead, of each block; at least 1
  double epsilon = 0;          // of the norms

  static constexpr size_t kStack = 5, kSkip = 3;
};

class BlockEncoder {
 public:
  // `floats` and `bytes` are all that the model has learned, one after another. A matrix with I inputs and O outputs
  // is, in floats: scale, offset (a whole number), widths [O], bias [O]; in bytes: weights [I x O].
  //   floats: mean [bins], gain [bins], input matrix, its norm (gain [width], bias [width]); of each block: memory
  //           weights [taps x width], memory bias [width], norm (gain, bias), up matrix, down matrix, scale [width];
  //           output norm (gain, bias), output matrix
  //   bytes:  input [5 bins x width]; of each block up [width x hidden], down [hidden x width]; output [width x units]
  // False: what is wrong is in `reason`.
  static bool Make(const BlockEncoderShape& shape, std::span<const float> floats, std::span<const int8_t> bytes,
                   BlockEncoder* out, std::string* reason);

  // Floats that a stream hands from run to run; 0 at its start.
  size_t state_floats() const;
  size_t bins() const { return shape_.bins; }
  size_t units() const { return shape_.units; }

  struct Turn {
    std::span<float> state;
    std::span<const float> features;  // kSkip x frames x bins
    size_t valid_frames = 0;          // the rest follows the end of the signal
  };
  // One chunk of each stream. `scores`: turns x frames x units. Unless `keeps`, states stay as they were.
  // REQUIRES: 1 <= frames; the spans have these sizes; valid_frames <= frames.
  void Run(std::span<const Turn> turns, size_t frames, bool keeps, std::span<float> scores);

 private:
  struct Norm {
    std::vector<float> gain, bias;
  };
  struct Block {
    size_t look = 0, late = 0;
    std::vector<float> memory, memory_bias, scale;
    Norm norm;
    ByteMatrix up, down;
  };

  size_t total_look() const;
  void Stack(std::span<const Turn> turns, size_t frames, bool keeps);
  void RunBlock(const Block& block, std::span<const Turn> turns, size_t index, size_t frames, bool keeps);

  BlockEncoderShape shape_;
  std::vector<float> mean_, gain_;
  ByteMatrix input_, output_;
  Norm input_norm_, output_norm_;
  std::vector<Block> blocks_;

  // Scratch space of a run: values of the frames, contexts of the streams, masks, bytes of activations.
  std::vector<float> x_, context_, mixed_, history_, rows_;
  std::vector<uint8_t> bytes_, hidden_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_ENCODER_BLOCK_ENCODER_H_
