// Speech or music: a guess from two seconds of texture.
//
// SpeechMusic reports that somebody has been speaking, or music has been playing, for long enough to be recognised. It
// is a linear rule on ten numbers, meant for coloured ring-back and for "somebody answered"; the recogniser deals with
// words.
//
// Speech changes its level and its spectrum several times a second and is voiced about half of the time; music keeps
// its lines and seldom pauses; noise is neither voiced nor steady. The weights were fitted by logistic regression
// (docs/why/tone-screening.md). Music must last longer than speech, because every steady sound begins like music; and
// its lines must come and go, because a hum or a switched tone is as steady. Speech must have stretches of voice,
// because a row of clicks changes as much.
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

  // Adds a grain in place of the oldest one.
  void Push(const Grain& grain);
  // True once there are two seconds of grains.
  bool full() const { return count_ >= kGrains; }
  float loud_dbm0() const { return loud_dbm0_; }  // level that an eighth of the grains exceeds, of the last Features()
  float lone() const { return lone_; }            // mean share of the strongest line, of the last Features()
  // Computes the ten numbers of the rule. REQUIRES: full()
  std::array<float, kFeatures> Features();

  float glides() const { return glides_; }    // steps of pitch within voiced stretches, of the last Features()
  int changing() const { return changing_; }  // strong lines that come and go, of the last Features()

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
  // Hears one grain. `tone_dbm0`: level of a call-progress tone as long as it may return, else -126: sound below the
  // tone is the noise of its line. Grains with a tone must be passed as silence. Returns kSpeech, kMusic, or kNone if
  // there is nothing to report.
  ScreenEvent Push(const Grain& grain, float tone_dbm0, int64_t end_sample);

  // Probabilities of speech and of music at the newest look, [0, 1]: a hint, long before the decision.
  float speech() const { return speech_; }
  float music() const { return music_; }

 private:
  GrainWindow window_;
  float speech_ = 0;
  float music_ = 0;
  int grains_ = 0;
  int speech_run_ = 0;
  int music_run_ = 0;
  int varied_ = 0;  // recent looks in which lines came and went
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VAD_SPEECH_MUSIC_H_
