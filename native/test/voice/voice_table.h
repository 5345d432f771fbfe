// Voice tables for the tests, as scripts/train/tts_table_file.py writes them.
#ifndef TONEGATE_TEST_VOICE_TABLE_H_
#define TONEGATE_TEST_VOICE_TABLE_H_

#include <bit>
#include <string>
#include <vector>

#include "core/vocoder/parametric_table.h"

namespace tonegate::test {

using File = std::vector<uint8_t>;

inline void Put(File* file, uint64_t value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) file->push_back(static_cast<uint8_t>(value >> (8 * i)));
}

inline void SealTable(File* file) {
  const uint64_t sum = ParametricTable::Checksum(*file);
  for (size_t i = 0; i < 8; ++i) (*file)[28 + i] = static_cast<uint8_t>(sum >> (8 * i));
}

struct TableUnit {
  const char* name;
  uint8_t kind;
  uint8_t context_class;
};
struct TableSound {
  uint16_t unit;
  uint8_t left;
  uint8_t right;
  uint8_t level;  // level of every point
  int8_t pitch;
  uint8_t duration_ms = 40;  // duration of each state
};

inline File TableFile(const std::vector<TableUnit>& units, const std::vector<TableSound>& sounds, float mean_hz = 200) {
  File file = {'T', 'G', 'P', 'V'};
  Put(&file, 1, 2);
  Put(&file, units.size(), 2);
  Put(&file, sounds.size(), 4);
  for (const float number : {mean_hz, 0.0F, 1.0F, 1.0F}) Put(&file, std::bit_cast<uint32_t>(number), 4);
  Put(&file, 0, 8);
  for (const TableUnit& unit : units) {
    const std::string name = unit.name;
    file.push_back(unit.kind);
    file.push_back(unit.context_class);
    file.push_back(static_cast<uint8_t>(name.size()));
    file.insert(file.end(), name.begin(), name.end());
  }
  for (const TableSound& sound : sounds) {
    Put(&file, sound.unit, 2);
    file.push_back(sound.left);
    file.push_back(sound.right);
    for (size_t state = 0; state < kUnitStates; ++state) {
      file.push_back(sound.duration_ms);
      file.push_back(static_cast<uint8_t>(sound.pitch));
      file.push_back(255);
      file.insert(file.end(), kNoiseBands, 0);
      file.insert(file.end(), kEnvelopePoints, sound.level);
    }
  }
  SealTable(&file);
  return file;
}

// A pause, a consonant of class 1 and two nuclei of classes 2 and 3; the consonant sounds different before class 3.
inline File SmallTable() {
  return TableFile({{"sil", 0, 0}, {"b", 1, 1}, {"a1", 2, 2}, {"u1", 2, 3}}, {{0, 255, 255, 40, 0},
                                                                              {1, 255, 255, 120, 0},
                                                                              {1, 2, 255, 130, 0},
                                                                              {1, 255, 3, 140, 0},
                                                                              {1, 2, 3, 150, 0},
                                                                              {2, 255, 255, 180, 8},
                                                                              {3, 255, 255, 180, -8}});
}

}  // namespace tonegate::test

#endif  // TONEGATE_TEST_VOICE_TABLE_H_
