// Q.23/Q.24: on >= 40 ms, off >= 40 ms, |twist| <= 8/4 dB, tolerance 1.5 % accepted, 3.5 % rejected, one event for each
// press.
#include <string_view>

#include "tone_samples.h"

namespace tonegate::test {
namespace {

constexpr std::string_view kKeys = "123A456B789C*0#D";
constexpr double kRowHz[] = {697, 770, 852, 941};
constexpr double kColumnHz[] = {1209, 1336, 1477, 1633};

struct Press {
  double on_s = 0.05;
  double off_s = 0.05;
  double row_off = 0;  // relative
  double column_off = 0;
  double twist_db = 0;  // level of the column relative to the row
  double dbm0 = -12;
  double snr_db = 40;
};

std::vector<int16_t> Dial(std::string_view keys, const Press& press) {
  std::vector<int16_t> samples(1600, 0);
  for (const char key : keys) {
    const size_t index = kKeys.find(key);
    // Two tones of different level: one call of Make for each, added.
    const Tone row = {.hz = {kRowHz[index / 4] * (1 + press.row_off)},
                      .on_off_s = {press.on_s, press.off_s},
                      .dbm0 = press.dbm0,
                      .lead_s = 0,
                      .seconds = press.on_s + press.off_s,
                      .snr_db = press.snr_db,
                      .alaw = false};
    Tone column = row;
    column.hz = {kColumnHz[index % 4] * (1 + press.column_off)};
    column.dbm0 += press.twist_db;
    column.snr_db = 90;
    std::vector<int16_t> both = Make(row);
    const std::vector<int16_t> second = Make(column);
    for (size_t i = 0; i < both.size(); ++i) both[i] = static_cast<int16_t>(both[i] + second[i]);
    Append(&samples, both);
  }
  samples.resize(samples.size() + 1600, 0);
  return samples;
}

void Reception() {
  Case("every key is told once, with 40 ms on and 40 ms off", [] {
    CHECK(Keys(Screen(Dial(kKeys, {.on_s = 0.04, .off_s = 0.04}))) == kKeys);
    CHECK(Keys(Screen(Dial("1122334455", {.on_s = 0.04, .off_s = 0.04}))) == "1122334455");
  });
  Case("a long press is one key, also with a lost packet in it", [] {
    std::vector<int16_t> samples = Dial("5", {.on_s = 1.0});
    std::fill(samples.begin() + 4800, samples.begin() + 4960, int16_t{0});
    CHECK(Keys(Screen(samples)) == "5");
  });
  Case("keys 1.5 % off are told, keys 3.5 % off are not", [] {
    for (const double sign : {-1.0, 1.0}) {
      CHECK(Keys(Screen(Dial(kKeys, {.row_off = sign * 0.015, .column_off = -sign * 0.015}))) == kKeys);
      CHECK(Keys(Screen(Dial(
                kKeys, {.on_s = 0.04, .off_s = 0.04, .row_off = sign * 0.015, .column_off = -sign * 0.015}))) == kKeys);
      CHECK(Keys(Screen(Dial(kKeys, {.row_off = sign * 0.035}))).empty());
      CHECK(Keys(Screen(Dial(kKeys, {.column_off = sign * 0.035}))).empty());
    }
  });
  Case("the row may be 8 dB louder, the column 4 dB", [] {
    CHECK(Keys(Screen(Dial(kKeys, {.twist_db = -8}))) == kKeys);
    CHECK(Keys(Screen(Dial(kKeys, {.twist_db = 4}))) == kKeys);
    CHECK(Keys(Screen(Dial(kKeys, {.twist_db = 12}))).empty());
  });
  Case("keys are told from -3 to -35 dBm0 a tone and at SNR 15", [] {
    for (const double dbm0 : {-3.0, -20.0, -35.0}) CHECK(Keys(Screen(Dial(kKeys, {.dbm0 = dbm0}))) == kKeys);
    CHECK(Keys(Screen(Dial(kKeys, {.snr_db = 15}))) == kKeys);
  });
  Case("call-progress tones and notes an octave or a fifth apart are no keys", [] {
    CHECK(Keys(Screen(Make({.hz = {450}, .seconds = 10}))).empty());
    CHECK(Keys(Screen(Make({.hz = {830, 1660}, .seconds = 10}))).empty());
    CHECK(Keys(Screen(Make({.hz = {880, 1320}, .seconds = 10}))).empty());
  });
  Case("keys are no call-progress tone",
       [] { CHECK(Decision(Screen(Dial("1234567890*#", {.on_s = 0.35, .off_s = 0.35}))) == EventKind::kNone); });
}

}  // namespace

int Run() {
  Reception();
  return Finish();
}

}  // namespace tonegate::test

int main() { return tonegate::test::Run(); }
