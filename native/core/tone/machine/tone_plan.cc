#include "core/tone/machine/tone_plan.h"

#include <algorithm>
#include <cmath>

#include "core/tone/line/spectrum.h"

namespace tonegate {
namespace {

constexpr EventKind kBusy = EventKind::kForeignBusy;
constexpr EventKind kRing = EventKind::kForeignRing;

constexpr TonePlanRow kRows[] = {
    // North America's pairs, and the countries that adopted them.
    {kBusy, 550, 140, {500, 500}, "US,CA,HK,KR,PH,TW"},
    {kBusy, 550, 140, {250, 250}, "US,CA,HK,PH,TW"},
    {kBusy, 550, 140, {300, 200}, "KR"},
    {kRing, 460, 40, {2000, 4000}, "US,CA"},
    {kRing, 460, 40, {1000, 2000}, "KR,TW"},
    {kRing, 460, 40, {400, 200, 400, 3000}, "HK"},
    {kRing, 452, 55, {1000, 4000}, "PH"},
    // 400 Hz
    {kBusy, 400, 0, {375, 375}, "GB"},
    {kBusy, 400, 0, {400, 350, 225, 525}, "GB"},
    {kBusy, 400, 0, {500, 500}, "CL,JP,NZ,TH,ZA"},
    {kBusy, 400, 0, {750, 750}, "IN"},
    {kBusy, 400, 0, {250, 250}, "IN,NZ,ZA"},
    {kBusy, 400, 0, {300, 300}, "TH"},
    {kBusy, 400, 0, {200, 200}, "CL"},
    {kBusy, 414, 0, {500, 500}, "IL"},
    {kBusy, 414, 0, {250, 250}, "IL"},
    {kRing, 400, 18, {1000, 2000}, "JP"},  // 400 Hz modulated by 16 Hz
    {kRing, 400, 32, {1000, 2000}, "JP"},  // 384 + 416 Hz
    {kRing, 400, 0, {1000, 3000}, "CL"},
    {kRing, 414, 0, {1000, 3000}, "IL"},
    {kRing, 400, 0, {1000, 4000}, "TH"},
    {kRing, 400, 33, {400, 200, 400, 2000}, "IN,ZA"},  // 400 Hz modulated by 25 or 33 Hz
    {kRing, 425, 50, {400, 200, 400, 2000}, "GB,IE,NZ"},
    // 425 Hz
    {kBusy, 425, 0, {490, 490}, "BE,BG,CH,DE,DK,ID,IE,IT,MY,NL,NO,PL,PT,VE"},  // Germany 480, the others 500
    {kBusy, 425, 0, {245, 245}, "BG,BR,DE,ID,MX,NL,SE,SG,VE"},                 // Germany 240, the others 250
    {kBusy, 425, 0, {200, 200}, "CH,DK,EE,ES,FI,GR,IT,LT,NO,PT"},
    {kBusy, 425, 0, {170, 170}, "BE,CZ,RU"},
    {kBusy, 425, 0, {300, 300}, "EE,FI,GR,HU"},
    {kBusy, 425, 0, {330, 330}, "CZ"},
    {kBusy, 425, 0, {350, 350}, "LT,RU"},
    {kBusy, 425, 0, {375, 375}, "AU"},
    {kBusy, 425, 0, {750, 750}, "SG"},
    {kBusy, 425, 0, {250, 750}, "SE"},
    {kBusy, 420, 0, {400, 400}, "AT"},
    {kBusy, 420, 0, {200, 200}, "AT"},
    {kRing, 425, 0, {1000, 3000}, "BE"},
    {kRing, 425, 0, {1000, 4000}, "BG,BR,CH,CZ,DE,DK,EE,FI,GR,ID,IT,LT,MX,NL,NO,PL,VE"},
    {kRing, 425, 0, {1000, 5000}, "PT,SE"},
    {kRing, 425, 0, {1250, 3750}, "HU"},
    {kRing, 425, 0, {1500, 3000}, "ES"},
    {kRing, 425, 0, {800, 3200}, "RU"},
    {kRing, 425, 0, {400, 200, 400, 2000}, "MY"},
    {kRing, 425, 26, {400, 200, 400, 2000}, "AU,SG"},  // 413 + 438 Hz, or 425 Hz modulated by 24 Hz
    {kRing, 420, 0, {1000, 5000}, "AT"},
    // 440 and 450 Hz
    {kBusy, 440, 0, {500, 500}, "FR"},
    {kBusy, 440, 0, {250, 250}, "FR"},
    {kRing, 440, 0, {1500, 3500}, "FR"},
    {kBusy, 450, 0, {500, 500}, "TR"},
    {kRing, 450, 0, {2000, 4000}, "TR"},
};

// Largest distances of a measured value from its row's; nearer rows win, so half of the distance to a neighbour would
// suffice.
constexpr float kOffHz = 8;
constexpr float kApartHz = 11;
constexpr float kLengthMs = 12;
constexpr float kLengthShare = 0.06F;

// Distance of two tones in Hz. One sinusoid has a width of a third of a bin; two tones d bins apart add d^2 / 4
// (spectrum.h).
float ApartHz(float width) { return kBinHz * 2 * std::sqrt(std::max(0.0F, width - 1.0F / 3)); }

// The largest relative deviation of `count` lengths from the cadence, starting at its length `first`.
float LengthsOff(const TonePlanRow& row, int first, const float* lengths_ms, int count) {
  const int period = row.paired() ? 4 : 2;
  float off = 0;
  for (int i = 0; i < count; ++i) {
    const float nominal = row.length_ms[(first + i) % period];
    off = std::max(off, std::abs(lengths_ms[i] - nominal) / (kLengthMs + kLengthShare * nominal));
  }
  return off;
}

}  // namespace

std::span<const TonePlanRow> TonePlan() { return kRows; }

int MatchTonePlan(float hz, float width, const float* lengths_ms, int count) {
  const float apart_hz = ApartHz(width);
  int best = -1;
  float least = 1;
  for (int i = 0; i < static_cast<int>(std::size(kRows)); ++i) {
    const TonePlanRow& row = kRows[i];
    if (count < 5 && (row.paired() || row.kind == kBusy)) continue;
    float off = std::abs(hz - row.hz) / kOffHz;
    off = std::max(off, std::abs(apart_hz - row.apart_hz) / kApartHz);
    if (off >= least) continue;
    float lengths = LengthsOff(row, 0, lengths_ms, count);
    if (row.paired()) lengths = std::min(lengths, LengthsOff(row, 2, lengths_ms, count));
    off = std::max(off, lengths);
    if (off >= least) continue;
    least = off;
    best = i;
  }
  return best;
}

}  // namespace tonegate
