#include "core/codec/packed/speex_frame.h"

#include <array>

namespace tonegate {
namespace {

constexpr size_t kNarrowHeadBits = 5;  // one bit 0, four of submode
constexpr size_t kLayerHeadBits = 4;   // one bit 1, three of submode
// Bits of whole frames with their heads; 0 if there is no such submode.
constexpr std::array<size_t, 9> kNarrowBits = {5, 43, 119, 160, 220, 300, 364, 492, 79};
constexpr std::array<size_t, 8> kWideBits = {4, 36, 112, 192, 352, 0, 0, 0};
constexpr std::array<size_t, 8> kUltraWideBits = {4, 36, 0, 0, 0, 0, 0, 0};
constexpr std::array<size_t, 8> kLeftOverBits = {0,   36, 112, 192,
                                                 352, 0,  0,   0};  // libspeex does not skip empty layers
constexpr unsigned kUserMessage = 13;
constexpr unsigned kInbandMessage = 14;
constexpr int kMaxMessages = 8;  // messages before one frame

bool AtLayer(const BitReader& bits) { return bits.remaining() > 0 && bits.Peek(1) == 1; }

bool SkipLayer(BitReader* bits, const std::array<size_t, 8>& sizes) {
  if (bits->remaining() < kLayerHeadBits) return false;
  const size_t size = sizes[bits->Peek(kLayerHeadBits) & 7];
  return size > 0 && bits->Skip(size);
}

// Size of an in-band message's content by its code (RFC 5574 and the manual, section 5.5).
size_t InbandBits(unsigned code) {
  if (code < 2) return 1;
  if (code < 8) return 4;
  if (code < 10) return 8;
  if (code < 12) return 16;
  return code < 14 ? 32 : 64;
}

bool SkipMessage(BitReader* bits, unsigned kind) {
  if (bits->remaining() < 4) return false;
  const unsigned code = bits->Take(4);
  return bits->Skip(kind == kUserMessage ? 5 + 8 * size_t{code} : InbandBits(code));
}

}  // namespace

bool SkipSpeexFrame(BitReader* bits, int layers) {
  for (int messages = 0;; ++messages) {
    // A narrowband decoder skips the layers of the previous frame.
    for (int layer = 0; layer < 2 && AtLayer(*bits); ++layer) {
      if (!SkipLayer(bits, kLeftOverBits)) return false;
    }
    if (bits->remaining() < kNarrowHeadBits || AtLayer(*bits)) return false;
    const unsigned submode = bits->Peek(kNarrowHeadBits);
    if (submode < kNarrowBits.size()) {
      if (!bits->Skip(kNarrowBits[submode])) return false;
      break;
    }
    if ((submode != kUserMessage && submode != kInbandMessage) || messages == kMaxMessages) return false;
    if (!bits->Skip(kNarrowHeadBits) || !SkipMessage(bits, submode)) return false;
  }
  if (layers > 0 && AtLayer(*bits) && !SkipLayer(bits, kWideBits)) return false;
  return !(layers > 1 && AtLayer(*bits)) || SkipLayer(bits, kUltraWideBits);
}

}  // namespace tonegate
