// Dialogic ADPCM: the `.vox` format of Dialogic boards and OKI chips.
//
// Each sample has 4 bits, with the earlier sample in the high nibble. There is no header; the usual rates are 6000 and
// 8000 Hz. Each code moves a 12-bit value by one of 49 steps; the step then grows or shrinks. Source: Dialogic's
// application note "Dialogic ADPCM Algorithm" (1988). The difference is the sum of shifted steps, each truncated by
// itself; decoders that multiply first and shift once drift away from it.
//
// One object per direction and call; copyable; never allocates.
#ifndef TONEGATE_CORE_CODEC_ADPCM_H_
#define TONEGATE_CORE_CODEC_ADPCM_H_

#include <cstdint>
#include <span>

#include "core/base/byte_reader.h"

namespace tonegate {

// The value and the step, which encoder and decoder share.
struct AdpcmState {
  int value = 0;       // 12-bit, [-2048, 2047]
  int step_index = 0;  // [0, 48]

  // Applies one code (the low 4 bits) and returns the new value.
  int Step(unsigned code);
};

class AdpcmDecoder {
 public:
  // Returns to the state of a fresh object.
  void Reset() { state_ = {}; }
  // Decodes two 16-bit samples from each byte. REQUIRES: out.size() == 2 * bytes.size().
  void Decode(Bytes bytes, std::span<int16_t> out);

 private:
  AdpcmState state_;
};

class AdpcmEncoder {
 public:
  // Returns to the state of a fresh object.
  void Reset() { state_ = {}; }
  // Encodes two samples into each byte. REQUIRES: samples.size() == 2 * out.size().
  void Encode(std::span<const int16_t> samples, std::span<uint8_t> out);

 private:
  unsigned Code(int16_t sample);
  AdpcmState state_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_ADPCM_H_
