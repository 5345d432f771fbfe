// Speed of the screener: ns per 20 ms frame and times real time, on one core, for signals of different cost. It always
// looks for tones, fax, DTMF, foreign ringing, speech and music at once.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <numbers>
#include <span>
#include <vector>

#include "core/screen/screener.h"

namespace tonegate {
namespace {

constexpr size_t kFrame = 160;
constexpr int kSeconds = 600;

double CpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

uint32_t Draw(uint32_t* state) { return *state = *state * 1664525U + 1013904223U; }

// `kind` 0: silence, 1: white noise, 2: busy at SNR 25, 3: a melody with overtones.
std::vector<int16_t> Make(int kind) {
  std::vector<int16_t> samples(static_cast<size_t>(kSeconds) * kScreenRateHz);
  uint32_t state = 1;
  double phase = 0;
  for (size_t i = 0; i < samples.size(); ++i) {
    const double t = static_cast<double>(i) / kScreenRateHz;
    const double noise = static_cast<double>(static_cast<int32_t>(Draw(&state))) / 2147483648.0;
    double value = 0;
    if (kind == 1) value = 3000 * noise;
    if (kind == 2)
      value = 300 * noise + (std::fmod(t, 0.7) < 0.35 ? 4000 * std::sin(2 * std::numbers::pi * 450 * t) : 0);
    if (kind == 3) {
      const int note = static_cast<int>(t * 4) * 7 % 24;
      phase += 2 * std::numbers::pi * 220 * std::exp2(note / 12.0) / kScreenRateHz;
      value = 2500 * std::exp(-4 * std::fmod(t, 0.25)) *
              (std::sin(phase) + 0.5 * std::sin(2 * phase) + 0.3 * std::sin(3 * phase));
    }
    samples[i] = static_cast<int16_t>(value);
  }
  return samples;
}

void Measure(const char* name, int kind) {
  const std::vector<int16_t> samples = Make(kind);
  double best = 1e9;
  Screener screener;
  EventList events;
  for (int round = 0; round < 5; ++round) {
    screener.Reset();
    const double start = CpuSeconds();
    for (size_t at = 0; at + 2 * kFrame <= samples.size(); at += 2 * kFrame) {
      screener.Push(std::span(samples).subspan(at, 2 * kFrame), &events);
      events.Clear();
    }
    best = std::min(best, CpuSeconds() - start);
  }
  const double frames = static_cast<double>(samples.size()) / kFrame;
  std::printf("%-8s %7.0f ns per 20 ms frame %8.0f x real time\n", name, 1e9 * best / frames, kSeconds / best);
}

}  // namespace
}  // namespace tonegate

int main() {
  tonegate::Measure("silence", 0);
  tonegate::Measure("noise", 1);
  tonegate::Measure("busy", 2);
  tonegate::Measure("melody", 3);
}
