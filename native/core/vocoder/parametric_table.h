// ParametricTable: a voice without a network, as mean sounds. docs/model-formats.md describes the file.
//
// For every unit of speech (an initial, a final with its tone, an English phone) it has the mean sound of five states,
// with their durations and pitch. A unit may have several entries: one for any neighbours, others for neighbours of a
// class, such as an initial before rounded vowels. scripts/train/tts_table_file.py writes it; MakeRuleTable() of
// rule_voice.h provides missing units.
//
// Thread rule: const after Parse(), shared by all streams. The bytes are copied.
#ifndef TONEGATE_CORE_VOCODER_PARAMETRIC_TABLE_H_
#define TONEGATE_CORE_VOCODER_PARAMETRIC_TABLE_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/base/message.h"
#include "core/vocoder/frame.h"

namespace tonegate {

inline constexpr size_t kUnitStates = 5;
inline constexpr uint8_t kAnyClass = 255;

enum class UnitKind : uint8_t { kPause = 0, kConsonant = 1, kNucleus = 2 };

// The values as in the file, byte for byte.
struct SoundState {
  static constexpr float kLowestDb = -120;
  static constexpr float kStepDb = 0.5F;
  static constexpr float kStepSemitones = 0.25F;

  uint8_t duration_ms = 0;                          // 0 if the unit does not have this state
  int8_t pitch = 0;                                 // kStepSemitones above the voice's mean
  uint8_t voicing = 0;                              // share of voiced frames, in 255ths
  std::array<uint8_t, kNoiseBands> aperiodicity{};  // in 255ths
  std::array<uint8_t, kEnvelopePoints> envelope{};  // kStepDb above kLowestDb
};
static_assert(sizeof(SoundState) == 72);

struct UnitSound {
  uint16_t unit = 0;
  uint8_t left_class = kAnyClass;
  uint8_t right_class = kAnyClass;
  std::array<SoundState, kUnitStates> states;
};
static_assert(sizeof(UnitSound) == 364);

class ParametricTable {
 public:
  static constexpr size_t kMaxUnits = 2000;
  static constexpr size_t kMaxSounds = 20000;

  struct Unit {
    std::string name;
    UnitKind kind = UnitKind::kPause;
    uint8_t context_class = 0;
  };
  struct Manner {
    float mean_hz = 150;         // mean of f0; 40 to 500
    float declination = 3;       // fall of the pitch over a phrase in semitones; 0 to 12
    float final_factor = 1.35F;  // factor on the last syllable's duration; 0.5 to 3
    float pitch_range = 1;       // factor on pitch movements; 0 to 3
  };

  // Parses a table. Returns false if it is not valid; `why` then tells what is wrong.
  static bool Parse(Bytes bytes, ParametricTable* out, Message* why);
  // The checksum that the header must hold. REQUIRES: bytes has at least the length of a header.
  static uint64_t Checksum(Bytes bytes);

  // Makes a table from its parts. REQUIRES: sounds are in order of their unit; every unit has one for any neighbours.
  ParametricTable(const Manner& manner, std::vector<Unit> units, std::vector<UnitSound> sounds);
  ParametricTable() = default;

  // The manner of the voice, and its units.
  const Manner& manner() const { return manner_; }
  const std::vector<Unit>& units() const { return units_; }
  // Number of the unit with this name; units().size() if there is none.
  size_t Find(std::string_view name) const;
  // The sound of a unit between two others: the entry that fits both neighbours, or else the right one, or else the
  // left one. units().size() stands for a missing neighbour. REQUIRES: unit < units().size().
  const UnitSound& Sound(size_t left, size_t unit, size_t right) const;

  // Adds the units of `other` that are missing here; their classes have no meaning here.
  void Complete(const ParametricTable& other);

 private:
  void Index();

  Manner manner_;
  std::vector<Unit> units_;
  std::vector<UnitSound> sounds_;
  std::vector<size_t> first_;  // first sound of each unit in sounds_, and one more at the end
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VOCODER_PARAMETRIC_TABLE_H_
