// ParametricTable: a voice without a network, as mean sounds. docs/model-formats.md has the file.
//
// For every unit of speech (an initial, a final with its tone, an English phone) it has the mean sound
// of five states, with their durations and pitch. A unit may have more than one entry: one for any neighbours, others
// for neighbours of a class, such as an initial before rounded vowels.
// scripts/train/tts_table_file.py writes it; MakeRuleTable() of rule_voice.h lends what it lacks.
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

// The values byte for byte as in the file.
struct SoundState {
  static constexpr float kLowestDb = -120;
  static constexpr float kStepDb = 0.5F;
  static constexpr float kStepSemitones = 0.25F;

  uint8_t duration_ms = 0;                          // 0: the unit does without this state
  int8_t pitch = 0;                                 // kStepSemitones above the voice's mean
  uint8_t voicing = 0;                              // share of frames that are voiced, of 255
  std::array<uint8_t, kNoiseBands> aperiodicity{};  // of 255
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
    float mean_hz = 150;         // of f0; 40 to 500
    float declination = 3;       // semitones that pitch falls by over a phrase; 0 to 12
    float final_factor = 1.35F;  // duration of the last syllable of a sentence; 0.5 to 3
    float pitch_range = 1;       // factor on pitch movements; 0 to 3
  };

  // false: the bytes are no sound table; `why` says what is wrong.
  static bool Parse(Bytes bytes, ParametricTable* out, Message* why);
  // Checksum that the header must hold. REQUIRES: bytes is as long as a header.
  static uint64_t Checksum(Bytes bytes);

  // REQUIRES: sounds are in order of their unit; every unit has one for any neighbours.
  ParametricTable(const Manner& manner, std::vector<Unit> units, std::vector<UnitSound> sounds);
  ParametricTable() = default;

  const Manner& manner() const { return manner_; }
  const std::vector<Unit>& units() const { return units_; }
  // The unit's number, or units().size().
  size_t Find(std::string_view name) const;
  // The sound of a unit between two others; nearest is the one that knows both, then the right, then the left.
  // REQUIRES: unit < units().size(). units().size() stands for a neighbour that is not there.
  const UnitSound& Sound(size_t left, size_t unit, size_t right) const;

  // Takes over the units of `other` that are missing here; their classes there mean nothing here.
  void Complete(const ParametricTable& other);

 private:
  void Index();

  Manner manner_;
  std::vector<Unit> units_;
  std::vector<UnitSound> sounds_;
  std::vector<size_t> first_;  // of a unit, in sounds_; one more at the end
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VOCODER_PARAMETRIC_TABLE_H_
