// Cost of a sound model: nanoseconds per 10 ms of audio, one thread, processor time. One line for each measurement:
// group, name, value, unit, separated by tabs. scripts/measure/bench/speech-core.mjs builds and prints it.
//   sound MODEL...
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>

#include "core/vad/sound_net.h"

namespace tonegate {
namespace {

constexpr size_t kSamples = 8000 * 60;

double CpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool Measure(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  SoundNet net;
  Message why;
  if (!SoundNet::Parse(bytes, &net, &why)) {
    std::fprintf(stderr, "%s: %s\n", path, why.c_str());
    return false;
  }
  std::vector<int16_t> samples(kSamples);
  uint32_t state = 1;
  for (int16_t& sample : samples) sample = static_cast<int16_t>((state = state * 1664525U + 1013904223U) >> 19);
  SoundStream stream(net);
  for (const size_t slice : {160U, 320U, 8000U}) {
    std::vector<float> rows(stream.MaxRows(slice + 80) * net.shape().outputs);
    std::vector<float> windows((stream.MaxWindows(slice + 80) + 1) * net.shape().classes);
    double best = 1e9;
    for (int round = 0; round < 5; ++round) {
      stream.Reset();
      const double start = CpuSeconds();
      for (size_t at = 0; at + slice <= samples.size(); at += slice)
        stream.Push(std::span(samples).subspan(at, slice), rows, windows);
      best = std::min(best, CpuSeconds() - start);
    }
    const double frames = static_cast<double>(kSamples) / kHopSamples;
    std::printf("sound\t%s, slices of %zu ms\t%.0f\tns per 10 ms\n", path, slice / 8, best / frames * 1e9);
  }
  return true;
}

}  // namespace
}  // namespace tonegate

int main(int count, char** paths) {
  bool fine = true;
  for (int i = 1; i < count; ++i) fine = tonegate::Measure(paths[i]) && fine;
  return fine ? 0 : 1;
}
