// Finds the end of a Speex frame without decoding it. libspeex writes a line to stderr for each damaged frame and
// decodes bits after the end as zeros, so only whole frames are passed to it. This function agrees with libspeex about
// which frames are whole and where they end (native/test/codec.cc compares the two on damaged frames). Source: the
// Speex manual, section 9 "Speex narrowband mode" and section 10 "wideband mode" (bits per frame of each submode), and
// RFC 5574, section 3.
#ifndef TONEGATE_CORE_CODEC_SPEEX_FRAME_H_
#define TONEGATE_CORE_CODEC_SPEEX_FRAME_H_

#include "core/base/bit_reader.h"

namespace tonegate {

// Moves `bits` past one frame. `layers`: layers above narrowband that the decoder reads: 0 at 8 kHz, 1 at 16 kHz, 2 at
// 32 kHz. Returns false if no whole frame begins here.
bool SkipSpeexFrame(BitReader* bits, int layers);

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_SPEEX_FRAME_H_
