// The voice without a network: its file, its rules, and its rendering of units of speech.
#include <cstring>

#include "core/vocoder/parametric_voice.h"
#include "core/vocoder/rule_voice.h"
#include "test/voice/voice_frames.h"
#include "test/voice/voice_table.h"

namespace tonegate {
namespace {

using test::Case;
using test::File;
using test::Floats;

const ParametricTable& Rules() {
  static const ParametricTable table = MakeRuleTable();
  return table;
}

std::string Refusal(const File& file) {
  ParametricTable table;
  Message why;
  CHECK(!ParametricTable::Parse(file, &table, &why));
  return why.c_str();
}

bool Says(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

File Changed(File file, size_t at, uint8_t value) {
  file[at] = value;
  test::SealTable(&file);
  return file;
}

SpokenUnit UnitOf(const ParametricTable& table, const char* name) {
  SpokenUnit unit;
  unit.unit = static_cast<uint16_t>(table.Find(name));
  CHECK(unit.unit < table.units().size());
  return unit;
}

Floats Rendered(const ParametricTable& table, const std::vector<SpokenUnit>& units,
                SpokenMood mood = SpokenMood::kContinuing, float rate = 1) {
  Floats frames;
  CHECK(ParametricVoice(table).Render(units, mood, rate, &frames));
  CHECK(frames.size() % kFrameFloats == 0);
  return frames;
}

size_t CountOf(const Floats& frames) { return frames.size() / kFrameFloats; }
float PitchAt(const Floats& frames, double part) {
  const auto at = static_cast<size_t>(part * static_cast<double>(CountOf(frames) - 1));
  return frames[at * kFrameFloats];
}
float LevelAt(const Floats& frames, size_t frame, size_t point) { return frames[frame * kFrameFloats + 1 + point]; }

}  // namespace
}  // namespace tonegate

int main() {
  using namespace tonegate;

  Case("a file that is no voice table, of another version or damaged is refused with the reason", [] {
    const File good = test::SmallTable();
    CHECK(Says(Refusal({}), "TGPV"));
    CHECK(Says(Refusal(File(500, 'x')), "TGPV"));
    CHECK(Says(Refusal(Changed(good, 4, 3)), "version 3"));
    File damaged = good;
    damaged[damaged.size() / 2] ^= 1;
    CHECK(Says(Refusal(damaged), "checksum"));
    for (const size_t size : {40U, 60U, 500U}) {
      File cut(good.begin(), good.begin() + size);
      test::SealTable(&cut);
      CHECK(Says(Refusal(cut), "cut off in its"));
    }
    File longer = good;
    longer.resize(good.size() + 3);
    test::SealTable(&longer);
    CHECK(Says(Refusal(longer), "3 bytes follow"));
  });

  Case("numbers that make no voice are refused", [] {
    const File good = test::SmallTable();
    CHECK(Says(Refusal(Changed(good, 6, 0)), "0 units"));
    CHECK(Says(Refusal(Changed(good, 8, 2)), "2 sounds"));
    CHECK(Says(Refusal(Changed(good, 15, 0x7F)), "pitch"));
    CHECK(Says(Refusal(Changed(good, 36, 9)), "kind 9"));
    CHECK(Says(Refusal(Changed(good, 37, 255)), "class 255"));
    CHECK(Says(Refusal(Changed(good, 38, 0)), "name of 0 bytes"));
    CHECK(Says(Refusal(test::TableFile({{"a1", 2, 0}, {"a1", 2, 0}}, {{0, 255, 255, 1, 0}, {1, 255, 255, 1, 0}})),
               "twice"));
    CHECK(Says(Refusal(test::TableFile({{"a1", 2, 0}}, {{0, 1, 255, 1, 0}})), "begins"));
    CHECK(Says(Refusal(test::TableFile({{"a1", 2, 0}}, {{0, 255, 255, 1, 0}, {0, 255, 255, 1, 0}})), "begins"));
    CHECK(Says(Refusal(test::TableFile({{"a1", 2, 0}}, {{0, 255, 255, 1, 0, 0}})), "lasts 0 ms"));
  });

  Case("a unit takes the sound that knows most of its neighbours", [] {
    ParametricTable table;
    Message why;
    CHECK(ParametricTable::Parse(test::SmallTable(), &table, &why));
    auto level = [&](const char* left, const char* right) {
      return table.Sound(table.Find(left), table.Find("b"), table.Find(right)).states[0].envelope[0];
    };
    CHECK(level("sil", "a1") == 120);
    CHECK(level("a1", "a1") == 130);
    CHECK(level("sil", "u1") == 140);
    CHECK(level("a1", "u1") == 150);
    CHECK(level("nobody", "nobody") == 120);
  });

  Case("a table is completed by the rules' units and keeps its own", [] {
    ParametricTable table;
    Message why;
    CHECK(ParametricTable::Parse(test::SmallTable(), &table, &why));
    table.Complete(Rules());
    CHECK(table.units().size() == Rules().units().size());
    CHECK(table.Sound(0, table.Find("b"), 0).states[0].envelope[0] == 120);
    CHECK(table.Find("ZH") < table.units().size());
    CHECK(CountOf(Rendered(table, {UnitOf(table, "zh"), UnitOf(table, "u1"), UnitOf(table, "AH0")})) > 20);
  });

  Case("the rules have every initial, every final in five tones, every English phone and a pause", [] {
    CHECK(Rules().units().size() == 1 + 21 + 39 * 5 + 24 + 15 * 3);
    for (const char* name : {"sil", "zh", "c", "iong3", "v5", "iii4", "er2", "AH0", "OY1", "NG"})
      CHECK(Rules().Find(name) < Rules().units().size());
    CHECK(Rules().Find("ing6") == Rules().units().size());
  });

  Case("the tones of the rules rise, dip and fall as Mandarin's do", [] {
    auto pitch = [](const char* unit, double part) {
      return PitchAt(Rendered(Rules(), {UnitOf(Rules(), unit)}), part);
    };
    CHECK(std::abs(pitch("a1", 0.2) / pitch("a1", 0.8) - 1) < 0.06);
    CHECK(pitch("a2", 0.9) > 1.15F * pitch("a2", 0.2));
    CHECK(pitch("a3", 0.6) < 0.75F * pitch("a1", 0.6));
    CHECK(pitch("a4", 0.9) < 0.8F * pitch("a4", 0.1));
    CHECK(CountOf(Rendered(Rules(), {UnitOf(Rules(), "a5")})) < CountOf(Rendered(Rules(), {UnitOf(Rules(), "a4")})));
  });

  Case("a voiceless initial is unvoiced and its final voiced; a stop is silent before its burst", [] {
    const Floats frames = Rendered(Rules(), {UnitOf(Rules(), "t"), UnitOf(Rules(), "a1")});
    CHECK(frames[0] == 0);
    CHECK(PitchAt(frames, 0.9) > 50);
    size_t loudest_rise = 0;
    float best = 0;
    for (size_t t = 1; t < 20; ++t) {
      const float rise = LevelAt(frames, t, 45) - LevelAt(frames, t - 1, 45);
      if (rise > best) {
        best = rise;
        loudest_rise = t;
      }
    }
    CHECK(best > 20);
    CHECK(loudest_rise == 9);  // after 45 ms
  });

  Case("a vowel glides into the next without a jump", [] {
    const Floats frames = Rendered(Rules(), {UnitOf(Rules(), "a1"), UnitOf(Rules(), "i1")});
    for (size_t t = 1; t < CountOf(frames); ++t) {
      for (size_t k = 0; k < kEnvelopePoints; ++k)
        CHECK(std::abs(LevelAt(frames, t, k) - LevelAt(frames, t - 1, k)) < 8);
    }
  });

  Case("durations follow the rate, the unit's own rate and its own duration", [] {
    const std::vector<SpokenUnit> units = {UnitOf(Rules(), "b"), UnitOf(Rules(), "a1"), UnitOf(Rules(), "ian4")};
    const auto plain = static_cast<double>(CountOf(Rendered(Rules(), units)));
    for (const float rate : {0.5F, 2.0F}) {
      const auto count = static_cast<double>(CountOf(Rendered(Rules(), units, SpokenMood::kContinuing, rate)));
      CHECK(std::abs(count - plain / rate) < 2);
      std::vector<SpokenUnit> own = units;
      for (SpokenUnit& unit : own) unit.rate = rate;
      CHECK(CountOf(Rendered(Rules(), own)) == static_cast<size_t>(count));
    }
    std::vector<SpokenUnit> stated = units;
    for (SpokenUnit& unit : stated) unit.duration_ms = 300;
    CHECK(CountOf(Rendered(Rules(), stated, SpokenMood::kContinuing, 2)) == 180);
  });

  Case("the last syllable before a boundary is longer, the more the stronger the boundary", [] {
    size_t before = 0;
    for (int boundary = 1; boundary <= 4; ++boundary) {
      std::vector<SpokenUnit> units = {UnitOf(Rules(), "m"), UnitOf(Rules(), "a1"), UnitOf(Rules(), "m"),
                                       UnitOf(Rules(), "a1")};
      units.back().boundary = static_cast<SpokenBoundary>(boundary);
      const size_t count = CountOf(Rendered(Rules(), units));
      CHECK(count > before);
      before = count;
    }
  });

  Case("pitch falls over a phrase and begins anew after a pause", [] {
    std::vector<SpokenUnit> units;
    for (int i = 0; i < 12; ++i) units.push_back(UnitOf(Rules(), "a1"));
    SpokenUnit pause = UnitOf(Rules(), "sil");
    pause.duration_ms = 200;
    std::vector<SpokenUnit> two = units;
    two.push_back(pause);
    two.insert(two.end(), units.begin(), units.end());
    const Floats frames = Rendered(Rules(), two);
    CHECK(PitchAt(frames, 0.45) < 0.92F * PitchAt(frames, 0.05));
    CHECK(PitchAt(frames, 0.55) > 1.05F * PitchAt(frames, 0.45));
    CHECK(PitchAt(frames, 0.55) < PitchAt(frames, 0.05));
    CHECK(PitchAt(frames, 0.5) == 0);
  });

  Case("the last sound before a pause dies away, voiced at first, and behind it the pause is silent", [] {
    constexpr size_t kMiddle = 20;  // index in the envelope
    for (const float rate : {1.0F, 2.0F}) {
      SpokenUnit pause = UnitOf(Rules(), "sil");
      pause.duration_ms = 400;
      const std::vector<SpokenUnit> vowel = {UnitOf(Rules(), "a1")};
      const Floats frames = Rendered(Rules(), {vowel[0], pause, vowel[0]}, SpokenMood::kContinuing, rate);
      const size_t begin = CountOf(Rendered(Rules(), vowel, SpokenMood::kContinuing, rate));
      const size_t release = rate == 1 ? 20 : 12;  // frames of 5 ms
      for (size_t t = begin; t < begin + release; ++t)
        CHECK(LevelAt(frames, t, kMiddle) < LevelAt(frames, t - 1, kMiddle));
      const float fall = LevelAt(frames, begin - 2, kMiddle) - LevelAt(frames, begin + release / 2, kMiddle);
      CHECK(fall > 15 && fall < 45);
      CHECK(frames[(begin + release / 3) * kFrameFloats] > 0);
      CHECK(frames[(begin + release) * kFrameFloats] == 0);
      for (size_t t = begin + release + 4; t < begin + 72; ++t) CHECK(LevelAt(frames, t, kMiddle) < -95);
    }
  });

  Case("a question ends higher than a statement, and an exclamation has a wider range", [] {
    const std::vector<SpokenUnit> units = {UnitOf(Rules(), "a1"), UnitOf(Rules(), "a4"), UnitOf(Rules(), "a1")};
    auto last = [&](SpokenMood mood) { return PitchAt(Rendered(Rules(), units, mood), 0.95); };
    CHECK(last(SpokenMood::kQuestion) > 1.1F * last(SpokenMood::kContinuing));
    CHECK(last(SpokenMood::kStatement) < 0.97F * last(SpokenMood::kContinuing));
    auto spread = [&](SpokenMood mood) {
      const Floats frames = Rendered(Rules(), units, mood);
      float low = 1e9F, high = 0;
      for (double part = 0; part <= 1; part += 0.02) {
        low = std::min(low, PitchAt(frames, part));
        high = std::max(high, PitchAt(frames, part));
      }
      return high / low;
    };
    CHECK(spread(SpokenMood::kExclamation) > 1.03F * spread(SpokenMood::kContinuing));
  });

  Case("a unit's own pitch and level are on top of the voice's", [] {
    std::vector<SpokenUnit> units(3, UnitOf(Rules(), "a1"));
    const Floats plain = Rendered(Rules(), units);
    for (SpokenUnit& unit : units) {
      unit.semitones = 12;
      unit.gain_db = -6;
    }
    const Floats other = Rendered(Rules(), units);
    CHECK(std::abs(PitchAt(other, 0.5) / PitchAt(plain, 0.5) - 2) < 0.01);
    CHECK(std::abs(LevelAt(other, 30, 10) - LevelAt(plain, 30, 10) + 6) < 0.01);
  });

  Case("units and numbers out of range are refused, a sentence of more than 10 minutes too, an empty one is empty", [] {
    Floats frames;
    const ParametricVoice voice(Rules());
    auto renders = [&](const SpokenUnit& unit, float rate) {
      return voice.Render(std::vector<SpokenUnit>{unit}, SpokenMood::kStatement, rate, &frames);
    };
    const SpokenUnit good = UnitOf(Rules(), "a1");
    CHECK(renders(good, 1));
    for (const float rate : {0.2F, 4.1F, std::nanf("")}) CHECK(!renders(good, rate));
    SpokenUnit bad = good;
    bad.unit = static_cast<uint16_t>(Rules().units().size());
    CHECK(!renders(bad, 1));
    bad = good;
    bad.boundary = static_cast<SpokenBoundary>(5);
    CHECK(!renders(bad, 1));
    for (float SpokenUnit::*const field :
         {&SpokenUnit::duration_ms, &SpokenUnit::rate, &SpokenUnit::semitones, &SpokenUnit::gain_db}) {
      for (const float number : {-100.0F, 20000.0F, std::nanf("")}) {
        bad = good;
        bad.*field = number;
        CHECK(!renders(bad, 1));
      }
    }
    SpokenUnit longest = good;
    longest.duration_ms = ParametricVoice::kMaxUnitMs;
    CHECK(!voice.Render(std::vector<SpokenUnit>(61, longest), SpokenMood::kStatement, 1, &frames));
    CHECK(voice.Render({}, SpokenMood::kStatement, 1, &frames) && frames.empty());
  });

  Case("a sentence of the rules sounds at the loudness of a voice and without clipping", [] {
    std::vector<SpokenUnit> units;
    for (const char* name : {"n", "i2", "h", "ao3", "q", "ing3", "un4", "ch", "a2", "x", "vn2", "sh", "en2", "m", "e5"})
      units.push_back(UnitOf(Rules(), name));
    const Floats sound = test::Spoken({}, Rendered(Rules(), units));
    const double power_db = test::PowerDb(sound);
    CHECK(power_db > -30 && power_db < -17);
    for (const float sample : sound) CHECK(std::abs(sample) < 1);
  });

  return test::Finish();
}
