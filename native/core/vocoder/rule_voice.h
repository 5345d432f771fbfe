// MakeRuleTable: sounds from rules alone.
//
// Gives every unit of Mandarin (initials, finals with their tones), the phones of English and a pause a sound from
// published formant frequencies and from the known noise of each consonant, without any recording. It provides the
// units that a model's table lacks. A vowel is a run of targets (F1, F2, F3); the level at a frequency is that of
// resonators in series over the slope of a larynx (Klatt 1980). A consonant has the slope and the peak of its noise.
#ifndef TONEGATE_CORE_VOCODER_RULE_VOICE_H_
#define TONEGATE_CORE_VOCODER_RULE_VOICE_H_

#include "core/vocoder/parametric_table.h"

namespace tonegate {

inline constexpr const char* kPauseUnit = "sil";

// Makes the table.
ParametricTable MakeRuleTable();

}  // namespace tonegate

#endif  // TONEGATE_CORE_VOCODER_RULE_VOICE_H_
