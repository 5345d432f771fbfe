// Effect: the `soundEffect` of a synthesis request, on samples at 16 kHz.
//
//   1 reverb        a room of 0.7 s: four combs and two all-passes (Schroeder 1962)
//   2 echo          repeats every 0.24 s, each at 0.4 of the one before
//   3 chorus        three more voices, 15 to 29 ms late, their delays swinging
//   4 far and near  a voice that walks away and comes back every 4 s: quieter, duller, more of the room
//   5 robot         a tube of 1/100 s and a tremble at 50 Hz; with VocoderOptions::monotone_hz = kRobotHz
// Any slicing gives the same samples bit for bit. Reverberation after the end is faded out and ends after
// TailSamples(). The output stays below 4 if the input stays below 1.
//
// Thread rule: one object per stream. The constructor allocates; Push, Flush and Reset never do.
#ifndef TONEGATE_CORE_VOCODER_EFFECT_H_
#define TONEGATE_CORE_VOCODER_EFFECT_H_

#include <cstdint>
#include <span>
#include <vector>

namespace tonegate {

// The numbers are those of the protocol.
enum class EffectKind : int { kNone = 0, kReverb = 1, kEcho = 2, kChorus = 3, kFarAndNear = 4, kRobot = 5 };

inline constexpr float kRobotHz = 100;

class Effect {
 public:
  // Makes an effect.
  explicit Effect(EffectKind kind);

  // Applies the effect to samples at 16 kHz, in place.
  void Push(std::span<float> samples);
  // Length of the reverberation after the end, in samples.
  size_t TailSamples() const;
  // Writes the rest of the reverberation and returns TailSamples(). REQUIRES: out.size() >= TailSamples().
  size_t Flush(std::span<float> out);
  // Returns to the state of a fresh object.
  void Reset();

 private:
  // A delay line of fixed length.
  class Line {
   public:
    explicit Line(size_t samples) : samples_(samples, 0.0F) {}
    float Oldest() const { return samples_[at_]; }
    // The sample `back` samples ago, interpolated between samples. REQUIRES: 1 <= back <= size - 1.
    float Back(float back) const;
    void Put(float sample) {
      samples_[at_] = sample;
      at_ = at_ + 1 == samples_.size() ? 0 : at_ + 1;
    }
    void Clear();

   private:
    std::vector<float> samples_;
    size_t at_ = 0;
  };

  float Step(float sample);
  float Room(float sample);
  float Swing(uint32_t period_samples, uint32_t offset_samples) const;

  EffectKind kind_;
  std::vector<Line> lines_;
  uint64_t heard_ = 0;  // samples so far
  float dull_ = 0;      // state of the low-pass
};

// Limits a sample of any size to full scale: exact up to 0.8, then ever closer to 1 (Clipped(0.9) is 0.867).
float Clipped(float sample);

}  // namespace tonegate

#endif  // TONEGATE_CORE_VOCODER_EFFECT_H_
