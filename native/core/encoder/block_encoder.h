// BlockEncoder: the streaming acoustic encoder of scripts/train/asr/model.py with 8-bit matrices, for several streams
// at once: a stack of 5 feature frames every 3, blocks of depthwise memory and feed-forward, log probabilities of
// units.
//
// The graph of the model is the definition; this class does the same computation without a graph runtime. Integer,
// float and double operations follow the order of the graph, so that activations have the same bytes; log probabilities
// differ from the runtime's only by the rounding of the softmax. Streams share only the run: each gets the bits that it
// would get alone.
//
// Thread rule: one run at a time. Run() allocates only when it takes more frames than any run before.
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
  size_t bins = 0;             // values of a feature frame
  size_t width = 0;            // width of a block, a multiple of 16
  size_t hidden = 0;           // width of its feed-forward part, a multiple of 16
  size_t units = 0;            // values of an output row
  size_t taps = 0;             // frames that the memory of a block sees
  std::vector<size_t> looks;   // number of them ahead, for each block
  double epsilon = 0;          // that of the norms

  static constexpr size_t kStack = 5, kSkip = 3;
};

class BlockEncoder {
 public:
  // Makes an encoder. `floats` and `bytes` are all learnt numbers, one after another. A matrix with I inputs and O
  // outputs consists of, in floats: scale, offset (an integer), widths [O], bias [O]; in bytes: weights [I x O].
  //   floats: mean [bins], gain [bins], input matrix, its norm (gain [width], bias [width]); for each block: memory
  //           weights [taps x width], memory bias [width], norm (gain, bias), up matrix, down matrix, scale [width];
  //           output norm (gain, bias), output matrix
  //   bytes:  input [5 bins x width]; for each block up [width x hidden], down [hidden x width]; output [width x units]
  // Returns false if they do not fit; `reason` then tells why.
  static bool Make(const BlockEncoderShape& shape, std::span<const float> floats, std::span<const int8_t> bytes,
                   BlockEncoder* out, std::string* reason);

  // Number of floats that a stream passes from run to run; all are 0 at its start.
  size_t state_floats() const;
  // Width of a feature frame, and of an output row.
  size_t bins() const { return shape_.bins; }
  size_t units() const { return shape_.units; }

  struct Turn {
    std::span<float> state;
    std::span<const float> features;  // kSkip x frames x bins
    size_t valid_frames = 0;          // the other frames follow the end of the signal
  };
  // Runs one chunk of each stream. `scores`: turns x frames x units, log probabilities. States change only if `keeps`.
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
