// The recogniser's front end: Kaldi's log-mel rows, stacking, normalisation; the same in pieces and as a whole.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>

#include "check.h"
#include "core/base/exp_log.h"
#include "core/feature/extractor.h"

namespace tonegate::test {
namespace {

constexpr double kFixtureUnit = 1e-4;   // the fixture's resolution
constexpr double kAgainstKaldi = 1e-3;  // two implementations of Kaldi's front end differ by up to 1.4e-4 here

struct Fixture {
  FbankOptions options;
  std::vector<int> rows;
};
const Fixture kFixtures[] = {
#include "fbank_fixture.inc"
};

// The formula of scripts/fixtures/fbank.py.
std::vector<int16_t> Signal(int rate_hz, size_t count) {
  std::vector<int16_t> samples(count);
  uint32_t state = 1;
  uint32_t phase = 0;
  for (size_t i = 0; i < count; ++i) {
    state = state * 1664525U + 1013904223U;
    const int noise = static_cast<int>(state >> 16) - 32768;
    phase = (phase + 200 + static_cast<uint32_t>(i) / 8) % 65536;
    const int tone = phase < 32768 ? static_cast<int>(phase) - 32768 : 65536 - static_cast<int>(phase);
    const int level = 1 + static_cast<int>(i * 64 / count);
    auto floor_of = [](int value, int by) { return value >= 0 ? value / by : -((-value + by - 1) / by); };
    samples[i] =
        static_cast<int16_t>(std::clamp(floor_of(noise * level, 512) + floor_of(tone, 4) + 300, -32768, 32767));
  }
  (void)rate_hz;
  return samples;
}

std::unique_ptr<FeatureExtractor> Make(const FbankOptions& fbank, const StackOptions& stack = {}, Cmvn cmvn = {}) {
  std::unique_ptr<FeatureExtractor> extractor;
  CHECK(FeatureExtractor::Make(fbank, stack, std::move(cmvn), &extractor) == Status::kOk);
  return extractor;
}

std::vector<float> Run(FeatureExtractor* extractor, std::span<const int16_t> samples, const auto& next_piece) {
  std::vector<float> rows;
  while (!samples.empty()) {
    const size_t piece = std::min<size_t>(next_piece(), samples.size());
    const auto some = extractor->Push(samples.first(piece));
    rows.insert(rows.end(), some.begin(), some.end());
    samples = samples.subspan(piece);
  }
  const auto last = extractor->Flush();
  rows.insert(rows.end(), last.begin(), last.end());
  return rows;
}

std::vector<float> RunWhole(FeatureExtractor* extractor, std::span<const int16_t> samples) {
  return Run(extractor, samples, [&] { return samples.size(); });
}

// FunASR's apply_lfr, written from its description, for rows of one number.
std::vector<float> StackedWhole(const std::vector<float>& rows, size_t length, size_t step) {
  std::vector<float> padded((length - 1) / 2, rows[0]);
  padded.insert(padded.end(), rows.begin(), rows.end());
  std::vector<float> out;
  for (size_t at = 0; at * step < rows.size(); ++at) {
    for (size_t i = 0; i < length; ++i) out.push_back(padded[std::min(at * step + i, padded.size() - 1)]);
  }
  return out;
}

void Cases() {
  Case("gives the rows of Kaldi's front end as torchaudio computes them", [] {
    for (const Fixture& fixture : kFixtures) {
      const auto bins = static_cast<size_t>(fixture.options.mel_bins);
      const size_t frames = fixture.rows.size() / bins;
      const size_t ms_samples = static_cast<size_t>(fixture.options.sample_rate_hz) / 1000;
      const auto samples = Signal(fixture.options.sample_rate_hz, ms_samples * (25 + 10 * (frames - 1)) + 3);
      const auto rows = RunWhole(Make(fixture.options).get(), samples);
      CHECK(frames == 24 && rows.size() == fixture.rows.size());
      double worst = 0;
      for (size_t i = 0; i < rows.size(); ++i) {
        worst = std::max(worst, std::abs(rows[i] - fixture.rows[i] * kFixtureUnit));
      }
      CHECK(worst < kAgainstKaldi);
    }
  });
  Case("gives the same bits for audio in pieces as for the whole", [] {
    const auto samples = Signal(16000, 20000);
    for (const Fixture& fixture : kFixtures) {
      for (const size_t length : {1, 5}) {
        const StackOptions stack{length, length == 1 ? size_t{1} : size_t{3}, true};
        auto extractor = Make(fixture.options, stack);
        const auto whole = RunWhole(extractor.get(), samples);
        for (uint64_t seed = 1; seed <= 6; ++seed) {
          Random random(seed);
          extractor->Reset();
          const uint32_t longest = seed == 1 ? 1 : 3000;
          CHECK(Run(extractor.get(), samples, [&] { return 1 + random.Below(longest); }) == whole);
        }
      }
    }
  });
  Case("gives no row for a frame that is not complete, and 1 + (n - length) / shift rows otherwise", [] {
    for (const size_t count : {0, 1, 399, 400, 401, 559, 560, 16000}) {
      const auto rows = RunWhole(Make({}).get(), Signal(16000, std::max<size_t>(count, 1)));
      if (count > 0) CHECK(rows.size() == (count < 400 ? 0 : 80 * (1 + (count - 400) / 160)));
    }
  });
  Case("keeps silence at the floor's logarithm", [] {
    const auto rows = RunWhole(Make({}).get(), std::vector<int16_t>(800));
    for (const float value : rows) CHECK(std::abs(value - std::log(1.1920929e-07F)) < 1e-5);
    FbankOptions raised;
    raised.floor = 1;
    for (const float value : RunWhole(Make(raised).get(), std::vector<int16_t>(800))) CHECK(value == 0);
  });
  Case("transforms as the definition of the discrete Fourier transform says", [] {
    for (const size_t size : {8, 16, 128, 256, 512, 1024}) {
      const RealFft fft(size);
      std::vector<FftLanes> signal(size), work(size), power(size / 2);
      Random random(size);
      for (FftLanes& row : signal) {
        for (size_t lane = 0; lane < kFftLanes; ++lane) row[lane] = static_cast<float>(random.Unit() - 0.5);
      }
      const auto kept = signal;
      fft.Power(signal, work, power);
      for (size_t k = 0; k < size / 2; k += 1 + size / 64) {
        for (size_t lane = 0; lane < kFftLanes; ++lane) {
          std::complex<double> sum = 0;
          for (size_t i = 0; i < size; ++i) {
            sum += std::polar(double{kept[i][lane]},
                              -2 * std::numbers::pi * static_cast<double>(i * k % size) / static_cast<double>(size));
          }
          CHECK(std::abs(power[k][lane] - std::norm(sum)) < 1e-5 * static_cast<double>(size));
        }
      }
    }
  });
  Case("stacks like FunASR: the first row repeated on the left, the last on the right", [] {
    for (const auto& [length, step] : {std::pair<size_t, size_t>{5, 3}, {7, 6}, {4, 1}, {3, 3}, {1, 1}}) {
      for (size_t count = 1; count < 30; ++count) {
        std::vector<float> rows(count);
        for (size_t i = 0; i < count; ++i) rows[i] = static_cast<float>(i + 1);
        Stacker stacker({length, step, true}, 1);
        std::vector<float> out(length * (count + 8) * 2);
        size_t given = stacker.Push(rows, out);
        given += stacker.Flush(std::span(out).subspan(given * length));
        out.resize(given * length);
        CHECK(out == StackedWhole(rows, length, step));
      }
    }
  });
  Case("stacks whole groups only, without padding", [] {
    const std::vector<float> rows = {1, 2, 3, 4, 5, 6, 7, 8};
    Stacker stacker({3, 2, false}, 1);
    std::vector<float> out(64);
    const size_t given = stacker.Push(rows, out);
    CHECK(given == 3 && stacker.Flush(out) == 0);
    CHECK(std::equal(out.begin(), out.begin() + 9, std::vector<float>{1, 2, 3, 3, 4, 5, 5, 6, 7}.begin()));
  });
  Case("normalises stacked rows by (x + shift) * scale", [] {
    const auto samples = Signal(16000, 4000);
    const StackOptions stack{5, 3, true};
    const auto plain = RunWhole(Make({}, stack).get(), samples);
    Cmvn cmvn;
    for (int i = 0; i < 400; ++i) {
      cmvn.shift.push_back(static_cast<float>(i) * -0.25F);
      cmvn.scale.push_back(1 / static_cast<float>(1 + i));
    }
    const auto scaled = RunWhole(Make({}, stack, cmvn).get(), samples);
    CHECK(plain.size() == scaled.size() && plain.size() % 400 == 0 && !plain.empty());
    for (size_t i = 0; i < plain.size(); ++i) {
      CHECK(scaled[i] == (plain[i] + cmvn.shift[i % 400]) * cmvn.scale[i % 400]);
    }
  });
  Case("refuses options outside of their ranges", [] {
    std::unique_ptr<FeatureExtractor> extractor;
    auto status = [&](auto change) {
      FbankOptions fbank;
      StackOptions stack;
      Cmvn cmvn;
      change(fbank, stack, cmvn);
      return FeatureExtractor::Make(fbank, stack, cmvn, &extractor);
    };
    CHECK(status([](auto&, auto&, auto&) {}) == Status::kOk);
    CHECK(status([](auto& f, auto&, auto&) { f.sample_rate_hz = 44100; }) == Status::kUnsupported);
    CHECK(status([](auto& f, auto&, auto&) { f.mel_bins = 0; }) == Status::kUnsupported);
    CHECK(status([](auto& f, auto&, auto&) { f.high_hz = 8001; }) == Status::kUnsupported);
    CHECK(status([](auto& f, auto&, auto&) { f.high_hz = -8000; }) == Status::kUnsupported);
    CHECK(status([](auto& f, auto&, auto&) { f.low_hz = NAN; }) == Status::kUnsupported);
    CHECK(status([](auto& f, auto&, auto&) { f.floor = 0; }) == Status::kUnsupported);
    CHECK(status([](auto& f, auto&, auto&) { f.frame_shift_ms = 26; }) == Status::kUnsupported);
    CHECK(status([](auto&, auto& s, auto&) { s.step = 0; }) == Status::kUnsupported);
    CHECK(status([](auto&, auto& s, auto&) { s.step = 2; }) == Status::kUnsupported);
    CHECK(status([](auto&, auto&, auto& c) { c.shift.resize(80); }) == Status::kUnsupported);
    CHECK(status([](auto&, auto&, auto& c) {
            c = {std::vector<float>(79), std::vector<float>(79)};
          }) == Status::kUnsupported);
  });
  Case("computes logarithms and exponentials as the C library does", [] {
    Random random(7);
    for (int i = 0; i < 20000; ++i) {
      const auto x = static_cast<float>(std::pow(10.0, random.Unit() * 60 - 30));
      CHECK(std::abs(Ln(x) - std::log(static_cast<double>(x))) <= 4e-8 + 1e-7 * std::abs(std::log(x)));
      const auto y = static_cast<float>(random.Unit() * 100 - 79);
      if (y > 80) continue;
      CHECK(std::abs(Exp(y) / std::exp(static_cast<double>(y)) - 1) < 2e-7);
    }
    CHECK(Exp(0) == 1 && Ln(1) == 0 && Exp(-1e30F) == 0);
    CHECK(std::abs(LogAdd(-1, -2) - std::log(std::exp(-1.0) + std::exp(-2.0))) < 1e-6);
    CHECK(LogAdd(kLogZero, -3) == -3 && LogAdd(-3, kLogZero) == -3);
  });
}

}  // namespace
}  // namespace tonegate::test

int main() {
  tonegate::test::Cases();
  return tonegate::test::Finish();
}
