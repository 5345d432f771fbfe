#include "core/tone/dtmf.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/tone/line/decibel.h"

namespace tonegate {
namespace {

constexpr std::array<float, 4> kRowHz = {697, 770, 852, 941};
constexpr std::array<float, 4> kColumnHz = {1209, 1336, 1477, 1633};
constexpr char kKeys[] = "123A456B789C*0#D";
constexpr float kTolerance = 0.020F;      // between 1.5 % and 3.5 %, nearer to the limit of acceptance
constexpr float kEdgeTolerance = 0.032F;  // at the edges of a press, lines are wide and read up to 1 % off
constexpr float kSteadiness = 0.006F;     // change from hop to hop; a voice moves more
constexpr float kPurity = 0.88F;          // share of both lines together: SNR 9 dB
constexpr float kEdgePurity = 0.60F;
constexpr float kFloorPower = 3e-5F;   // -42 dBm0
constexpr float kRowLouder = 9.0F;     // 9.5 dB
constexpr float kColumnLouder = 3.6F;  // 5.5 dB
constexpr float kDown = 0.16F;         // -8 dB
constexpr float kFallen = 0.30F;       // -5 dB: a short press is over
constexpr int kHitsToDecide = 3;
constexpr int kQuietToRelease = 3;

// True for frequencies in a small ratio, as in chords of instruments; the keys' frequencies were chosen to avoid these.
bool IsChord(float row_hz, float column_hz) {
  const float ratio = column_hz / row_hz;
  return std::abs(ratio - 2) < 0.015F || std::abs(ratio - 1.5F) < 0.012F || std::abs(ratio - 5.0F / 3) < 0.01F ||
         std::abs(ratio - 4.0F / 3) < 0.006F;
}

int Nearest(const std::array<float, 4>& nominal, float hz) {
  for (int i = 0; i < 4; ++i) {
    if (std::abs(hz - nominal[i]) <= kEdgeTolerance * nominal[i]) return i;
  }
  return -1;
}

bool Off(float hz, float nominal, float tolerance) { return std::abs(hz - nominal) > tolerance * nominal; }

}  // namespace

DtmfReceiver::Reading DtmfReceiver::Read(const SpectrumView& spectrum, float total) const {
  const Line row = ReadLine(spectrum, kRowFirstBin, kRowLastBin);
  const Line column = ReadLine(spectrum, kColumnFirstBin, kColumnLastBin);
  const float lines = row.power + column.power;
  Reading reading;
  if (lines < kEdgePurity * total) return reading;
  if (row.power > kRowLouder * column.power || column.power > kColumnLouder * row.power) return reading;
  const int r = Nearest(kRowHz, row.hz);
  const int c = Nearest(kColumnHz, column.hz);
  if (r < 0 || c < 0) return reading;
  reading.key = 4 * r + c;
  reading.row_hz = row.hz;
  reading.column_hz = column.hz;
  reading.good = lines >= kPurity * total && !Off(row.hz, kRowHz[r], kTolerance) &&
                 !Off(column.hz, kColumnHz[c], kTolerance) && !IsChord(row.hz, column.hz);
  return reading;
}

void DtmfReceiver::Release(int key, float total) {
  if (down_ < 0) return;
  down_peak_ = std::max(down_peak_, power_);
  if (key == down_ && power_ >= kDown * down_peak_) {
    quiet_ = 0;
  } else if (power_ < kDown * down_peak_ || power_ < 0.5F * total) {
    if (++quiet_ >= kQuietToRelease) down_ = -1;
  }
}

// Counts the newest hop. Returns true if the run is a key.
bool DtmfReceiver::Decided(const Reading& now) {
  if (now.key >= 0 && now.key == run_key_ && power_ >= kFallen * run_peak_) {
    ++run_;
    const bool alike = !Off(now.row_hz, last_.row_hz, kSteadiness) && !Off(now.column_hz, last_.column_hz, kSteadiness);
    good_ = !now.good ? 0 : alike && last_.good ? good_ + 1 : 1;
    any_good_ = any_good_ || (now.good && power_ >= 0.7F * run_peak_);
    run_peak_ = std::max(run_peak_, power_);
    return good_ >= kHitsToDecide;
  }
  const bool short_press = run_ >= kHitsToDecide && any_good_ && rose_ && power_ < kFallen * run_peak_;
  if (short_press) return true;
  run_key_ = now.key;
  run_ = now.key >= 0 ? 1 : 0;
  good_ = now.good ? 1 : 0;
  any_good_ = now.good;
  rose_ = power_before_ < kFallen * power_;
  run_peak_ = power_;
  return false;
}

ScreenEvent DtmfReceiver::Push(const SpectrumView& spectrum, float rows, float columns, float total,
                               int64_t end_sample) {
  ScreenEvent event;
  power_ = rows + columns;
  const bool worth_reading = power_ >= kFloorPower && power_ >= kEdgePurity * total && columns * 16 > rows;
  const Reading now = worth_reading ? Read(spectrum, total) : Reading{};
  Release(now.key, total);
  const int run_before = run_;
  const bool decided = Decided(now);
  if (run_ == 1 && run_before != 1) from_sample_ = end_sample - kWindowSamples / 2;
  const float level = run_peak_;
  const int key = run_key_;
  if (decided && now.key != run_key_) {
    run_key_ = -1;  // the press is over and was reported
    run_ = 0;
  }
  last_ = now;
  power_before_ = power_;
  if (!decided || key == down_) return event;
  down_ = key;
  down_peak_ = level;
  quiet_ = now.key == key ? 0 : 1;
  event.kind = EventKind::kDtmf;
  event.detail = kKeys[key];
  event.at_sample = end_sample;
  event.from_sample = std::max<int64_t>(0, from_sample_);
  event.level_dbm0 = LevelDbm0(level);
  event.confidence = 1;
  return event;
}

}  // namespace tonegate
