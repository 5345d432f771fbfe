// Finds the end of a Speex frame without decoding it. libspeex writes a line to stderr for each damaged frame and
// decodes what lies behind the end as zeros; so nothing reaches it that is not whole. This agrees with libspeex on
// which frames are whole and where they end (native/test/codec.cc compares the two on damaged frames). Source: the
// Speex manual, section 9 "Speex narrowband mode" and section 10 "wideband mode" (bits per frame of each submode), and
// RFC 5574, section 3.
#ifndef TONEGATE_CORE_CODEC_SPEEX_FRAME_H_
#define TONEGATE_CORE_CODEC_SPEEX_FRAME_H_

#include "core/base/bit_reader.h"

namespace tonegate {

// Layers above narrowband that the decoder reads: 0 at 8 kHz, 1 at 16 kHz, 2 at 32 kHz.
// False: no whole frame begins here.
bool SkipSpeexFrame(BitReader* bits, int layers);

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_SPEEX_FRAME_H_
