#include "core/feature/real_fft.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace tonegate {
namespace {

struct Point {
  FftLanes re;
  FftLanes im;
};

}  // namespace

RealFft::RealFft(size_t size) : size_(size) {
  auto turn = [](size_t step, size_t of) {
    const double angle = -2 * std::numbers::pi * static_cast<double>(step) / static_cast<double>(of);
    return Turn{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
  };
  for (size_t n = size / 2; n >= 4; n /= 4) {
    for (size_t p = 0; p < n / 4; ++p) {
      for (size_t m = 1; m <= 3; ++m) stage_turns_.push_back(turn(m * p, n));
    }
  }
  for (size_t k = 0; k < size / 2; ++k) split_turns_.push_back(turn(k, size));
}

void RealFft::Power(std::span<FftLanes> signal, std::span<FftLanes> work, std::span<FftLanes> power) const {
  // Samples 2i and 2i + 1 are adjacent: they are the two parts of point i.
  auto* in = reinterpret_cast<Point*>(signal.data());
  auto* out = reinterpret_cast<Point*>(work.data());
  const size_t half = size_ / 2;
  const Turn* turns = stage_turns_.data();
  size_t n = half;
  size_t stride = 1;
  for (; n >= 4; n /= 4, stride *= 4) {
    const size_t m = n / 4;
    for (size_t p = 0; p < m; ++p, turns += 3) {
      for (size_t q = 0; q < stride; ++q) {
        const Point a = in[q + stride * p];
        const Point b = in[q + stride * (p + m)];
        const Point c = in[q + stride * (p + 2 * m)];
        const Point d = in[q + stride * (p + 3 * m)];
        const Point sum_ac{a.re + c.re, a.im + c.im};
        const Point gap_ac{a.re - c.re, a.im - c.im};
        const Point sum_bd{b.re + d.re, b.im + d.im};
        const Point gap_bd{b.re - d.re, b.im - d.im};
        const Point one{gap_ac.re + gap_bd.im, gap_ac.im - gap_bd.re};
        const Point two{sum_ac.re - sum_bd.re, sum_ac.im - sum_bd.im};
        const Point three{gap_ac.re - gap_bd.im, gap_ac.im + gap_bd.re};
        Point* to = out + q + stride * 4 * p;
        to[0] = {sum_ac.re + sum_bd.re, sum_ac.im + sum_bd.im};
        to[stride] = {one.re * turns[0].re - one.im * turns[0].im, one.re * turns[0].im + one.im * turns[0].re};
        to[2 * stride] = {two.re * turns[1].re - two.im * turns[1].im, two.re * turns[1].im + two.im * turns[1].re};
        to[3 * stride] = {three.re * turns[2].re - three.im * turns[2].im,
                          three.re * turns[2].im + three.im * turns[2].re};
      }
    }
    std::swap(in, out);
  }
  if (n == 2) {
    for (size_t q = 0; q < stride; ++q) {
      const Point a = in[q];
      const Point b = in[q + stride];
      out[q] = {a.re + b.re, a.im + b.im};
      out[q + stride] = {a.re - b.re, a.im - b.im};
    }
    std::swap(in, out);
  }
  const FftLanes first = in[0].re + in[0].im;
  power[0] = first * first;
  for (size_t k = 1; k < half; ++k) {
    const Point z = in[k];
    const Point mirror = in[half - k];
    const Point even{0.5F * (z.re + mirror.re), 0.5F * (z.im - mirror.im)};
    const Point odd{0.5F * (z.im + mirror.im), 0.5F * (mirror.re - z.re)};
    const Turn turn = split_turns_[k];
    const FftLanes re = even.re + odd.re * turn.re - odd.im * turn.im;
    const FftLanes im = even.im + odd.re * turn.im + odd.im * turn.re;
    power[k] = re * re + im * im;
  }
}

}  // namespace tonegate
