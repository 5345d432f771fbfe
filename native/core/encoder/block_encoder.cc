#include "core/encoder/block_encoder.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/encoder/loops.h"

namespace tonegate {
namespace {

constexpr size_t kStack = BlockEncoderShape::kStack, kSkip = BlockEncoderShape::kSkip;
constexpr size_t kKept = kStack - kSkip;  // feature frames that the next stack has too

// Takes the learnt numbers one after another.
class Reader {
 public:
  Reader(std::span<const float> floats, std::span<const int8_t> bytes) : floats_(floats), bytes_(bytes) {}

  bool Floats(size_t count, std::vector<float>* out) {
    if (floats_.size() < count) return Fail("floats are missing");
    out->assign(floats_.begin(), floats_.begin() + static_cast<std::ptrdiff_t>(count));
    floats_ = floats_.subspan(count);
    const bool all_finite = std::all_of(out->begin(), out->end(), [](float value) { return std::isfinite(value); });
    return all_finite || Fail("a float is not finite");
  }

  bool Matrix(const char* name, size_t inputs, size_t outputs, ByteMatrix* out) {
    std::vector<float> head, widths, bias;
    if (!Floats(2, &head) || !Floats(outputs, &widths) || !Floats(outputs, &bias)) return false;
    if (bytes_.size() < inputs * outputs) return Fail("bytes are missing");
    const auto weights = bytes_.first(inputs * outputs);
    bytes_ = bytes_.subspan(inputs * outputs);
    if (!(head[0] > 0)) return Fail(std::string(name) + ": the scale must be above 0");
    if (!(head[1] >= 0 && head[1] <= 255) || head[1] != std::floor(head[1])) {
      return Fail(std::string(name) + ": the offset must be a whole number from 0 to 255");
    }
    const ByteScale scale{head[0], static_cast<int>(head[1])};
    if (ByteMatrix::Make(weights, inputs, scale, widths, bias, out)) return true;
    return Fail(std::string(name) + ": two neighbouring weights of a column weigh more than " +
                std::to_string(ByteMatrix::kPairLimit) + " together");
  }

  bool AtEnd() { return (floats_.empty() && bytes_.empty()) || Fail("there are more numbers than the shape needs"); }
  const std::string& reason() const { return reason_; }

 private:
  bool Fail(const std::string& reason) {
    reason_ = reason;
    return false;
  }

  std::span<const float> floats_;
  std::span<const int8_t> bytes_;
  std::string reason_;
};

template <typename T>
T* Room(std::vector<T>* room, size_t count) {
  if (room->size() < count) room->resize(count);
  return room->data();
}

}  // namespace

bool BlockEncoder::Make(const BlockEncoderShape& shape, std::span<const float> floats, std::span<const int8_t> bytes,
                        BlockEncoder* out, std::string* reason) {
  for (const size_t look : shape.looks) {
    if (look >= shape.taps) {
      *reason = "a block must look ahead by fewer frames than it sees";
      return false;
    }
  }
  if (shape.width % ByteMatrix::kColumns != 0 || shape.hidden % ByteMatrix::kColumns != 0) {
    *reason = "width and hidden must be multiples of 16";
    return false;
  }
  BlockEncoder made;
  made.shape_ = shape;
  const size_t width = shape.width, hidden = shape.hidden;
  Reader reader(floats, bytes);
  const auto norm = [&](Norm* to) { return reader.Floats(width, &to->gain) && reader.Floats(width, &to->bias); };
  bool good = reader.Floats(shape.bins, &made.mean_) && reader.Floats(shape.bins, &made.gain_) &&
              reader.Matrix("input", kStack * shape.bins, width, &made.input_) && norm(&made.input_norm_);
  size_t late = 0;
  for (size_t i = 0; good && i < shape.looks.size(); ++i) {
    Block block;
    block.look = shape.looks[i];
    block.late = late;
    late += block.look;
    good = reader.Floats(shape.taps * width, &block.memory) && reader.Floats(width, &block.memory_bias) &&
           norm(&block.norm) && reader.Matrix("up", width, hidden, &block.up) &&
           reader.Matrix("down", hidden, width, &block.down) && reader.Floats(width, &block.scale);
    made.blocks_.push_back(std::move(block));
  }
  good = good && norm(&made.output_norm_) && reader.Matrix("output", width, shape.units, &made.output_) &&
         reader.AtEnd();
  if (good) {
    *out = std::move(made);
  } else {
    *reason = reader.reason();
  }
  return good;
}

size_t BlockEncoder::total_look() const { return std::accumulate(shape_.looks.begin(), shape_.looks.end(), size_t{0}); }

// A state holds the last frames of the stack, their validity, and the memory of each block.
size_t BlockEncoder::state_floats() const {
  return kKept * shape_.bins + total_look() + blocks_.size() * (shape_.taps - 1) * shape_.width;
}

// Turns frames of features into rows of bytes. `history_`: validity of the earlier frames and of these.
void BlockEncoder::Stack(std::span<const Turn> turns, size_t frames, bool keeps) {
  const Loops& loops = BestLoops();
  const size_t bins = shape_.bins, total = total_look(), rows = kSkip * frames;
  float* history = Room(&history_, turns.size() * (total + frames));
  float* values = Room(&rows_, (kKept + rows) * bins);
  uint8_t* frame_bytes = Room(&hidden_, (kKept + rows) * bins);
  const size_t stride = input_.stride();
  uint8_t* stacked = Room(&bytes_, turns.size() * frames * stride);
  for (size_t s = 0; s < turns.size(); ++s) {
    const Turn& turn = turns[s];
    float* valid = history + s * (total + frames);
    std::copy_n(turn.state.begin() + static_cast<std::ptrdiff_t>(kKept * bins), total, valid);
    for (size_t t = 0; t < frames; ++t) valid[total + t] = t < turn.valid_frames ? 1.0F : 0.0F;
    std::copy_n(turn.state.begin(), kKept * bins, values);
    for (size_t r = 0; r < rows; ++r) {
      const float* in = &turn.features[r * bins];
      float* row = values + (kKept + r) * bins;
      const float mask = valid[total + r / kSkip];
      for (size_t i = 0; i < bins; ++i) {
        const float floored = in[i] > 0 ? in[i] : 0.0F;
        row[i] = (floored - mean_[i]) * gain_[i] * mask;
      }
    }
    if (keeps) {
      std::copy_n(values + rows * bins, kKept * bins, turn.state.begin());
      std::copy_n(valid + frames, total, turn.state.begin() + static_cast<std::ptrdiff_t>(kKept * bins));
    }
    loops.quantise(values, (kKept + rows) * bins, input_.scale(), frame_bytes);
    for (size_t t = 0; t < frames; ++t) {
      std::copy_n(frame_bytes + t * kSkip * bins, kStack * bins, stacked + (s * frames + t) * stride);
    }
  }
}

void BlockEncoder::RunBlock(const Block& block, std::span<const Turn> turns, size_t index, size_t frames, bool keeps) {
  const Loops& loops = BestLoops();
  const size_t width = shape_.width, past = shape_.taps - 1, total = total_look();
  const size_t state_at = kKept * shape_.bins + total + index * past * width;
  const size_t centre = past - block.look, count = turns.size() * frames;
  float* context = Room(&context_, turns.size() * (past + frames) * width);
  float* mixed = Room(&mixed_, count * width);
  for (size_t s = 0; s < turns.size(); ++s) {
    float* own = context + s * (past + frames) * width;
    float* state = &turns[s].state[state_at];
    std::copy_n(state, past * width, own);
    const float* mask = &history_[s * (total + frames) + total - block.late];
    for (size_t t = 0; t < frames; ++t) {
      const float* from = &x_[(s * frames + t) * width];
      float* to = own + (past + t) * width;
      for (size_t c = 0; c < width; ++c) to[c] = from[c] * mask[t];
    }
    if (keeps) std::copy_n(own + frames * width, past * width, state);
    loops.memory(own, frames, width, shape_.taps, centre, block.memory.data(), block.memory_bias.data(),
                 mixed + s * frames * width);
  }
  loops.norm(mixed, count, width, block.norm.gain.data(), block.norm.bias.data(), shape_.epsilon);
  const size_t stride = block.up.stride();
  uint8_t* bytes = Room(&bytes_, count * stride);
  for (size_t r = 0; r < count; ++r) loops.quantise(mixed + r * width, width, block.up.scale(), bytes + r * stride);
  uint8_t* hidden = Room(&hidden_, count * block.down.stride());
  loops.hidden(block.up, bytes, count, block.down.scale(), block.down.stride(), hidden);
  loops.product(block.down, hidden, count, mixed);
  for (size_t s = 0; s < turns.size(); ++s) {
    const float* own = context + (s * (past + frames) + centre) * width;
    loops.residual(own, mixed + s * frames * width, frames, width, block.scale.data(), &x_[s * frames * width]);
  }
}

void BlockEncoder::Run(std::span<const Turn> turns, size_t frames, bool keeps, std::span<float> scores) {
  const Loops& loops = BestLoops();
  const size_t width = shape_.width, count = turns.size() * frames;
  Stack(turns, frames, keeps);
  float* x = Room(&x_, count * width);
  loops.product(input_, bytes_.data(), count, x);
  loops.norm(x, count, width, input_norm_.gain.data(), input_norm_.bias.data(), shape_.epsilon);
  for (size_t i = 0; i < blocks_.size(); ++i) RunBlock(blocks_[i], turns, i, frames, keeps);
  loops.norm(x, count, width, output_norm_.gain.data(), output_norm_.bias.data(), shape_.epsilon);
  const size_t stride = output_.stride();
  uint8_t* bytes = Room(&bytes_, count * stride);
  for (size_t r = 0; r < count; ++r) loops.quantise(x + r * width, width, output_.scale(), bytes + r * stride);
  loops.product(output_, bytes, count, scores.data());
  loops.log_softmax(scores.data(), count, shape_.units);
}

}  // namespace tonegate
