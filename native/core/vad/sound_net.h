// SoundNet: a small network that hears speech, music and tones in 8 kHz audio.
//
// For every 10 ms it gives the probability that they hold speech, music, a tone. A model with a window
// head also says every 250 ms what the last 3 s were: noise, speech, music or a tone.
//
// The power spectra of the screener (core/tone/spectrum.h) → 40 log-mel values → a 3-tap convolution
// → blocks of a dilated depthwise convolution and a matrix, each added to what it read → one logistic unit for each
// sound. Only the past is looked at; a row's answer comes `look` rows later. The window head reads mean and spread of
// the last block's output. scripts/train/vad_net.py trains and writes it; the file is in docs/model-formats.md.
//
// Plain arithmetic in one order: the same audio gives the same bits in any slicing and on any machine.
// Thread rule: SoundNet is const after Parse() and shared. A SoundStream belongs to one call and one thread; it
// allocates when it is made and never again. The net must outlive its streams.
#ifndef TONEGATE_CORE_VAD_SOUND_NET_H_
#define TONEGATE_CORE_VAD_SOUND_NET_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/base/message.h"
#include "core/tone/line/spectrum.h"

namespace tonegate {

class SoundNet {
 public:
  static constexpr size_t kBands = 40;
  static constexpr size_t kMaxChannels = 128;
  static constexpr size_t kMaxBlocks = 8;
  static constexpr size_t kMaxOutputs = 8;

  struct Shape {
    size_t channels = 0;
    size_t first_taps = 0;
    size_t taps = 0;
    size_t blocks = 0;
    size_t look = 0;     // rows that an answer comes late
    size_t outputs = 0;  // speech, music, tone
    size_t hidden = 0;   // of the window head; 0: there is none
    size_t classes = 0;
    size_t pool_rows = 0;  // the window head reads sums over so many rows,
    size_t pools = 0;      // of which it sees so many
    std::array<size_t, kMaxBlocks> dilation{};
  };

  // false: the bytes are no sound model; `why` says what is wrong. The bytes are copied.
  static bool Parse(Bytes bytes, SoundNet* out, Message* why);

  // Checksum that the header must hold. REQUIRES: bytes is as long as a header.
  static uint64_t Checksum(Bytes bytes);

  const Shape& shape() const { return shape_; }
  bool has_windows() const { return shape_.hidden > 0; }

 private:
  friend class SoundStream;
  // Places of the first number in weights_, each begun at a multiple of 4 numbers.
  struct Matrix {
    size_t weights = 0;
    size_t bias = 0;
  };
  struct Block {
    size_t memory = 0;  // [taps][channels]
    Matrix mix;         // [channels in][channels out]
  };
  bool TakeNumbers(size_t count, ByteReader* reader, size_t* place, Message* why);

  Shape shape_;
  std::vector<float> weights_;
  Matrix first_;  // [taps][bands][channels]
  std::array<Block, kMaxBlocks> blocks_;
  Matrix head_;    // [outputs][channels]
  Matrix hidden_;  // [2 channels][hidden]
  Matrix out_;     // [classes][hidden]
};

class SoundStream {
 public:
  explicit SoundStream(const SoundNet& net);

  // Rows that Push() gives at most for so many samples.
  size_t MaxRows(size_t samples) const { return (waiting_ + samples) / kHopSamples; }
  size_t MaxWindows(size_t samples) const {
    return net_->has_windows() ? (MaxRows(samples) + net_->shape().pool_rows - 1) / net_->shape().pool_rows : 0;
  }
  struct Given {
    size_t rows = 0;
    size_t windows = 0;
  };
  // `samples`: 8 kHz. Row i of a stream (outputs probabilities) is about samples 80 i to 80 i + 80 and comes `look`
  // rows after them. A window (classes probabilities) ends with the newest row. REQUIRES: rows and windows have room
  // for MaxRows() and MaxWindows().
  Given Push(std::span<const int16_t> samples, std::span<float> rows, std::span<float> windows);
  // The audio has ended: the `look` rows that are owed, as if silence followed. REQUIRES: room for look + 1 rows.
  size_t Flush(std::span<float> rows);
  void Reset();

 private:
  void Hear(const SpectrumView& spectrum);
  // The newest row through the network: trunk_ is its output.
  void Step();
  void Pool();
  void Answer(float* out) const;
  void Judge(float* out) const;

  const SoundNet* net_;
  std::array<float, kBatchSamples + kHopSamples> samples_{};  // past, then those that wait
  size_t waiting_ = 0;
  uint64_t rows_ = 0;
  std::vector<float> rows_heard_;             // ring of first_taps rows
  std::vector<std::vector<float>> memories_;  // for each block a ring of what it read
  std::vector<float> trunk_;
  std::vector<float> work_;
  std::vector<double> sum_;   // of trunk and of its squares, since the last pool
  std::vector<float> pools_;  // ring of their means
  uint64_t pooled_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VAD_SOUND_NET_H_
