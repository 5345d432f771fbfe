// Packer: codes PCM into packed slices (core/codec/packed.h says how they look). For tools, tests and synthesis.
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
  // `quality`: [0, 10]. REQUIRES: IsSpeexRate(rate_hz).
  static std::unique_ptr<Packer> MakeSpeex(int rate_hz, int quality);
  // REQUIRES: as of OpusStreamEncoder.
  static std::unique_ptr<Packer> MakeOpus(int rate_hz, int bitrate, double frame_ms);

  // One slice. The coder's memory goes on from slice to slice. Samples beyond the last whole frame are counted in the
  // stated length and left out, as the specification has it. An empty result: the codec refused.
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
