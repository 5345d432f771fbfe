// G.711: the A-law and the mu-law of ITU-T Recommendation G.711 in both directions, bit-exact with its test vectors.
//
// Linear samples are 16-bit, left-justified (13 bits of A-law and 14 bits of mu-law in the high bits). A-law octets
// have their even bits inverted, as on the line. Stateless; any thread.
#ifndef TONEGATE_CORE_CODEC_G711_H_
#define TONEGATE_CORE_CODEC_G711_H_

#include <cstdint>
#include <span>

#include "core/base/byte_reader.h"

namespace tonegate {

// Sample of an A-law octet.
int16_t AlawToLinear(uint8_t code);
// Sample of a mu-law octet.
int16_t UlawToLinear(uint8_t code);
// A-law octet of a sample.
uint8_t LinearToAlaw(int16_t sample);
// mu-law octet of a sample.
uint8_t LinearToUlaw(int16_t sample);

// Decode whole buffers. REQUIRES: out.size() == codes.size().
void DecodeAlaw(Bytes codes, std::span<int16_t> out);
void DecodeUlaw(Bytes codes, std::span<int16_t> out);

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_G711_H_
