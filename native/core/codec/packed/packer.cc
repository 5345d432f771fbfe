#include "core/codec/packed/packer.h"

#include <array>

#include "core/codec/packed/packed.h"

namespace tonegate {
namespace {

constexpr size_t kMaxFrameBytes = 1275 * 6;  // RFC 6716, 3.2: 1275 bytes a frame; 120 ms hold six of 20 ms

}  // namespace

std::unique_ptr<Packer> Packer::MakeSpeex(int rate_hz, int quality) {
  std::unique_ptr<Packer> packer(new Packer);
  packer->speex_ = std::make_unique<SpeexEncoder>(rate_hz, quality);
  packer->frame_samples_ = packer->speex_->frame_samples();
  return packer;
}

std::unique_ptr<Packer> Packer::MakeOpus(int rate_hz, int bitrate, double frame_ms) {
  std::unique_ptr<Packer> packer(new Packer);
  packer->opus_ = std::make_unique<OpusStreamEncoder>(rate_hz, bitrate, frame_ms);
  packer->frame_samples_ = packer->opus_->frame_samples();
  return packer;
}

size_t Packer::Encode(std::span<const int16_t> frame, std::span<uint8_t> out) {
  return speex_ ? speex_->Encode(frame, out) : opus_->Encode(frame, out);
}

std::vector<uint8_t> Packer::Pack(std::span<const int16_t> samples) {
  const auto stated_bytes = static_cast<uint32_t>(samples.size() * 2);
  std::vector<uint8_t> slice;
  for (int shift = 24; shift >= 0; shift -= 8) slice.push_back(static_cast<uint8_t>(stated_bytes >> shift));
  std::array<uint8_t, kMaxFrameBytes> frame;
  for (; samples.size() >= frame_samples_; samples = samples.subspan(frame_samples_)) {
    const size_t bytes = Encode(samples.first(frame_samples_), frame);
    if (bytes == 0) return {};
    slice.push_back(static_cast<uint8_t>(bytes >> 8));
    slice.push_back(static_cast<uint8_t>(bytes));
    slice.insert(slice.end(), frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(bytes));
  }
  return slice;
}

}  // namespace tonegate
