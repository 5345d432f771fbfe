#include "core/vocoder/rule_voice.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/vocoder/rule_sounds.h"

namespace tonegate {
namespace {

using rules::Consonant;
using rules::Formants;
using rules::Tone;

constexpr float kVowelDb = -6;  // density at the first formant, for a voice of about -24 dB full scale
constexpr float kHissDb = -5;   // added to the table's noises, which are as strong as single formants
constexpr float kPauseDb = -100;
constexpr float kBreathDb = -70;  // level of the sound from a closed mouth
constexpr float kMeanHz = 125;

using Levels = std::array<float, kEnvelopePoints>;

double HzOf(size_t point) {
  return 700 * (std::pow(10.0, std::log10(1 + 8000.0 / 700) * static_cast<double>(point) / (kEnvelopePoints - 1)) - 1);
}

Formants TargetOf(char symbol) {
  const auto is_it = [&](const rules::Vowel& vowel) { return vowel.symbol == symbol; };
  const auto found = std::find_if(rules::kVowels.begin(), rules::kVowels.end(), is_it);
  return found == rules::kVowels.end() ? rules::kVowels[0].formants : found->formants;
}

// Level in dB of a resonance relative to its level at 0 Hz.
double ResonanceDb(double hz, double centre_hz, double width_hz) {
  const double q = width_hz / 2;
  const double whole = centre_hz * centre_hz + q * q;
  const double below = (hz - centre_hz) * (hz - centre_hz) + q * q;
  const double above = (hz + centre_hz) * (hz + centre_hz) + q * q;
  return 10 * std::log10(whole * whole / (below * above));
}

Levels VoicedLevels(const Formants& formants) {
  Levels levels;
  float highest = -1000;
  for (size_t i = 0; i < kEnvelopePoints; ++i) {
    const double hz = HzOf(i);
    double db = ResonanceDb(hz, formants.f1, formants.nasal ? 80 : 70) + ResonanceDb(hz, formants.f2, 100) +
                ResonanceDb(hz, formants.f3, 140);
    for (const double higher_hz : {3500.0, 4500.0, 5500.0, 6500.0, 7500.0}) db += ResonanceDb(hz, higher_hz, 260);
    // Larynx and lips together: flat to 200 Hz, then 6 dB an octave down.
    db -= 10 * std::log10(1 + (hz / 200) * (hz / 200));
    if (formants.nasal) db -= 14 * std::clamp((hz - 350) / 500, 0.0, 1.0);
    levels[i] = static_cast<float>(db);
    highest = std::max(highest, levels[i]);
  }
  for (float& level : levels) level += kVowelDb - highest - (formants.nasal ? 6.0F : 0.0F);
  return levels;
}

Levels NoiseLevels(const Consonant& consonant) {
  Levels levels;
  for (size_t i = 0; i < kEnvelopePoints; ++i) {
    const auto off = (static_cast<float>(HzOf(i)) - consonant.peak_hz) / consonant.width_hz;
    levels[i] = std::max(kVowelDb + kHissDb + consonant.noise_db - 18 * off * off, kBreathDb);
  }
  return levels;
}

Levels Flat(float db) {
  Levels levels;
  levels.fill(db);
  return levels;
}

// The stronger level of the two at each point.
Levels Louder(Levels one, const Levels& other) {
  for (size_t i = 0; i < kEnvelopePoints; ++i) one[i] = std::max(one[i], other[i]);
  return one;
}

// A murmur behind a closed mouth.
Levels Murmur() {
  Levels levels;
  for (size_t i = 0; i < kEnvelopePoints; ++i)
    levels[i] = std::max(kVowelDb - 14 - static_cast<float>(HzOf(i)) / 20, kBreathDb - 10);
  return levels;
}

SoundState StateOf(const Levels& levels, uint8_t duration_ms, float semitones, bool voiced, float noise) {
  SoundState state;
  state.duration_ms = duration_ms;
  state.pitch = static_cast<int8_t>(std::lround(semitones / SoundState::kStepSemitones));
  state.voicing = voiced ? 255 : 0;
  // Breath is first audible above 2 kHz.
  constexpr std::array<float, kNoiseBands> kBreath = {0.01F, 0.03F, 0.12F, 0.3F, 0.5F};
  for (size_t i = 0; i < kNoiseBands; ++i)
    state.aperiodicity[i] = static_cast<uint8_t>(255 * (voiced ? std::max(kBreath[i], i >= 2 ? noise : 0.0F) : 1));
  for (size_t i = 0; i < kEnvelopePoints; ++i) {
    const float steps = (levels[i] - SoundState::kLowestDb) / SoundState::kStepDb;
    state.envelope[i] = static_cast<uint8_t>(std::clamp(std::lround(steps), 0L, 255L));
  }
  return state;
}

// The formants of a path at a position from 0 to 1.
Formants Along(std::string_view targets, float place) {
  if (targets.size() == 1) return TargetOf(targets[0]);
  // A target lasts for a while: the ends of a path count for more than the transitions.
  const float at = std::clamp((place * 1.1F - 0.05F), 0.0F, 1.0F) * static_cast<float>(targets.size() - 1);
  const size_t from = std::min(static_cast<size_t>(at), targets.size() - 2);
  const Formants one = TargetOf(targets[from]), other = TargetOf(targets[from + 1]);
  if (other.nasal) return at - static_cast<float>(from) > 0.6F ? other : one;
  const float share = at - static_cast<float>(from);
  return {one.f1 + share * (other.f1 - one.f1), one.f2 + share * (other.f2 - one.f2),
          one.f3 + share * (other.f3 - one.f3), one.nasal && other.nasal};
}

UnitSound NucleusSound(std::string_view targets, const Tone& tone) {
  UnitSound sound;
  const float longer = 1 + 0.12F * static_cast<float>(targets.size() - 1);
  for (size_t i = 0; i < kUnitStates; ++i) {
    const float place = (static_cast<float>(i) + 0.5F) / kUnitStates;
    const auto duration_ms = static_cast<uint8_t>(tone.duration_ms * longer / kUnitStates + 0.5F);
    sound.states[i] = StateOf(VoicedLevels(Along(targets, place)), duration_ms, tone.semitones[i], true, 0);
  }
  return sound;
}

UnitSound ConsonantSound(const Consonant& consonant) {
  UnitSound sound;
  const Levels noise = consonant.width_hz > 0 ? NoiseLevels(consonant) : Flat(kBreathDb);
  const Levels closed = consonant.voiced ? Murmur() : Flat(kPauseDb);
  const Levels voice = consonant.target != 0 ? Louder(VoicedLevels(TargetOf(consonant.target)), noise) : noise;
  const bool hisses = consonant.width_hz > 0;
  sound.states[0] = StateOf(closed, consonant.closure_ms, 0, consonant.voiced, 0);
  sound.states[1] = StateOf(noise, consonant.burst_ms, 0, false, 1);
  sound.states[2] = StateOf(noise, consonant.noise_ms / 2, 0, false, 1);
  sound.states[3] = StateOf(noise, consonant.noise_ms - consonant.noise_ms / 2, 0, false, 1);
  sound.states[4] = StateOf(voice, consonant.voice_ms, 0, true, hisses ? 0.9F : 0);
  return sound;
}

}  // namespace

ParametricTable MakeRuleTable() {
  std::vector<ParametricTable::Unit> units;
  std::vector<UnitSound> sounds;
  auto add = [&](std::string name, UnitKind kind, UnitSound sound) {
    sound.unit = static_cast<uint16_t>(units.size());
    units.push_back({std::move(name), kind, 0});
    sounds.push_back(sound);
  };
  UnitSound pause;
  pause.states[0] = StateOf(Flat(kPauseDb), 100, 0, false, 1);
  add(kPauseUnit, UnitKind::kPause, pause);
  for (const Consonant& consonant : rules::kInitials)
    add(std::string(consonant.name), UnitKind::kConsonant, ConsonantSound(consonant));
  for (const rules::Path& path : rules::kFinals) {
    for (const Tone& tone : rules::kTones)
      add(std::string(path.name) + tone.name, UnitKind::kNucleus, NucleusSound(path.targets, tone));
  }
  for (const Consonant& consonant : rules::kEnglishConsonants)
    add(std::string(consonant.name), UnitKind::kConsonant, ConsonantSound(consonant));
  for (const rules::Path& path : rules::kEnglishVowels) {
    for (const Tone& stress : rules::kStresses)
      add(std::string(path.name) + stress.name, UnitKind::kNucleus, NucleusSound(path.targets, stress));
  }
  ParametricTable::Manner manner;
  manner.mean_hz = kMeanHz;
  return ParametricTable(manner, std::move(units), std::move(sounds));
}

}  // namespace tonegate
