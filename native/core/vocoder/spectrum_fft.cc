#include "core/vocoder/spectrum_fft.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace tonegate {

SpectrumFft::SpectrumFft() {
  for (size_t k = 0; k < kResponseBins; ++k) {
    const double angle = -2 * std::numbers::pi * static_cast<double>(k) / kResponseSamples;
    split_re_[k] = static_cast<float>(std::cos(angle));
    split_im_[k] = static_cast<float>(std::sin(angle));
  }
  for (size_t k = 0; k < kHalf; ++k) {
    const double angle = -2 * std::numbers::pi * static_cast<double>(k) / kHalf;
    turn_re_[k] = static_cast<float>(std::cos(angle));
    turn_im_[k] = static_cast<float>(std::sin(angle));
  }
}

void SpectrumFft::Transform(Points* a, Points* b) const {
  // 256 is 4^4: four stages, so that the result is in `a` again.
  size_t stride = 1;
  for (size_t n = kHalf; n >= 4; n /= 4, stride *= 4) {
    const size_t m = n / 4;
    for (size_t p = 0; p < m; ++p) {
      const size_t turn = p * stride;
      const float re1 = turn_re_[turn], im1 = turn_im_[turn];
      const float re2 = turn_re_[2 * turn], im2 = turn_im_[2 * turn];
      const float re3 = turn_re_[3 * turn], im3 = turn_im_[3 * turn];
      const float* __restrict from_re = a->re.data() + stride * p;
      const float* __restrict from_im = a->im.data() + stride * p;
      float* __restrict to_re = b->re.data() + stride * 4 * p;
      float* __restrict to_im = b->im.data() + stride * 4 * p;
      const size_t gap = stride * m;
      for (size_t q = 0; q < stride; ++q) {
        const float sum_ac_re = from_re[q] + from_re[q + 2 * gap], sum_ac_im = from_im[q] + from_im[q + 2 * gap];
        const float gap_ac_re = from_re[q] - from_re[q + 2 * gap], gap_ac_im = from_im[q] - from_im[q + 2 * gap];
        const float sum_bd_re = from_re[q + gap] + from_re[q + 3 * gap];
        const float sum_bd_im = from_im[q + gap] + from_im[q + 3 * gap];
        const float gap_bd_re = from_re[q + gap] - from_re[q + 3 * gap];
        const float gap_bd_im = from_im[q + gap] - from_im[q + 3 * gap];
        const float one_re = gap_ac_re + gap_bd_im, one_im = gap_ac_im - gap_bd_re;
        const float two_re = sum_ac_re - sum_bd_re, two_im = sum_ac_im - sum_bd_im;
        const float three_re = gap_ac_re - gap_bd_im, three_im = gap_ac_im + gap_bd_re;
        to_re[q] = sum_ac_re + sum_bd_re;
        to_im[q] = sum_ac_im + sum_bd_im;
        to_re[q + stride] = one_re * re1 - one_im * im1;
        to_im[q + stride] = one_re * im1 + one_im * re1;
        to_re[q + 2 * stride] = two_re * re2 - two_im * im2;
        to_im[q + 2 * stride] = two_re * im2 + two_im * re2;
        to_re[q + 3 * stride] = three_re * re3 - three_im * im3;
        to_im[q + 3 * stride] = three_re * im3 + three_im * re3;
      }
    }
    std::swap(a, b);
  }
}

void SpectrumFft::Forward(const std::array<float, kResponseSamples>& samples, ResponseSpectrum* out) const {
  Points a, b;
  for (size_t i = 0; i < kHalf; ++i) {
    a.re[i] = samples[2 * i];
    a.im[i] = samples[2 * i + 1];
  }
  Transform(&a, &b);
  out->re[0] = a.re[0] + a.im[0];
  out->im[0] = 0;
  out->re[kHalf] = a.re[0] - a.im[0];
  out->im[kHalf] = 0;
  for (size_t k = 1; k < kHalf; ++k) {
    const size_t mirror = kHalf - k;
    const float even_re = 0.5F * (a.re[k] + a.re[mirror]), even_im = 0.5F * (a.im[k] - a.im[mirror]);
    const float odd_re = 0.5F * (a.im[k] + a.im[mirror]), odd_im = 0.5F * (a.re[mirror] - a.re[k]);
    out->re[k] = even_re + odd_re * split_re_[k] - odd_im * split_im_[k];
    out->im[k] = even_im + odd_re * split_im_[k] + odd_im * split_re_[k];
  }
}

void SpectrumFft::Inverse(const ResponseSpectrum& spectrum, std::array<float, kResponseSamples>* out) const {
  // The inverse is the forward transform with the parts exchanged on both sides.
  Points a, b;
  constexpr float kScale = 1.0F / kResponseSamples;
  a.im[0] = (spectrum.re[0] + spectrum.re[kHalf]) * kScale;
  a.re[0] = (spectrum.re[0] - spectrum.re[kHalf]) * kScale;
  for (size_t k = 1; k < kHalf; ++k) {
    const size_t mirror = kHalf - k;
    const float even_re = spectrum.re[k] + spectrum.re[mirror], even_im = spectrum.im[k] - spectrum.im[mirror];
    const float gap_re = spectrum.re[k] - spectrum.re[mirror], gap_im = spectrum.im[k] + spectrum.im[mirror];
    const float odd_re = gap_re * split_re_[k] + gap_im * split_im_[k];
    const float odd_im = gap_im * split_re_[k] - gap_re * split_im_[k];
    a.im[k] = (even_re - odd_im) * kScale;
    a.re[k] = (even_im + odd_re) * kScale;
  }
  Transform(&a, &b);
  for (size_t i = 0; i < kHalf; ++i) {
    (*out)[2 * i] = a.im[i];
    (*out)[2 * i + 1] = a.re[i];
  }
}

}  // namespace tonegate
