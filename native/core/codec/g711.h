// G.711: the A-law and the mu-law of ITU-T Recommendation G.711, both ways, bit-exact with the ITU-T test vectors.
//
// Linear samples are 16-bit, left-justified (13 bits of A-law and 14 bits of mu-law in the high bits). A-law octets
// have their even bits inverted, as on the line. Stateless; any thread.
#ifndef TONEGATE_CORE_CODEC_G711_H_
#define TONEGATE_CORE_CODEC_G711_H_

#include <cstdint>
#include <span>

#include "core/base/byte_reader.h"

namespace tonegate {

int16_t AlawToLinear(uint8_t code);
int16_t UlawToLinear(uint8_t code);
uint8_t LinearToAlaw(int16_t sample);
uint8_t LinearToUlaw(int16_t sample);

// REQUIRES: out is as long as codes.
void DecodeAlaw(Bytes codes, std::span<int16_t> out);
void DecodeUlaw(Bytes codes, std::span<int16_t> out);

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_G711_H_
