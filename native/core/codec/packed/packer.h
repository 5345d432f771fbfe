// Packer: encodes PCM into packed slices (format: core/codec/packed/packed.h). For tools, tests and synthesis.
#ifndef TONEGATE_CORE_CODEC_PACKER_H_
#define TONEGATE_CORE_CODEC_PACKER_H_

#include <memory>
#include <span>
#include <vector>

#include "core/codec/packed/opus_encoder.h"
#include "core/codec/packed/speex_encoder.h"

namespace tonegate {

class Packer {
 public:
  // Makes a Speex packer. `quality`: [0, 10]. REQUIRES: IsSpeexRate(rate_hz).
  static std::unique_ptr<Packer> MakeSpeex(int rate_hz, int quality);
  // Makes an Opus packer. REQUIRES: the same as OpusStreamEncoder.
  static std::unique_ptr<Packer> MakeOpus(int rate_hz, int bitrate, double frame_ms);

  // Packs one slice. The coder's state continues from slice to slice. Samples after the last whole frame count in the
  // stated length but are left out, as the specification says. Returns an empty vector if the codec refuses.
  std::vector<uint8_t> Pack(std::span<const int16_t> samples);

 private:
  Packer() = default;
  size_t Encode(std::span<const int16_t> frame, std::span<uint8_t> out);

  std::unique_ptr<SpeexEncoder> speex_;
  std::unique_ptr<OpusStreamEncoder> opus_;
  size_t frame_samples_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_PACKER_H_
