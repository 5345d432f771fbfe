#include "core/vocoder/spectrum_fft.h"

#include <cmath>
#include <cstring>
#include <numbers>

namespace tonegate {
namespace {

// Four adjacent numbers in one register. Code without vector instructions is correct too.
using Four = float __attribute__((vector_size(16)));

// Factors of the second, third and fourth result.
struct Turns {
  float re1, im1, re2, im2, re3, im3;
};

template <typename Number>
Number Load(const float* from) {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return number;
}

template <typename Number>
void Store(Number number, float* to) {
  std::memcpy(to, &number, sizeof number);
}

// The four-point transform of numbers that are kGap apart, with twiddles, to positions that are kStep apart.
template <typename Number, size_t kGap, size_t kStep>
inline void Butterfly(const float* __restrict from_re, const float* __restrict from_im, const Turns& turns,
                      float* __restrict to_re, float* __restrict to_im) {
  const auto a_re = Load<Number>(from_re), a_im = Load<Number>(from_im);
  const auto b_re = Load<Number>(from_re + kGap), b_im = Load<Number>(from_im + kGap);
  const auto c_re = Load<Number>(from_re + 2 * kGap), c_im = Load<Number>(from_im + 2 * kGap);
  const auto d_re = Load<Number>(from_re + 3 * kGap), d_im = Load<Number>(from_im + 3 * kGap);
  const Number sum_ac_re = a_re + c_re, sum_ac_im = a_im + c_im;
  const Number gap_ac_re = a_re - c_re, gap_ac_im = a_im - c_im;
  const Number sum_bd_re = b_re + d_re, sum_bd_im = b_im + d_im;
  const Number gap_bd_re = b_re - d_re, gap_bd_im = b_im - d_im;
  const Number one_re = gap_ac_re + gap_bd_im, one_im = gap_ac_im - gap_bd_re;
  const Number two_re = sum_ac_re - sum_bd_re, two_im = sum_ac_im - sum_bd_im;
  const Number three_re = gap_ac_re - gap_bd_im, three_im = gap_ac_im + gap_bd_re;
  Store<Number>(sum_ac_re + sum_bd_re, to_re);
  Store<Number>(sum_ac_im + sum_bd_im, to_im);
  Store<Number>(one_re * turns.re1 - one_im * turns.im1, to_re + kStep);
  Store<Number>(one_re * turns.im1 + one_im * turns.re1, to_im + kStep);
  Store<Number>(two_re * turns.re2 - two_im * turns.im2, to_re + 2 * kStep);
  Store<Number>(two_re * turns.im2 + two_im * turns.re2, to_im + 2 * kStep);
  Store<Number>(three_re * turns.re3 - three_im * turns.im3, to_re + 3 * kStep);
  Store<Number>(three_re * turns.im3 + three_im * turns.re3, to_im + 3 * kStep);
}

}  // namespace

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
  for (size_t k = 0; k < kHalf / 4; ++k) {
    second_turn_re_[k] = turn_re_[2 * k];
    second_turn_im_[k] = turn_im_[2 * k];
    third_turn_re_[k] = turn_re_[3 * k];
    third_turn_im_[k] = turn_im_[3 * k];
  }
}

void SpectrumFft::FirstStage(const Points& from, Points* to) const {
  constexpr size_t kGap = kHalf / 4;
  const float* __restrict from_re = from.re.data();
  const float* __restrict from_im = from.im.data();
  float* __restrict to_re = to->re.data();
  float* __restrict to_im = to->im.data();
  for (size_t p = 0; p < kGap; ++p) {
    const Turns turns = {turn_re_[p],        turn_im_[p],       second_turn_re_[p],
                         second_turn_im_[p], third_turn_re_[p], third_turn_im_[p]};
    Butterfly<float, kGap, 1>(from_re + p, from_im + p, turns, to_re + 4 * p, to_im + 4 * p);
  }
}

template <size_t kStride>
void SpectrumFft::LaterStage(const Points& from, Points* to) const {
  constexpr size_t kGap = kHalf / 4;
  for (size_t at = 0; at < kGap; at += kStride) {
    const Turns turns = {turn_re_[at],     turn_im_[at],     turn_re_[2 * at],
                         turn_im_[2 * at], turn_re_[3 * at], turn_im_[3 * at]};
    const float* __restrict from_re = from.re.data() + at;
    const float* __restrict from_im = from.im.data() + at;
    float* __restrict to_re = to->re.data() + 4 * at;
    float* __restrict to_im = to->im.data() + 4 * at;
    for (size_t q = 0; q < kStride; q += 4)
      Butterfly<Four, kGap, kStride>(from_re + q, from_im + q, turns, to_re + q, to_im + q);
  }
}

void SpectrumFft::Transform(Points* a, Points* b) const {
  static_assert(kHalf == 4 * 4 * 4 * 4, "four stages, so that the result is in `a` again");
  FirstStage(*a, b);
  LaterStage<4>(*b, a);
  LaterStage<16>(*a, b);
  LaterStage<64>(*b, a);
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
  // The inverse is the forward transform with real and imaginary parts exchanged on both sides.
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
