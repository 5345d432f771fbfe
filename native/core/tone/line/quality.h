// Rates the likeness of a burst to a machine's tone, given the noise on the line.
//
// Dirt() is one number: below 1, the burst is as good as a tone gets in that noise; above 2, it is no tone. Notes of
// instruments decay, swell, waver, ring on after their end and have harmonics; a tone does none of that.
//
// Noise is measured in the gaps, not assumed. Each property of the burst is compared with that of a steady sine after a
// speech codec, plus the effect of the noise.
#ifndef TONEGATE_CORE_TONE_QUALITY_H_
#define TONEGATE_CORE_TONE_QUALITY_H_

#include "core/tone/line/burst.h"

namespace tonegate {

// Powers of the noise relative to the tone.
struct GapNoise {
  float near = 0;  // power near the line
  float all = 0;   // power of everything, in the louder moments

  // Takes the noise of a gap beside a tone of level tone_dbm0; the loudest gap counts.
  void Hear(const Gap& gap, float tone_dbm0);
  float shake() const;  // amplitude of `near`, relative to the tone
};

// Rates a burst. `residual` and `edge_ms` are the limits without noise: most power besides the line, and most time of
// an edge besides the window.
float Dirt(const Burst& burst, const GapNoise& noise, float residual, float edge_ms);

// Rates a tone that has lasted: its own residual serves as the noise, since there is no gap.
float SteadyDirt(const Burst& burst, float slope_db, float ripple_db);

// True for a note that is nearly a tone: its level, its pitch or its attack varies by more than the width of its line
// explains. Noise, a codec and the modulation of an answer tone widen the line with every variation; a player's slow
// vibrato, the beating of a pipe and a soft attack do not.
bool SwaysLikeNote(const Burst& burst);

// A quick check that works in any noise; voices and chords seldom pass it.
bool LooksLikeTone(const Burst& burst);

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_QUALITY_H_
