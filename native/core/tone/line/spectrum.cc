#include "core/tone/line/spectrum.h"

#include <array>
#include <cstring>
#include <numbers>

namespace tonegate {
namespace {

constexpr int kComplex = kWindowSamples / 2;

// Twiddles of all radix-4 stages one after another, the window, and the twiddles that split a real spectrum.
struct Tables {
  std::array<float, kWindowSamples> window;
  std::array<std::array<float, 6>, 32 + 8 + 2> twiddle;
  std::array<float, kComplex / 2 + 1> split_cos;
  std::array<float, kComplex / 2 + 1> split_sin;

  Tables() {
    constexpr double kTau = 2 * std::numbers::pi;
    // The main lobe of a sine of amplitude A holds A^2/4 * N * sum(w^2) = 6144 A^2 for the Hann window.
    const double scale = 1.0 / (std::sqrt(6144.0) * 32768.0);
    for (int i = 0; i < kWindowSamples; ++i) {
      window[i] = static_cast<float>(scale * 0.5 * (1.0 - std::cos(kTau * (i + 0.5) / kWindowSamples)));
    }
    size_t row = 0;
    for (int n = kComplex; n >= 8; n /= 4) {
      for (int p = 0; p < n / 4; ++p, ++row) {
        for (int m = 1; m <= 3; ++m) {
          twiddle[row][2 * m - 2] = static_cast<float>(std::cos(kTau * m * p / n));
          twiddle[row][2 * m - 1] = static_cast<float>(-std::sin(kTau * m * p / n));
        }
      }
    }
    for (int k = 0; k <= kComplex / 2; ++k) {
      split_cos[k] = static_cast<float>(std::cos(kTau * k / kWindowSamples));
      split_sin[k] = static_cast<float>(-std::sin(kTau * k / kWindowSamples));
    }
  }
};

const Tables& SharedTables() {
  static const Tables tables;
  return tables;
}

struct Complex {
  Lanes re;
  Lanes im;
};

// One Stockham radix-4 stage (decimation in frequency): `n` points per group, `stride` groups side by side.
template <int n, int stride>
void RadixFour(const Complex* in, Complex* out, const std::array<float, 6>* twiddle) {
  constexpr int m = n / 4;
  for (int p = 0; p < m; ++p) {
    const std::array<float, 6>& w = twiddle[p];
    for (int q = 0; q < stride; ++q) {
      const Complex a = in[q + stride * p];
      const Complex b = in[q + stride * (p + m)];
      const Complex c = in[q + stride * (p + 2 * m)];
      const Complex d = in[q + stride * (p + 3 * m)];
      const Complex ac{a.re + c.re, a.im + c.im};
      const Complex bd{b.re + d.re, b.im + d.im};
      const Complex a_c{a.re - c.re, a.im - c.im};
      const Complex b_d{b.re - d.re, b.im - d.im};
      const Complex y1{a_c.re + b_d.im, a_c.im - b_d.re};
      const Complex y2{ac.re - bd.re, ac.im - bd.im};
      const Complex y3{a_c.re - b_d.im, a_c.im + b_d.re};
      Complex* y = out + q + stride * 4 * p;
      y[0] = {ac.re + bd.re, ac.im + bd.im};
      if (p == 0) {
        y[stride] = y1;
        y[2 * stride] = y2;
        y[3 * stride] = y3;
      } else {
        y[stride] = {y1.re * w[0] - y1.im * w[1], y1.re * w[1] + y1.im * w[0]};
        y[2 * stride] = {y2.re * w[2] - y2.im * w[3], y2.re * w[3] + y2.im * w[2]};
        y[3 * stride] = {y3.re * w[4] - y3.im * w[5], y3.re * w[5] + y3.im * w[4]};
      }
    }
  }
}

// Four neighbouring samples of each of the four hops, transposed so that each row holds one sample of every hop.
struct Rows {
  Lanes row[4];
};

Rows Turn(const float* samples) {
  Lanes a, b, c, d;
  std::memcpy(&a, samples, sizeof a);
  std::memcpy(&b, samples + kHopSamples, sizeof b);
  std::memcpy(&c, samples + 2 * kHopSamples, sizeof c);
  std::memcpy(&d, samples + 3 * kHopSamples, sizeof d);
  const Lanes ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const Lanes ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Lanes cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Lanes cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  return {{__builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5), __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7),
           __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5),
           __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7)}};
}

}  // namespace

void AnalyseHops(const float* samples, Lanes* power) {
  const Tables& t = SharedTables();
  Complex x[kComplex];
  Complex y[kComplex];
  for (int i = 0; i < kComplex; i += 2) {
    const Rows r = Turn(samples + 2 * i);
    x[i] = {r.row[0] * t.window[2 * i], r.row[1] * t.window[2 * i + 1]};
    x[i + 1] = {r.row[2] * t.window[2 * i + 2], r.row[3] * t.window[2 * i + 3]};
  }
  RadixFour<128, 1>(x, y, t.twiddle.data());
  RadixFour<32, 4>(y, x, t.twiddle.data() + 32);
  RadixFour<8, 16>(x, y, t.twiddle.data() + 40);
  for (int q = 0; q < kComplex / 2; ++q) {
    const Complex a = y[q];
    const Complex b = y[q + kComplex / 2];
    x[q] = {a.re + b.re, a.im + b.im};
    x[q + kComplex / 2] = {a.re - b.re, a.im - b.im};
  }
  // The even samples went in as the real part and the odd ones as the imaginary part: split them again.
  const Lanes dc = x[0].re + x[0].im;
  power[0] = dc * dc;
  for (int k = 1; k <= kComplex / 2; ++k) {
    const Complex a = x[k];
    const Complex b = x[kComplex - k];
    const Complex even{(a.re + b.re) * 0.5F, (a.im - b.im) * 0.5F};
    const Complex odd{(a.im + b.im) * 0.5F, (b.re - a.re) * 0.5F};
    const float c = t.split_cos[k];
    const float s = t.split_sin[k];
    const Complex turned{odd.re * c - odd.im * s, odd.re * s + odd.im * c};
    const Lanes sum = (even.re * even.re + even.im * even.im) + (odd.re * odd.re + odd.im * odd.im);
    const Lanes cross = 2.0F * (even.re * turned.re + even.im * turned.im);
    power[k] = sum + cross;
    power[kComplex - k] = sum - cross;
  }
}

}  // namespace tonegate
