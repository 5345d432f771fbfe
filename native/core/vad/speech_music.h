// Speech or music: a sound guess from two seconds of texture.
//
// SpeechMusic says when somebody has been speaking, or music playing, for long enough to be told. It
// is a linear rule on ten numbers, meant for coloured ring-back and for "somebody answered"; words are the
// recogniser's.
//
// Speech changes its level and its spectrum several times a second and is voiced about half of the
// time; music keeps its lines and seldom pauses; noise is neither voiced nor steady. The weights were fitted by
// logistic regression (docs/why/tone-screening.md). Music must hold for longer than speech, because every steady sound
// begins like music; and its lines must come and go, because a hum or a switched tone is as steady. Speech must have
// stretches of voice, because a row of clicks changes as much.
#ifndef TONEGATE_CORE_VAD_SPEECH_MUSIC_H_
#define TONEGATE_CORE_VAD_SPEECH_MUSIC_H_

#include <array>
#include <cstdint>

#include "core/tone/event.h"
#include "core/vad/texture.h"

namespace tonegate {

// The grains of the last two seconds.
class GrainWindow {
 public:
  static constexpr int kGrains = 48;
  static constexpr int kFeatures = 10;

  void Push(const Grain& grain);
  bool full() const { return count_ >= kGrains; }
  float loud_dbm0() const { return loud_dbm0_; }  // of the last Features(): an eighth of the grains is louder
  float lone() const { return lone_; }            // of the last Features(): mean share of the strongest line
  std::array<float, kFeatures> Features();

  float glides() const { return glides_; }    // of the same: steps of pitch within voiced stretches
  int changing() const { return changing_; }  // of the same: strong lines that come and go

 private:
  void CountLines(const std::array<uint8_t, kBins>& heard, const std::array<uint8_t, kBins>& strong, float active);
  const Grain& At(int i) const { return grains_[(count_ + i) % kGrains]; }  // oldest first

  std::array<Grain, kGrains> grains_{};
  int count_ = 0;
  float loud_dbm0_ = -126;
  float lone_ = 0;
  float glides_ = 0;
  int changing_ = 0;
};

class SpeechMusic {
 public:
  // `tone_dbm0`: level of a call-progress tone while it may come back, else -126: what lies below a tone is the noise
  // of its line. Grains with a tone in them come as silence.
  ScreenEvent Push(const Grain& grain, float tone_dbm0, int64_t end_sample);

  // Probabilities of both at the newest look, [0, 1]: a hint, long before the decision.
  float speech() const { return speech_; }
  float music() const { return music_; }

 private:
  GrainWindow window_;
  float speech_ = 0;
  float music_ = 0;
  int grains_ = 0;
  int speech_run_ = 0;
  int music_run_ = 0;
  int varied_ = 0;  // looks, lately, in which lines came and went
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VAD_SPEECH_MUSIC_H_
