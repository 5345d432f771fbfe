// ParametricVoice: units of speech to voice frames, without a network.
//
// Looks each unit's sound up in a table, gives it a duration and a pitch, and runs a smooth path
// through all of it: 5 ms frames for the vocoder.
// Every frame has a target, the mean of its state. The path is the one that stays near the targets
// and moves little from frame to frame (the likeliest one where all states have one variance; Tokuda 2000), found by
// a tridiagonal system; at a burst, where a consonant jumps up, it may jump. Pitch: the table's contour of each toned
// final in semitones, smoothed over more frames and through voiceless sounds, on a line that falls over a phrase,
// begins anew after a pause, and ends by the sentence's mood; with the flutter of Klatt and Klatt (1990). Syllables
// before a boundary are longer. A pause begins with the sound before it, which dies away; behind that it is silence,
// whatever noise the table has in its pauses.
//
// Thread rule: const and shared; the table must outlive it. Render() allocates: it is called once a sentence.
#ifndef TONEGATE_CORE_VOCODER_PARAMETRIC_VOICE_H_
#define TONEGATE_CORE_VOCODER_PARAMETRIC_VOICE_H_

#include <span>
#include <vector>

#include "core/vocoder/parametric_table.h"

namespace tonegate {

// After a unit. Numbers cross to JavaScript.
enum class SpokenBoundary : uint8_t { kNone = 0, kWord = 1, kPhrase = 2, kClause = 3, kSentence = 4 };
enum class SpokenMood : int { kStatement = 0, kQuestion = 1, kExclamation = 2, kContinuing = 3 };

struct SpokenUnit {
  uint16_t unit = 0;
  SpokenBoundary boundary = SpokenBoundary::kNone;
  float duration_ms = 0;  // 0: as the table and the boundaries have it; at most kMaxUnitMs
  float rate = 1;         // 0.25 to 4: divides the table's duration
  float semitones = 0;    // -24 to 24, above the voice's pitch
  float gain_db = 0;      // -96 to 12
};

class ParametricVoice {
 public:
  static constexpr float kMaxUnitMs = 10000;
  static constexpr size_t kMaxFrames = 120000;  // 10 minutes

  explicit ParametricVoice(const ParametricTable& table) : table_(&table) {}

  // rate: 0.25 to 4, on top of the units' own. false: a unit is none of the table's, a number is out of range, or the
  // sentence is longer than kMaxFrames. frames: kFrameFloats numbers each.
  bool Render(std::span<const SpokenUnit> units, SpokenMood mood, float rate, std::vector<float>* frames) const;

 private:
  // One state of one unit.
  struct Span {
    const SoundState* state;
    size_t unit;   // place in the sentence
    size_t first;  // frame
    size_t end;
  };

  // The beginning of a pause, in which the sound before it dies away.
  struct Release {
    const SoundState* state;  // that sounds last
    size_t first;             // frame
    size_t end;
  };

  bool UnitsAreSound(std::span<const SpokenUnit> units, float rate) const;
  float Lengthening(std::span<const SpokenUnit> units, size_t at) const;
  std::vector<Span> Spread(std::span<const SpokenUnit> units, float rate) const;
  bool IsPause(std::span<const SpokenUnit> units, const Span& span) const;
  std::vector<Release> Releases(std::span<const SpokenUnit> units, std::span<const Span> spans, float rate) const;
  void RenderSound(std::span<const SpokenUnit> units, std::span<const Span> spans, std::span<const Release> releases,
                   std::vector<float>* frames) const;
  void RenderPitch(std::span<const SpokenUnit> units, std::span<const Span> spans, std::span<const Release> releases,
                   SpokenMood mood, std::vector<float>* frames) const;

  const ParametricTable* table_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VOCODER_PARAMETRIC_VOICE_H_
