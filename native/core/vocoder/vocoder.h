// Vocoder: voice frames to sound at 16 kHz.
//
// A larynx and a mouth: pulses at the fundamental frequency and noise, both through the filter of the
// frame's envelope, mixed by its aperiodicity. Any slicing of the frames gives the same samples bit for bit, on every
// machine: the noise is a function of the sample's number, and exponential and sine of a sample are wave_math.h's.
// Follows WORLD (Morise, Yokomori, Ozawa 2016). Each pulse has a place between two samples, and the
// response there of the two frames around it, mixed: a spectrum, one inverse transform, added to what sounds already.
// The phases of a pulse are spread a little (low frequencies first), which takes the buzz out of a voice. Noise is cut
// into windows of two frames that add up to 1, filtered one by one.
//
// Thread rule: one object per stream, for one thread. The constructor allocates; Push, Flush and Reset never do.
#ifndef TONEGATE_CORE_VOCODER_VOCODER_H_
#define TONEGATE_CORE_VOCODER_VOCODER_H_

#include <cstdint>
#include <memory>
#include <span>

#include "core/vocoder/frame.h"
#include "core/vocoder/voice_filter.h"

namespace tonegate {

struct VocoderOptions {
  int frame_ms = 5;          // 5, or 10: then a frame is put between each two
  float pitch_factor = 1;    // 0.25 to 4, of f0
  float formant_factor = 1;  // 0.5 to 2
  float monotone_hz = 0;     // where voiced, this instead of f0 (kLowestHz to kHighestHz); 0: f0
  float gain = 1;            // 0 to 8, of the amplitude
  float sharpness = 0;       // 0 to 1; voice_filter.h
  float spread_ms = 1.5F;    // 0 to 4: how much later 8 kHz comes than the lowest frequencies
  uint64_t seed = 1;         // of the noise
};

class Vocoder {
 public:
  // Delay of a sample: the frame at time 0 sounds kDelaySamples after sample 0.
  static constexpr size_t kDelaySamples = 16;

  // REQUIRES: every option is in its range. Frames may hold anything: numbers out of range are brought into it.
  explicit Vocoder(const VocoderOptions& options);

  // Samples that Push() gives at most for so many frames.
  size_t MaxOutput(size_t frames) const { return frames * SamplesPerFrame(); }
  // frames: kFrameFloats numbers each. Returns the samples written to out, as -1 .. 1 (more where the voice is louder
  // than full scale). The 5 ms after a frame are complete with the next one. REQUIRES: out.size() >= MaxOutput(frames).
  size_t Push(std::span<const float> frames, std::span<float> out);
  // The rest, as if the last frame stayed: all output together is SamplesPerFrame() for each frame.
  // REQUIRES: out.size() >= MaxOutput(1).
  size_t Flush(std::span<float> out);
  // Back to sample 0.
  void Reset();

  size_t SamplesPerFrame() const { return kFrameSamples * (options_.frame_ms == 10 ? 2 : 1); }

 private:
  static constexpr size_t kRing = 2 * kResponseSamples;
  struct Prepared {
    VoiceFrame frame;
    ResponseSpectrum log_filter;
  };

  VoiceFrame Cleaned(std::span<const float> numbers) const;
  // The next frame of 5 ms; returns the samples given.
  size_t Step(const VoiceFrame& frame, float* out);
  void SoundPulses();
  void SoundPulse(float place, float period_samples, float weight);
  void SoundNoise();
  // Interpolates the values of the bands to the bins: straight lines between the middles of the bands.
  void AcrossBins(const std::array<float, kNoiseBands>& bands, std::array<float, kResponseBins>* bins) const;
  // response[first] sounds at from_sample.
  void Add(const std::array<float, kResponseSamples>& response, size_t first, uint64_t from_sample);
  size_t Take(float* out);

  VocoderOptions options_;
  std::unique_ptr<SpectrumFft> fft_;
  VoiceFilter filter_;
  std::array<float, kResponseBins> spread_phase_;  // of each pulse
  std::array<float, kResponseBins> edge_gain_;     // nothing at 0 Hz
  std::array<size_t, kNoiseBands> band_bin_;       // the first one between its middle and the next
  std::array<float, kResponseBins> band_share_;    // of the next band
  std::array<float, 2 * kFrameSamples> window_;    // Hann

  std::unique_ptr<std::array<Prepared, 2>> around_;  // the frames before and after the present 5 ms
  uint64_t steps_ = 0;                               // frames of 5 ms heard
  uint64_t given_ = 0;                               // samples
  bool has_frame_ = false;
  VoiceFrame last_;                  // as pushed, of frame_ms
  float phase_ = 0;                  // of the larynx, 0 to 1
  std::array<float, kRing> ring_{};  // sound that is not given yet, by its sample's number
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VOCODER_VOCODER_H_
