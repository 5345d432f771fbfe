// Vocoder: voice frames to sound at 16 kHz.
//
// It models a larynx and a mouth: pulses at the fundamental frequency and noise, both through the filter of the frame's
// envelope, mixed by its aperiodicity. Any slicing of the frames gives the same samples bit for bit, on every machine:
// the noise is a function of the sample's number, and exponential and sine come from wave_math.h. It follows WORLD
// (Morise, Yokomori, Ozawa 2016). Each pulse has a position between two samples and the interpolated response of the
// two frames around it: a spectrum, one inverse transform, added to the sound so far. The phases of a pulse are spread
// a little (low frequencies first), which takes the buzz out of a voice. Noise is cut into windows of two frames that
// add up to 1 and are filtered one by one.
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
  int frame_ms = 5;          // 5 or 10; with 10, a frame is interpolated between each two
  float pitch_factor = 1;    // factor on f0, 0.25 to 4
  float formant_factor = 1;  // 0.5 to 2
  float monotone_hz = 0;     // replaces f0 in voiced frames (kLowestHz to kHighestHz); 0: f0
  float gain = 1;            // factor on the amplitude, 0 to 8
  float sharpness = 0;       // 0 to 1; see voice_filter.h
  float spread_ms = 1.5F;    // delay of 8 kHz relative to the lowest frequencies, 0 to 4
  uint64_t seed = 1;         // seed of the noise
};

class Vocoder {
 public:
  // Delay of a sample: the frame at time 0 sounds kDelaySamples after sample 0.
  static constexpr size_t kDelaySamples = 16;

  // Makes a vocoder. Frames may hold anything: numbers out of range are brought into it. REQUIRES: every option is in
  // its range.
  explicit Vocoder(const VocoderOptions& options);

  // Most samples that Push() can give for `frames` frames.
  size_t MaxOutput(size_t frames) const { return frames * SamplesPerFrame(); }
  // Takes frames of kFrameFloats numbers each. Returns the number of samples written to out, as -1 .. 1 (more if the
  // voice is louder than full scale). The 5 ms after a frame are complete with the next one. REQUIRES: out.size() >=
  // MaxOutput(frames).
  size_t Push(std::span<const float> frames, std::span<float> out);
  // Writes the rest, as if the last frame stayed, and returns its length: the whole output has SamplesPerFrame() for
  // each frame. REQUIRES: out.size() >= MaxOutput(1).
  size_t Flush(std::span<float> out);
  // Returns to sample 0.
  void Reset();

  // Number of samples for each frame of the options.
  size_t SamplesPerFrame() const { return kFrameSamples * (options_.frame_ms == 10 ? 2 : 1); }

 private:
  static constexpr size_t kRing = 2 * kResponseSamples;
  struct Prepared {
    VoiceFrame frame;
    ResponseSpectrum log_filter;
  };

  VoiceFrame Cleaned(std::span<const float> numbers) const;
  // Takes the next frame of 5 ms. Returns the number of samples written.
  size_t Step(const VoiceFrame& frame, float* out);
  void SoundPulses();
  void SoundPulse(float place, float period_samples, float weight);
  void SoundNoise();
  // Interpolates the values of the bands to the bins: straight lines between the middles of the bands.
  void AcrossBins(const std::array<float, kNoiseBands>& bands, std::array<float, kResponseBins>* bins) const;
  // Adds a response to the ring: response[first] sounds at from_sample.
  void Add(const std::array<float, kResponseSamples>& response, size_t first, uint64_t from_sample);
  size_t Take(float* out);

  VocoderOptions options_;
  std::unique_ptr<SpectrumFft> fft_;
  VoiceFilter filter_;
  std::array<float, kResponseBins> spread_phase_;  // phases of each pulse
  std::array<float, kResponseBins> edge_gain_;     // 0 at 0 Hz
  std::array<size_t, kNoiseBands> band_bin_;       // first bin between the middles of a band and the next
  std::array<float, kResponseBins> band_share_;    // share of the next band
  std::array<float, 2 * kFrameSamples> window_;    // Hann

  std::unique_ptr<std::array<Prepared, 2>> around_;  // the frames before and after the present 5 ms
  uint64_t steps_ = 0;                               // frames of 5 ms so far
  uint64_t given_ = 0;                               // samples so far
  bool has_frame_ = false;
  VoiceFrame last_;                  // the last pushed frame, of frame_ms
  float phase_ = 0;                  // phase of the larynx, 0 to 1
  std::array<float, kRing> ring_{};  // sound that is not written yet, by sample number
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VOCODER_VOCODER_H_
