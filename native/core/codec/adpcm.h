// Dialogic ADPCM: the `.vox` format of Dialogic boards and OKI chips.
//
// 4 bits a sample, the earlier sample in the high nibble, no header, usually 6000 or 8000 Hz.
// Each code moves a 12-bit value by a step out of 49; the step then grows or shrinks. Source:
// Dialogic's application note "Dialogic ADPCM Algorithm" (1988). The difference is the sum of shifted steps, each
// shift truncated by itself; decoders that multiply first and shift once drift away from it.
//
// One object per direction and call; copyable; never allocates.
#ifndef TONEGATE_CORE_CODEC_ADPCM_H_
#define TONEGATE_CORE_CODEC_ADPCM_H_

#include <cstdint>
#include <span>

#include "core/base/byte_reader.h"

namespace tonegate {

// The value and step that encoder and decoder share.
struct AdpcmState {
  int value = 0;       // 12-bit, [-2048, 2047]
  int step_index = 0;  // [0, 48]

  // One code (low 4 bits) further; returns the new value.
  int Step(unsigned code);
};

class AdpcmDecoder {
 public:
  void Reset() { state_ = {}; }
  // 16-bit samples, two a byte. REQUIRES: out.size() == 2 * bytes.size().
  void Decode(Bytes bytes, std::span<int16_t> out);

 private:
  AdpcmState state_;
};

class AdpcmEncoder {
 public:
  void Reset() { state_ = {}; }
  // REQUIRES: samples.size() == 2 * out.size().
  void Encode(std::span<const int16_t> samples, std::span<uint8_t> out);

 private:
  unsigned Code(int16_t sample);
  AdpcmState state_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_ADPCM_H_
