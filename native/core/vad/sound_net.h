// SoundNet: a small network that recognises speech, music and tones in 8 kHz audio.
//
// For every 10 ms it gives the probabilities of speech, music and a tone. A model with a window head also classifies
// the last 3 s every 250 ms: noise, speech, music or a tone.
//
// The power spectra of the screener (core/tone/spectrum.h) → 40 log-mel values → a 3-tap convolution → blocks of a
// dilated depthwise convolution and a matrix, each added to its input → one logistic unit for each sound. The network
// uses only past rows; the output for a row comes `look` rows later. The window head reads mean and spread of the last
// block's output. scripts/train/vad_net.py trains the network and writes the file; docs/model-formats.md describes it.
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
    size_t look = 0;     // delay of an output, in rows
    size_t outputs = 0;  // speech, music, tone
    size_t hidden = 0;   // width of the window head; 0 if there is none
    size_t classes = 0;
    size_t pool_rows = 0;  // rows that are summed for the window head,
    size_t pools = 0;      // and number of such sums that it reads
    std::array<size_t, kMaxBlocks> dilation{};
  };

  // Parses a model and copies its bytes. Returns false if it is not valid; `why` then tells what is wrong.
  static bool Parse(Bytes bytes, SoundNet* out, Message* why);

  // The checksum that the header must hold. REQUIRES: bytes has at least the length of a header.
  static uint64_t Checksum(Bytes bytes);

  const Shape& shape() const { return shape_; }
  bool has_windows() const { return shape_.hidden > 0; }

 private:
  friend class SoundStream;
  // Positions of the first numbers in weights_; each is a multiple of 4.
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
  // Begins a stream. The net must outlive it.
  explicit SoundStream(const SoundNet& net);

  // Most rows that Push() can give for `samples` samples.
  size_t MaxRows(size_t samples) const { return (waiting_ + samples) / kHopSamples; }
  size_t MaxWindows(size_t samples) const {
    return net_->has_windows() ? (MaxRows(samples) + net_->shape().pool_rows - 1) / net_->shape().pool_rows : 0;
  }
  struct Given {
    size_t rows = 0;
    size_t windows = 0;
  };
  // Hears `samples` at 8 kHz. Row i of a stream (`outputs` probabilities) is about samples 80 i to 80 i + 80 and comes
  // `look` rows later. A window (`classes` probabilities) ends with the newest row. Returns the numbers of rows and
  // windows written. REQUIRES: rows and windows have room for MaxRows() and MaxWindows().
  Given Push(std::span<const int16_t> samples, std::span<float> rows, std::span<float> windows);
  // Ends the audio: writes the `look` remaining rows, as if silence followed, and returns their number. REQUIRES: room
  // for look + 1 rows.
  size_t Flush(std::span<float> rows);
  // Returns to the state of a fresh object.
  void Reset();

 private:
  void Hear(const SpectrumView& spectrum);
  // Passes the newest row through the network; its output is trunk_.
  void Step();
  void Pool();
  void Answer(float* out) const;
  void Judge(float* out) const;

  const SoundNet* net_;
  std::array<float, kBatchSamples + kHopSamples> samples_{};  // past samples, then the waiting ones
  size_t waiting_ = 0;
  uint64_t rows_ = 0;
  std::vector<float> rows_heard_;             // ring of first_taps rows
  std::vector<std::vector<float>> memories_;  // for each block, a ring of its inputs
  std::vector<float> trunk_;
  std::vector<float> work_;
  std::vector<double> sum_;   // sums of trunk and of its squares since the last pool
  std::vector<float> pools_;  // ring of the means
  uint64_t pooled_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VAD_SOUND_NET_H_
