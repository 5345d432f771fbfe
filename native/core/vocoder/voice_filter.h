// VoiceFilter: the filter of a mouth, from a frame's envelope.
//
// Turns 64 levels in dB into the logarithm of a minimum-phase filter at 257 frequencies from 0 to 8,000 Hz: the effect
// of a mouth on the pulses of a larynx, with a response that begins at once and not before. The levels are interpolated
// in dB, moved along the frequency axis by the formant factor, and sharpened if requested. The phase follows from the
// level through the folded cepstrum (Oppenheim and Schafer, Discrete-Time Signal Processing, 12.4). Both parts are
// linear in the levels, so that two frames may be interpolated.
//
// Thread rule: const after construction and shared.
#ifndef TONEGATE_CORE_VOCODER_VOICE_FILTER_H_
#define TONEGATE_CORE_VOCODER_VOICE_FILTER_H_

#include "core/vocoder/frame.h"
#include "core/vocoder/spectrum_fft.h"

namespace tonegate {

class VoiceFilter {
 public:
  // formant_factor: 1.1 raises all formants by a tenth. sharpness: 0 leaves the envelope as it is; 0.3 makes peaks and
  // valleys a third deeper at the same power, against the dullness of averaged envelopes. REQUIRES: fft outlives it;
  // 0.5 <= formant_factor <= 2; 0 <= sharpness <= 1.
  VoiceFilter(const SpectrumFft& fft, float formant_factor, float sharpness);

  // Makes the filter of an envelope in dB. log_spectrum: re is ln |H|, im is the phase in radians.
  void Make(const std::array<float, kEnvelopePoints>& envelope_db, ResponseSpectrum* log_spectrum) const;

 private:
  const SpectrumFft* fft_;
  float sharpness_;
  std::array<size_t, kResponseBins> point_;  // point of the envelope below each bin
  std::array<float, kResponseBins> share_;   // share of the next point
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VOCODER_VOICE_FILTER_H_
