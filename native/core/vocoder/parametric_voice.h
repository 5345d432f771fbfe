// ParametricVoice: units of speech to voice frames, without a network.
//
// Finds each unit's sound in a table, gives it a duration and a pitch, and draws a smooth path through all of them: 5
// ms frames for the vocoder. Every frame has a target, the mean of its state. The path stays near the targets and moves
// little from frame to frame (it is the likeliest one if all states have the same variance; Tokuda 2000); a tridiagonal
// system gives it. At a burst, where a consonant begins abruptly, it may jump. Pitch: the table's contour of each toned
// final in semitones, smoothed over more frames and through voiceless sounds, on a line that falls over a phrase,
// starts again after a pause, and ends by the mood of the sentence; with the flutter of Klatt and Klatt (1990).
// Syllables before a boundary are longer. A pause begins with the previous sound, which dies away; after that it is
// silence, whatever noise the table has in its pauses.
//
// Thread rule: const and shared; the table must outlive it. Render() allocates: it is called once for each sentence.
#ifndef TONEGATE_CORE_VOCODER_PARAMETRIC_VOICE_H_
#define TONEGATE_CORE_VOCODER_PARAMETRIC_VOICE_H_

#include <span>
#include <vector>

#include "core/vocoder/parametric_table.h"

namespace tonegate {

// The boundary after a unit. The numbers are passed to JavaScript.
enum class SpokenBoundary : uint8_t { kNone = 0, kWord = 1, kPhrase = 2, kClause = 3, kSentence = 4 };
enum class SpokenMood : int { kStatement = 0, kQuestion = 1, kExclamation = 2, kContinuing = 3 };

struct SpokenUnit {
  uint16_t unit = 0;
  SpokenBoundary boundary = SpokenBoundary::kNone;
  float duration_ms = 0;  // 0 for that of the table and the boundaries; at most kMaxUnitMs
  float rate = 1;         // 0.25 to 4: divides the table's duration
  float semitones = 0;    // -24 to 24, above the voice's pitch
  float gain_db = 0;      // -96 to 12
};

class ParametricVoice {
 public:
  static constexpr float kMaxUnitMs = 10000;
  static constexpr size_t kMaxFrames = 120000;  // 10 minutes

  // Speaks with the sounds of a table.
  explicit ParametricVoice(const ParametricTable& table) : table_(&table) {}

  // Renders a sentence into frames of kFrameFloats numbers each. rate: 0.25 to 4, on top of the units' own. Returns
  // false if a unit is not in the table, a number is out of range, or the sentence is longer than kMaxFrames.
  bool Render(std::span<const SpokenUnit> units, SpokenMood mood, float rate, std::vector<float>* frames) const;

 private:
  // One state of one unit.
  struct Span {
    const SoundState* state;
    size_t unit;   // index in the sentence
    size_t first;  // first frame
    size_t end;
  };

  // The beginning of a pause, in which the previous sound dies away.
  struct Release {
    const SoundState* state;  // the last state with a sound
    size_t first;             // first frame
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
