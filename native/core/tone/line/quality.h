// Rates how closely a burst resembles a machine's tone, given the noise on the line.
//
// Dirt() is one number: below 1 is as good as a tone gets in that noise, above 2 is no tone. Notes of
// instruments decay, swell, waver, ring on after their end and carry harmonics; a tone does none of that.
//
// Noise is heard in the gaps, not assumed. Each property of the burst is compared with what a steady
// sine would show after a speech codec, plus what that much noise adds.
#ifndef TONEGATE_CORE_TONE_QUALITY_H_
#define TONEGATE_CORE_TONE_QUALITY_H_

#include "core/tone/line/burst.h"

namespace tonegate {

// Powers against the tone's.
struct GapNoise {
  float near = 0;  // near the line
  float all = 0;   // everything, in its louder moments

  void Hear(const Gap& gap, float tone_dbm0);
  float shake() const;  // amplitude of `near`
};

// Without noise: `residual` is what a burst may hold besides its line, `edge_ms` how much longer than the window its
// edges may take.
float Dirt(const Burst& burst, const GapNoise& noise, float residual, float edge_ms);

// The same for a tone that has lasted: the line's own residual stands for the noise, since there is no gap.
float SteadyDirt(const Burst& burst, float slope_db, float ripple_db);

// A note that is nearly a tone: its level, its pitch or its attack varies by more than the width of its line explains.
// Noise, a codec and the modulation of an answer tone widen the line with every variation; a player's slow vibrato, the
// beating of a pipe and a soft attack do not.
bool SwaysLikeNote(const Burst& burst);

// At a glance, with any noise: voices and chords seldom pass.
bool LooksLikeTone(const Burst& burst);

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_QUALITY_H_
