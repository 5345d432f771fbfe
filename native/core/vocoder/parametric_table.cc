#include "core/vocoder/parametric_table.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace tonegate {
namespace {

constexpr size_t kFactBytes = 28;
constexpr size_t kHeaderBytes = kFactBytes + 8;
constexpr size_t kLongestName = 16;

uint64_t Fnv1a(Bytes bytes, uint64_t value) {
  for (const uint8_t byte : bytes) value = (value ^ byte) * 0x100000001B3U;
  return value;
}

float LoadFloat(const uint8_t* from) { return std::bit_cast<float>(LoadU32Le(from)); }

bool TakeUnits(size_t count, ByteReader* reader, std::vector<ParametricTable::Unit>* units, Message* why) {
  for (size_t i = 0; i < count; ++i) {
    Bytes facts, name;
    if (!reader->Take(3, &facts) || !reader->Take(facts[2], &name))
      return why->Set("the voice table is cut off in its units");
    ParametricTable::Unit unit;
    if (facts[0] > static_cast<uint8_t>(UnitKind::kNucleus)) return why->Set("unit %zu is of kind %u", i, facts[0]);
    if (facts[1] == kAnyClass) return why->Set("unit %zu has class 255, which stands for any", i);
    if (name.empty() || name.size() > kLongestName)
      return why->Set("unit %zu has a name of %zu bytes; 1 to %zu are read", i, name.size(), kLongestName);
    unit.kind = static_cast<UnitKind>(facts[0]);
    unit.context_class = facts[1];
    unit.name.assign(name.begin(), name.end());
    for (const ParametricTable::Unit& before : *units) {
      if (before.name == unit.name) return why->Set("unit %s occurs twice", unit.name.c_str());
    }
    units->push_back(std::move(unit));
  }
  return true;
}

bool TakeSounds(size_t count, size_t units, ByteReader* reader, std::vector<UnitSound>* sounds, Message* why) {
  size_t next = 0;  // the next unit that needs a sound for any neighbours
  for (size_t i = 0; i < count; ++i) {
    Bytes bytes;
    if (!reader->Take(sizeof(UnitSound), &bytes)) return why->Set("the voice table is cut off in its sounds");
    UnitSound sound;
    sound.unit = LoadU16Le(bytes.data());
    sound.left_class = bytes[2];
    sound.right_class = bytes[3];
    std::memcpy(sound.states.data(), &bytes[4], sizeof(sound.states));
    const bool for_any = sound.left_class == kAnyClass && sound.right_class == kAnyClass;
    if (sound.unit != (for_any ? next : next - 1))
      return why->Set("sound %zu is not where its unit begins with a sound for any neighbours", i);
    if (for_any) ++next;
    unsigned duration_ms = 0;
    for (const SoundState& state : sound.states) duration_ms += state.duration_ms;
    if (duration_ms == 0) return why->Set("sound %zu lasts 0 ms", i);
    sounds->push_back(sound);
  }
  return next == units || why->Set("the voice table has %zu units but sounds for %zu", units, next);
}

}  // namespace

uint64_t ParametricTable::Checksum(Bytes bytes) {
  constexpr uint64_t kBasis = 0xCBF29CE484222325U;
  return Fnv1a(bytes.subspan(kHeaderBytes), Fnv1a(bytes.first(kFactBytes), kBasis));
}

bool ParametricTable::Parse(Bytes bytes, ParametricTable* out, Message* why) {
  if (bytes.size() < kHeaderBytes || std::memcmp(bytes.data(), "TGPV", 4) != 0)
    return why->Set("not a voice table: it must begin with TGPV and a header of %zu bytes", kHeaderBytes);
  const unsigned version = LoadU16Le(&bytes[4]);
  if (version != 1) return why->Set("voice table of version %u; this program reads version 1", version);
  const size_t units = LoadU16Le(&bytes[6]);
  const size_t sounds = LoadU32Le(&bytes[8]);
  if (units < 1 || units > kMaxUnits)
    return why->Set("voice table with %zu units; 1 to %zu are read", units, kMaxUnits);
  if (sounds < units || sounds > kMaxSounds)
    return why->Set("voice table with %zu sounds; %zu to %zu are read", sounds, units, kMaxSounds);
  if (Checksum(bytes) != LoadU64Le(&bytes[kFactBytes]))
    return why->Set("the voice table is damaged: its checksum differs");
  auto within = [&](const char* what, float value, float low, float high) {
    return (value >= low && value <= high) ||
           why->Set("voice table with %s %g; %g to %g are read", what, value, low, high);
  };
  ParametricTable made;
  Manner& manner = made.manner_;
  manner.mean_hz = LoadFloat(&bytes[12]);
  manner.declination = LoadFloat(&bytes[16]);
  manner.final_factor = LoadFloat(&bytes[20]);
  manner.pitch_range = LoadFloat(&bytes[24]);
  if (!within("a pitch of", manner.mean_hz, 40, 500) || !within("a declination of", manner.declination, 0, 12) ||
      !within("a final factor of", manner.final_factor, 0.5F, 3) ||
      !within("a pitch range of", manner.pitch_range, 0, 3))
    return false;
  ByteReader reader(bytes.subspan(kHeaderBytes));
  if (!TakeUnits(units, &reader, &made.units_, why) || !TakeSounds(sounds, units, &reader, &made.sounds_, why))
    return false;
  if (reader.remaining() != 0) return why->Set("%zu bytes follow the voice table", reader.remaining());
  made.Index();
  *out = std::move(made);
  return true;
}

ParametricTable::ParametricTable(const Manner& manner, std::vector<Unit> units, std::vector<UnitSound> sounds)
    : manner_(manner), units_(std::move(units)), sounds_(std::move(sounds)) {
  Index();
}

void ParametricTable::Index() {
  first_.clear();
  for (size_t i = 0; i < sounds_.size(); ++i) {
    if (i == 0 || sounds_[i].unit != sounds_[i - 1].unit) first_.push_back(i);
  }
  first_.push_back(sounds_.size());
}

size_t ParametricTable::Find(std::string_view name) const {
  const auto is_it = [&](const Unit& unit) { return unit.name == name; };
  return static_cast<size_t>(std::find_if(units_.begin(), units_.end(), is_it) - units_.begin());
}

const UnitSound& ParametricTable::Sound(size_t left, size_t unit, size_t right) const {
  const uint8_t left_class = left < units_.size() ? units_[left].context_class : kAnyClass;
  const uint8_t right_class = right < units_.size() ? units_[right].context_class : kAnyClass;
  size_t best = first_[unit];
  int best_fit = -1;
  for (size_t i = first_[unit]; i < first_[unit + 1]; ++i) {
    const UnitSound& sound = sounds_[i];
    const bool knows_left = sound.left_class != kAnyClass;
    const bool knows_right = sound.right_class != kAnyClass;
    if ((knows_left && sound.left_class != left_class) || (knows_right && sound.right_class != right_class)) continue;
    const int fit = (knows_left ? 1 : 0) + (knows_right ? 2 : 0);
    if (fit > best_fit) {
      best = i;
      best_fit = fit;
    }
  }
  return sounds_[best];
}

void ParametricTable::Complete(const ParametricTable& other) {
  for (size_t i = 0; i < other.units_.size(); ++i) {
    if (Find(other.units_[i].name) != units_.size()) continue;
    UnitSound sound = other.sounds_[other.first_[i]];
    sound.unit = static_cast<uint16_t>(units_.size());
    sound.left_class = kAnyClass;
    sound.right_class = kAnyClass;
    Unit unit = other.units_[i];
    unit.context_class = kAnyClass;  // a class that no sound requires
    units_.push_back(std::move(unit));
    sounds_.push_back(sound);
  }
  Index();
}

}  // namespace tonegate
