// Fax answers of real lengths, special information tones, beeps, and the countries of busy and ringing tones.
#include "core/tone/machine/tone_plan.h"
#include "tone_samples.h"

namespace tonegate::test {
namespace {

const std::vector<double> kOnce = {1.0, 1000};

bool Has(const std::vector<ScreenEvent>& events, EventKind kind) { return DecidedMs(events, kind) >= 0; }

std::vector<int16_t> Quiet(double seconds) { return Make({.hz = {}, .dbm0 = -20, .seconds = seconds}); }

// One tone of the given length, with quiet before and after it.
std::vector<int16_t> Alone(double hz, double length_s, double behind_s = 2) {
  return Make({.hz = {hz}, .on_off_s = {length_s, 1000}, .lead_s = 0.4, .seconds = 0.4 + length_s + behind_s});
}

// 2100 Hz with a phase reversal every `turn_s`, and modulated by 15 Hz to `depth`.
std::vector<int16_t> AnswerTone(double length_s, double turn_s, double depth) {
  std::vector<int16_t> samples(static_cast<size_t>((length_s + 1) * kScreenRateHz));
  for (size_t i = 2400; i < 2400 + static_cast<size_t>(length_s * kScreenRateHz); ++i) {
    const double t = static_cast<double>(i - 2400) / kScreenRateHz;
    const double sign = static_cast<int>(t / turn_s) % 2 == 0 ? 1 : -1;
    const double value = sign * (1 + depth * std::sin(kTau * 15 * t)) * std::sin(kTau * 2100 * t);
    samples[i] = static_cast<int16_t>(std::lround(Amplitude(-15) * value));
  }
  return samples;
}

// A note of 2.5 s, 0.3 s into the audio.
struct HeldNote {
  double hz = 2100;
  double vibrato_hz = 0;  // deviation of the pitch by five swings a second
  double tremolo = 0;     // deviation of the amplitude by the same swings, relative to 1
  double attack_s = 0;
};

std::vector<int16_t> Played(const HeldNote& note) {
  std::vector<int16_t> samples(static_cast<size_t>(3.5 * kScreenRateHz));
  double phase = 0;
  for (size_t i = 2400; i < 22400; ++i) {
    const double t = static_cast<double>(i - 2400) / kScreenRateHz;
    const double swing = std::sin(kTau * 5 * t);
    phase += kTau * (note.hz + note.vibrato_hz * swing) / kScreenRateHz;
    const double rise = t < note.attack_s ? t / note.attack_s : 1;
    samples[i] = static_cast<int16_t>(std::lround(Amplitude(-15) * rise * (1 + note.tremolo * swing) * std::sin(phase)));
  }
  return samples;
}

// Bits in FSK at 300 bit/s, 0.3 s into the audio.
std::vector<int16_t> Fsk(const std::vector<int>& bits, double zero_hz, double one_hz) {
  std::vector<int16_t> samples(static_cast<size_t>((0.6 + static_cast<double>(bits.size()) / 300) * kScreenRateHz));
  double phase = 0;
  for (size_t i = 0; i < bits.size() * kScreenRateHz / 300; ++i) {
    phase += kTau * (bits[i * 300 / kScreenRateHz] == 1 ? one_hz : zero_hz) / kScreenRateHz;
    samples[2400 + i] = static_cast<int16_t>(std::lround(Amplitude(-20) * std::sin(phase)));
  }
  return samples;
}

std::vector<int> Flags(int count) {
  std::vector<int> bits;
  for (int i = 0; i < count; ++i) bits.insert(bits.end(), {0, 1, 1, 1, 1, 1, 1, 0});
  return bits;
}

std::vector<int16_t> Sit(const std::vector<double>& hz, const std::vector<double>& length_s) {
  std::vector<int16_t> samples = Quiet(0.3);
  for (size_t i = 0; i < hz.size(); ++i) {
    Append(&samples,
           Make({.hz = {hz[i]}, .on_off_s = {length_s[i], 1000}, .lead_s = 0, .seconds = length_s[i] + 0.01}));
  }
  Append(&samples, Quiet(0.8));
  return samples;
}

void Fax() {
  Case("an answer tone of 0.5 to 3.5 s is told within 0.6 s of its begin, 15 Hz off as well", [] {
    for (const double length_s : {0.5, 0.75, 1.06, 2.0, 3.5}) {
      for (const double hz : {2085.0, 2100.0, 2115.0}) {
        const double at_ms = DecidedMs(Screen(Alone(hz, length_s)), EventKind::kCed);
        CHECK(at_ms > 0 && at_ms < 1000);
      }
    }
  });
  Case("phase reversals and the modulation of ANSam do not hide an answer tone", [] {
    for (const double depth : {0.0, 0.2}) {
      for (const double turn_s : {0.425, 0.45, 1000.0}) {
        CHECK(Has(Screen(AnswerTone(1.1, turn_s, depth)), EventKind::kCed));
      }
    }
  });
  Case("a row of V.21 flags is a fax, without any answer tone", [] {
    const double at_ms = DecidedMs(Screen(Fsk(Flags(37), 1850, 1650)), EventKind::kV21);
    CHECK(at_ms > 300 && at_ms < 700);
  });
  Case("six flags are too few, and the calling side's channel is none", [] {
    CHECK(!Has(Screen(Fsk(Flags(6), 1850, 1650)), EventKind::kV21));
    CHECK(!Has(Screen(Fsk(Flags(37), 1180, 980)), EventKind::kV21));
  });
  Case("random bits on the fax's channel are no flags", [] {
    Random random(7);
    std::vector<int> bits(3000);
    for (int& bit : bits) bit = random.Unit() < 0.5 ? 1 : 0;
    CHECK(!Has(Screen(Fsk(bits, 1850, 1650)), EventKind::kV21));
  });
  Case("2100 Hz for 0.3 s, and 2060 or 2140 Hz, are no answer tone", [] {
    CHECK(!Has(Screen(Alone(2100, 0.3)), EventKind::kCed));
    CHECK(!Has(Screen(Alone(2060, 2.5)), EventKind::kCed));
    CHECK(!Has(Screen(Alone(2140, 2.5)), EventKind::kCed));
  });
  Case("a held note with a player's vibrato, tremolo or soft attack is no answer tone, C7 and 2100 Hz alike", [] {
    for (const double hz : {2093.0, 2100.0}) {
      CHECK(Has(Screen(Played({.hz = hz})), EventKind::kCed));
      CHECK(!Has(Screen(Played({.hz = hz, .vibrato_hz = 1.8})), EventKind::kCed));
      CHECK(!Has(Screen(Played({.hz = hz, .tremolo = 0.06})), EventKind::kCed));
      CHECK(!Has(Screen(Played({.hz = hz, .attack_s = 0.04})), EventKind::kCed));
    }
  });
  Case("a tone of 2100 Hz that follows another one is no answer tone", [] {
    std::vector<int16_t> twice = Alone(2100, 0.2, 1);
    Append(&twice, Alone(2100, 2.5));
    CHECK(!Has(Screen(twice), EventKind::kCed));
    std::vector<int16_t> later = Alone(2100, 0.2, 5);
    Append(&later, Alone(2100, 2.5));
    CHECK(Has(Screen(later), EventKind::kCed));
  });
  Case("a 2100 Hz note of a tune of lone notes is no answer tone", [] {
    std::vector<int16_t> tune;
    for (const double hz : {1319.0, 1568.0, 1760.0}) Append(&tune, Alone(hz, 0.4, 0.1));
    Append(&tune, Alone(2100, 1.2, 0.5));
    CHECK(!Has(Screen(tune), EventKind::kCed));
  });
  Case("one burst of CNG is told 0.8 s after its end, one of 0.42 s later, one of 0.3 s not at all", [] {
    const double exact_ms = DecidedMs(Screen(Alone(1100, 0.5, 3)), EventKind::kCng);
    CHECK(exact_ms > 1500 && exact_ms < 1750);
    CHECK(DecidedMs(Screen(Alone(1100, 0.43, 3)), EventKind::kCng) > 2700);
    CHECK(!Has(Screen(Alone(1100, 0.3, 3)), EventKind::kCng));
  });
  Case("a howler of 0.4 s in 10.4 s is told at its second burst", [] {
    const auto events = Screen(Make({.hz = {950}, .on_off_s = {0.4, 10}, .seconds = 13}));
    CHECK(Decision(events) == EventKind::kHowler);
    CHECK(!Has(Screen(Make({.hz = {950}, .on_off_s = {0.4, 5}, .seconds = 13})), EventKind::kHowler));
  });
}

void Machines() {
  Case("special information tones are told in all their variants", [] {
    CHECK(Has(Screen(Sit({950, 1400, 1800}, {0.33, 0.33, 0.33})), EventKind::kSit));
    CHECK(Has(Screen(Sit({904, 1446, 1754}, {0.27, 0.39, 0.33})), EventKind::kSit));
    for (const double first : {913.8, 985.2}) {
      for (const double second : {1370.6, 1428.5}) {
        CHECK(Has(Screen(Sit({first, second, 1776.7}, {0.274, 0.38, 0.38})), EventKind::kSit));
        CHECK(Has(Screen(Sit({first, second, 1776.7}, {0.38, 0.274, 0.38})), EventKind::kSit));
      }
    }
  });
  Case("three tones that fall, are too short, or go on as a tune are no special information tone", [] {
    CHECK(!Has(Screen(Sit({1800, 1400, 950}, {0.33, 0.33, 0.33})), EventKind::kSit));
    CHECK(!Has(Screen(Sit({950, 1400, 1800}, {0.15, 0.15, 0.15})), EventKind::kSit));
    CHECK(!Has(Screen(Sit({950, 1400, 1800, 1200}, {0.33, 0.33, 0.33, 0.33})), EventKind::kSit));
  });
  Case("a lone tone with no speech before it is no beep", [] {
    CHECK(!Has(Screen(Alone(1000, 0.4, 3)), EventKind::kBeep));
  });
  Case("a vowel with a strong overtone hides no beep that is fainter by 10 dB", [] {
    std::vector<int16_t> call = Babble(6);
    Append(&call, Make({.hz = {500, 1000, 1000, 1500}, .on_off_s = {0.3, 1000}, .dbm0 = -14, .seconds = 1.1}));
    Append(&call, Make({.hz = {1000}, .on_off_s = {0.4, 1000}, .dbm0 = -18, .seconds = 2.5}));
    CHECK(Has(Screen(call), EventKind::kBeep));
  });
  Case("a beep counts after speech, not after noise as loud", [] {
    const auto call = [](const std::vector<int16_t>& greeting) {
      std::vector<int16_t> samples = Quiet(3);
      Append(&samples, greeting);
      Append(&samples, Make({.hz = {1000}, .on_off_s = {0.4, 1000}, .lead_s = 0.4, .seconds = 3}));
      return Screen(samples);
    };
    CHECK(Has(call(Babble(4)), EventKind::kBeep));
    const auto noise = Make({.hz = {}, .dbm0 = -20, .seconds = 0.8, .snr_db = 0});
    CHECK(!Has(call(noise), EventKind::kBeep));
  });
}

void Countries() {
  const auto told = [](const Tone& tone, EventKind kind) -> std::string {
    for (const ScreenEvent& event : Screen(Make(tone))) {
      if (event.kind == kind) return TonePlan()[static_cast<size_t>(event.detail)].countries;
    }
    return "";
  };
  Case("busy and ringing abroad carry their countries", [&] {
    CHECK(told({.hz = {480, 620}, .on_off_s = {0.5, 0.5}}, EventKind::kForeignBusy) == "US,CA,HK,KR,PH,TW");
    CHECK(told({.hz = {400}, .on_off_s = {0.375, 0.375}}, EventKind::kForeignBusy) == "GB");
    CHECK(told({.hz = {440}, .on_off_s = {0.5, 0.5}}, EventKind::kForeignBusy) == "FR");
    CHECK(told({.hz = {440, 480}, .on_off_s = {2, 4}, .seconds = 16}, EventKind::kForeignRing) == "US,CA");
    CHECK(told({.hz = {440, 480}, .on_off_s = {0.4, 0.2, 0.4, 3}, .seconds = 16}, EventKind::kForeignRing) == "HK");
    CHECK(told({.hz = {400, 450}, .on_off_s = {0.4, 0.2, 0.4, 2}, .seconds = 12}, EventKind::kForeignRing) ==
          "GB,IE,NZ");
    CHECK(told({.hz = {425}, .on_off_s = {0.8, 3.2}, .seconds = 16}, EventKind::kForeignRing) == "RU");
  });
  Case("China's own tones carry no country, and foreign ones change no decision", [&] {
    CHECK(told({}, EventKind::kForeignBusy).empty());
    CHECK(told({.on_off_s = kOnce, .seconds = 4}, EventKind::kForeignRing).empty());
    const auto events = Screen(Make({.hz = {425}, .on_off_s = {0.35, 0.35}}));
    CHECK(Decision(events) == EventKind::kBusy);
  });
  Case("no two rows of the tone plan are the same signal", [] {
    for (const TonePlanRow& a : TonePlan()) {
      for (const TonePlanRow& b : TonePlan()) {
        const bool same = a.hz == b.hz && a.apart_hz == b.apart_hz && std::ranges::equal(a.length_ms, b.length_ms);
        CHECK(&a == &b || !same);
      }
    }
  });
}

}  // namespace

int Run() {
  Fax();
  Machines();
  Countries();
  return Finish();
}

}  // namespace tonegate::test

int main() { return tonegate::test::Run(); }
