// VoiceFilter: the filter of a mouth, from a frame's envelope.
//
// Turns 64 levels in dB into the logarithm of a minimum-phase filter at 257 frequencies from 0 to
// 8,000 Hz: what a mouth does to the pulses of a larynx, and what makes a response begin at once and not before.
// The levels are interpolated in dB, moved along the frequency axis by the formant factor, and made
// sharper where that is wanted. The phase follows from the level through the folded cepstrum (Oppenheim and Schafer,
// Discrete-Time Signal Processing, 12.4). Both parts are linear in the levels: in between two frames they may be mixed.
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
  // valleys a third deeper at the same power, against the dullness of averaged envelopes.
  // REQUIRES: fft outlives it; 0.5 <= formant_factor <= 2; 0 <= sharpness <= 1.
  VoiceFilter(const SpectrumFft& fft, float formant_factor, float sharpness);

  // log_spectrum: re is ln |H|, im the phase in radians.
  void Make(const std::array<float, kEnvelopePoints>& envelope_db, ResponseSpectrum* log_spectrum) const;

 private:
  const SpectrumFft* fft_;
  float sharpness_;
  std::array<size_t, kResponseBins> point_;  // of the envelope, below the bin
  std::array<float, kResponseBins> share_;   // of the next point
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VOCODER_VOICE_FILTER_H_
