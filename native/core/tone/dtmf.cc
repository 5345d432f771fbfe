#include "core/tone/dtmf.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tonegate {
namespace {

constexpr std::array<float, 4> kRowHz = {697, 770, 852, 941};
constexpr std::array<float, 4> kColumnHz = {1209, 1336, 1477, 1633};
constexpr char kKeys[] = "123A456B789C*0#D";
constexpr float kTolerance = 0.020F;      // between 1.5 % and 3.5 %, nearer to what must be accepted
constexpr float kSteadiness = 0.006F;     // from hop to hop; a voice moves more
constexpr float kPurity = 0.88F;          // of both lines together: SNR 9 dB
constexpr float kFloorPower = 3e-5F;      // -42 dBm0
constexpr float kRowLouder = 9.0F;        // 9.5 dB
constexpr float kColumnLouder = 3.6F;     // 5.5 dB
constexpr float kDown = 0.16F;            // -8 dB
constexpr int kHitsToDecide = 3;
constexpr int kQuietToRelease = 3;

// Chords of instruments stand in small ratios, which the keys' frequencies were chosen to avoid.
bool IsChord(float row_hz, float column_hz) {
  const float ratio = column_hz / row_hz;
  return std::abs(ratio - 2) < 0.015F || std::abs(ratio - 1.5F) < 0.012F || std::abs(ratio - 5.0F / 3) < 0.01F ||
         std::abs(ratio - 4.0F / 3) < 0.008F;
}

int Nearest(const std::array<float, 4>& nominal, float hz) {
  for (int i = 0; i < 4; ++i) {
    if (std::abs(hz - nominal[i]) <= kTolerance * nominal[i]) return i;
  }
  return -1;
}

}  // namespace

char DtmfReceiver::Read(const SpectrumView& spectrum, float total) {
  const Line row = ReadLine(spectrum, kRowFirstBin, kRowLastBin);
  const Line column = ReadLine(spectrum, kColumnFirstBin, kColumnLastBin);
  const float lines = row.power + column.power;
  const bool steady = std::abs(row.hz - hz_[0]) <= kSteadiness * row.hz &&
                      std::abs(column.hz - hz_[1]) <= kSteadiness * column.hz;
  hz_[0] = row.hz;
  hz_[1] = column.hz;
  if (lines < kPurity * total) return 0;
  if (row.power > kRowLouder * column.power || column.power > kColumnLouder * row.power) return 0;
  if (hits_ > 0 && !steady) return 0;
  const int r = Nearest(kRowHz, row.hz);
  const int c = Nearest(kColumnHz, column.hz);
  return r < 0 || c < 0 || IsChord(row.hz, column.hz) ? '\0' : kKeys[4 * r + c];
}

ScreenEvent DtmfReceiver::Push(const SpectrumView& spectrum, float rows, float columns, float total,
                               int64_t end_sample) {
  ScreenEvent event;
  power_ = rows + columns;
  const bool worth_reading = power_ >= kFloorPower && power_ >= kPurity * total && columns * 16 > rows;
  const char seen = worth_reading ? Read(spectrum, total) : '\0';
  if (key_ != 0) {
    peak_ = std::max(peak_, power_);
    if (seen != key_ && (power_ < kDown * peak_ || power_ < 0.5F * total)) {
      if (++quiet_ >= kQuietToRelease) key_ = 0;
    } else if (seen == key_) {
      quiet_ = 0;
    }
  }
  if (seen == 0) {
    candidate_ = 0;
    hits_ = 0;
    return event;
  }
  if (seen == candidate_) {
    ++hits_;
  } else {
    candidate_ = seen;
    hits_ = 1;
    from_sample_ = end_sample - kWindowSamples / 2;
  }
  if (hits_ < kHitsToDecide || seen == key_) return event;
  key_ = seen;
  peak_ = power_;
  quiet_ = 0;
  event.kind = EventKind::kDtmf;
  event.detail = seen;
  event.at_sample = end_sample;
  event.from_sample = std::max<int64_t>(0, from_sample_);
  event.level_dbm0 = LevelDbm0(power_);
  event.confidence = std::min(1.0F, power_ / total);
  return event;
}

}  // namespace tonegate
