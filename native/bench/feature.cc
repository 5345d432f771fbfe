// Speed of the recogniser's front end relative to real time, in slices of 100 ms. One line for each measurement: group,
// name, value, unit, separated by tabs. scripts/measure/bench/speech-core.mjs builds and prints it.
#include <chrono>
#include <cstdio>

#include "core/feature/extractor.h"

namespace tonegate {
namespace {

void Measure(const char* name, const FbankOptions& fbank, const StackOptions& stack) {
  using Clock = std::chrono::steady_clock;
  std::unique_ptr<FeatureExtractor> extractor;
  if (FeatureExtractor::Make(fbank, stack, {}, &extractor) != Status::kOk) return;
  std::vector<int16_t> slice(static_cast<size_t>(fbank.sample_rate_hz) / 10);
  uint32_t state = 1;
  for (int16_t& sample : slice) sample = static_cast<int16_t>((state = state * 1664525 + 1013904223) >> 18);
  double best = 0;
  float kept = 0;
  for (int run = 0; run < 5; ++run) {
    const auto begin = Clock::now();
    constexpr int kSlices = 2000;
    for (int i = 0; i < kSlices; ++i) {
      const auto rows = extractor->Push(slice);
      if (!rows.empty()) kept += rows[0];
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    best = std::max(best, kSlices * 0.1 / seconds);
  }
  std::printf("feature\t%s\t%.0f\t%s\n", name, best, kept > 0 ? "x real time" : "x real time (silence)");
}

}  // namespace
}  // namespace tonegate

int main() {
  using namespace tonegate;
  FbankOptions narrow;
  narrow.sample_rate_hz = 8000;
  narrow.mel_bins = 40;
  Measure("8 kHz, 40 filters", narrow, {});
  Measure("16 kHz, 80 filters", {}, {});
  Measure("16 kHz, 80 filters, stacked 5 by 3", {}, {5, 3, true});
  return 0;
}
