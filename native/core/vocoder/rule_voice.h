// MakeRuleTable: sounds from rules alone.
//
// Gives every unit of Mandarin (initials, finals with their tones), the phones of English and a pause
// a sound from published formant frequencies and from what is known of each consonant's noise. Nobody's recording is in
// it. A table of a model is lent the units that it lacks.
// A vowel is a run of targets (F1, F2, F3), a level at a frequency is that of resonators in a row
// over the slope of a larynx (Klatt 1980). A consonant has the slope and the peak of its noise.
#ifndef TONEGATE_CORE_VOCODER_RULE_VOICE_H_
#define TONEGATE_CORE_VOCODER_RULE_VOICE_H_

#include "core/vocoder/parametric_table.h"

namespace tonegate {

inline constexpr const char* kPauseUnit = "sil";

ParametricTable MakeRuleTable();

}  // namespace tonegate

#endif  // TONEGATE_CORE_VOCODER_RULE_VOICE_H_
