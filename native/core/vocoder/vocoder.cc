#include "core/vocoder/vocoder.h"

#include <algorithm>
#include <numbers>

#include "core/vocoder/wave_math.h"

namespace tonegate {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr float kEdgeHz = 62.5F;                           // below this, a voice fades to nothing at 0 Hz
constexpr int32_t kBins = kResponseBins;                   // 32 bits, to be converted to float in a vector
constexpr float kBinRadians = 2 * kPi / kResponseSamples;  // per sample of delay

// The phase that delays frequency f by spread * (f / 8 kHz)^(1/2): the integral of 2 pi times the delay. Low harmonics
// stay together, which keeps the attack of a pulse; high ones follow later.
float SpreadPhase(size_t bin, float spread_ms) {
  const float part = static_cast<float>(bin) / (kResponseBins - 1);
  const float turns_at_top = spread_ms * 8 * 2.0F / 3;
  return -2 * kPi * turns_at_top * part * std::sqrt(part);
}

float Finite(float value, float low, float high) {
  return value >= low ? std::min(value, high) : low;  // NaN becomes `low`
}

}  // namespace

Vocoder::Vocoder(const VocoderOptions& options)
    : options_(options),
      fft_(std::make_unique<SpectrumFft>()),
      filter_(*fft_, options.formant_factor, options.sharpness),
      around_(std::make_unique<std::array<Prepared, 2>>()) {
  size_t band = 0;
  band_bin_.fill(kResponseBins);
  band_bin_[0] = 0;
  for (size_t k = 0; k < kResponseBins; ++k) {
    spread_phase_[k] = SpreadPhase(k, options.spread_ms);
    const float hz = static_cast<float>(k * kVoiceRateHz) / kResponseSamples;
    edge_gain_[k] = std::min(hz / kEdgeHz, 1.0F);
    auto centre = [](size_t at) { return (kNoiseEdgesHz[at] + kNoiseEdgesHz[at + 1]) / 2; };
    while (band < kNoiseBands - 2 && hz >= centre(band + 1)) band_bin_[++band] = k;
    band_share_[k] = std::clamp((hz - centre(band)) / (centre(band + 1) - centre(band)), 0.0F, 1.0F);
  }
  for (size_t i = 0; i < window_.size(); ++i) {
    const double angle = 2 * std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(window_.size());
    window_[i] = static_cast<float>(0.5 - 0.5 * std::cos(angle));
  }
  Reset();
}

void Vocoder::Reset() {
  steps_ = 0;
  given_ = 0;
  has_frame_ = false;
  phase_ = 0;
  ring_.fill(0);
}

VoiceFrame Vocoder::Cleaned(std::span<const float> numbers) const {
  VoiceFrame frame;
  frame.f0_hz = Finite(numbers[0], 0, kHighestHz) * options_.pitch_factor;
  frame.f0_hz = frame.f0_hz < kLowestHz ? 0 : std::min(frame.f0_hz, kHighestHz);
  if (options_.monotone_hz > 0 && frame.f0_hz > 0) frame.f0_hz = options_.monotone_hz;
  for (size_t i = 0; i < kEnvelopePoints; ++i) frame.envelope_db[i] = Finite(numbers[1 + i], kFloorDb, kCeilingDb);
  for (size_t i = 0; i < kNoiseBands; ++i)
    frame.aperiodicity[i] = frame.f0_hz == 0 ? 1 : Finite(numbers[1 + kEnvelopePoints + i], 0, 1);
  return frame;
}

size_t Vocoder::Push(std::span<const float> frames, std::span<float> out) {
  size_t made = 0;
  for (; frames.size() >= kFrameFloats; frames = frames.subspan(kFrameFloats)) {
    const VoiceFrame frame = Cleaned(frames.first(kFrameFloats));
    if (options_.frame_ms == 10 && has_frame_) {
      VoiceFrame between;
      const bool both = last_.f0_hz > 0 && frame.f0_hz > 0;
      between.f0_hz = both ? (last_.f0_hz + frame.f0_hz) / 2 : 0;
      for (size_t i = 0; i < kEnvelopePoints; ++i)
        between.envelope_db[i] = (last_.envelope_db[i] + frame.envelope_db[i]) / 2;
      for (size_t i = 0; i < kNoiseBands; ++i)
        between.aperiodicity[i] = both ? (last_.aperiodicity[i] + frame.aperiodicity[i]) / 2 : 1;
      made += Step(between, out.data() + made);
    }
    made += Step(frame, out.data() + made);
    last_ = frame;
    has_frame_ = true;
  }
  return made;
}

size_t Vocoder::Flush(std::span<float> out) {
  size_t made = 0;
  if (!has_frame_) return 0;
  const uint64_t wanted = (steps_ + (options_.frame_ms == 10 ? 1 : 0)) * kFrameSamples;
  while (given_ < wanted) made += Step(last_, out.data() + made);
  return made;
}

size_t Vocoder::Step(const VoiceFrame& frame, float* out) {
  Prepared& before = (*around_)[0];
  Prepared& after = (*around_)[1];
  before = after;
  after.frame = frame;
  filter_.Make(frame.envelope_db, &after.log_filter);
  ++steps_;
  SoundNoise();
  if (steps_ == 1) return 0;
  SoundPulses();
  return Take(out);
}

void Vocoder::SoundPulses() {
  const float first_hz = (*around_)[0].frame.f0_hz;
  const float second_hz = (*around_)[1].frame.f0_hz;
  if (first_hz == 0 && second_hz == 0) {
    phase_ = 0.5F;
    return;
  }
  const float from_hz = first_hz > 0 ? first_hz : second_hz;
  const float to_hz = second_hz > 0 ? second_hz : first_hz;
  const float first_weight = first_hz > 0 ? 1 : 0;
  const float last_weight = second_hz > 0 ? 1 : 0;
  for (size_t n = 0; n < kFrameSamples; ++n) {
    const float share = static_cast<float>(n) / kFrameSamples;
    const float step = (from_hz + share * (to_hz - from_hz)) / kVoiceRateHz;
    const float weight = first_weight + share * (last_weight - first_weight);
    phase_ += step;
    if (phase_ < 1) continue;
    phase_ -= 1;
    const float late = std::min(phase_ / step, 1.0F);  // samples since the pulse, at sample n + 1
    SoundPulse(static_cast<float>(n + 1) - late, 1 / step, weight);
  }
}

void Vocoder::SoundPulse(float place, float period_samples, float weight) {
  const Prepared& before = (*around_)[0];
  const Prepared& after = (*around_)[1];
  const auto whole = static_cast<size_t>(place);
  const float share = place / kFrameSamples;
  const float delay = place - static_cast<float>(whole) + kDelaySamples;
  // If one of the two is unvoiced, the mixture of the other one applies, and only its weight fades.
  const auto& noise_before = before.frame.f0_hz > 0 ? before.frame.aperiodicity : after.frame.aperiodicity;
  const auto& noise_after = after.frame.f0_hz > 0 ? after.frame.aperiodicity : before.frame.aperiodicity;
  std::array<float, kNoiseBands> tone;
  for (size_t i = 0; i < kNoiseBands; ++i) tone[i] = 1 - (noise_before[i] + share * (noise_after[i] - noise_before[i]));
  const float strength = weight * std::sqrt(period_samples);
  std::array<float, kResponseBins> tone_share;
  AcrossBins(tone, &tone_share);
  ResponseSpectrum spectrum;
  for (int32_t k = 0; k < kBins; ++k) {
    const float log_before = before.log_filter.re[k], phase_before = before.log_filter.im[k];
    const float level = FastExp(log_before + share * (after.log_filter.re[k] - log_before));
    const float phase = phase_before + share * (after.log_filter.im[k] - phase_before);
    const float amplitude = strength * edge_gain_[k] * level * std::sqrt(tone_share[k]);
    float sine, cosine;
    FastSinCos(phase + spread_phase_[k] - kBinRadians * delay * static_cast<float>(k), &sine, &cosine);
    spectrum.re[k] = amplitude * cosine;
    spectrum.im[k] = amplitude * sine;
  }
  std::array<float, kResponseSamples> response;
  fft_->Inverse(spectrum, &response);
  Add(response, 0, (steps_ - 2) * kFrameSamples + whole);
}

void Vocoder::SoundNoise() {
  const Prepared& frame = (*around_)[1];
  const uint64_t at = steps_ - 1;  // the frame's number
  const size_t skipped = at == 0 ? kFrameSamples : 0;
  const uint64_t from_sample = at * kFrameSamples + skipped - kFrameSamples;
  std::array<float, kResponseSamples> block{};
  for (size_t i = skipped; i < window_.size(); ++i)
    block[i] = window_[i] * NoiseAt(options_.seed, from_sample + i - skipped);
  ResponseSpectrum spectrum;
  fft_->Forward(block, &spectrum);
  std::array<float, kResponseBins> noise_share;
  AcrossBins(frame.frame.aperiodicity, &noise_share);
  for (int32_t k = 0; k < kBins; ++k) {
    const float amplitude = edge_gain_[k] * FastExp(frame.log_filter.re[k]) * std::sqrt(noise_share[k]);
    float sine, cosine;
    FastSinCos(frame.log_filter.im[k] - kBinRadians * kDelaySamples * static_cast<float>(k), &sine, &cosine);
    const float re = spectrum.re[k], im = spectrum.im[k];
    spectrum.re[k] = amplitude * (re * cosine - im * sine);
    spectrum.im[k] = amplitude * (re * sine + im * cosine);
  }
  std::array<float, kResponseSamples> response;
  fft_->Inverse(spectrum, &response);
  Add(response, skipped, from_sample);
}

void Vocoder::AcrossBins(const std::array<float, kNoiseBands>& bands, std::array<float, kResponseBins>* bins) const {
  for (size_t band = 0; band + 1 < kNoiseBands; ++band) {
    const float low = bands[band], gap = bands[band + 1] - low;
    for (size_t k = band_bin_[band]; k < band_bin_[band + 1]; ++k) (*bins)[k] = low + band_share_[k] * gap;
  }
}

void Vocoder::Add(const std::array<float, kResponseSamples>& response, size_t first, uint64_t from_sample) {
  // In two runs; the second one starts at the beginning of the ring.
  const size_t place = from_sample % kRing;
  const size_t turn = std::min(kResponseSamples, first + kRing - place);
  for (size_t i = first; i < turn; ++i) ring_[place + i - first] += response[i];
  for (size_t i = turn; i < kResponseSamples; ++i) ring_[i - turn] += response[i];
}

size_t Vocoder::Take(float* out) {
  for (size_t i = 0; i < kFrameSamples; ++i) {
    float& sample = ring_[(given_ + i) % kRing];
    out[i] = options_.gain * sample;
    sample = 0;
  }
  given_ += kFrameSamples;
  return kFrameSamples;
}

}  // namespace tonegate
