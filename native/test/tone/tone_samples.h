// Call-progress signals, music-like notes and noise, generated for tests. Levels in dBm0 (full-scale sine = +3.14).
#ifndef TONEGATE_TEST_TONE_SAMPLES_H_
#define TONEGATE_TEST_TONE_SAMPLES_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "test/check.h"
#include "core/codec/g711.h"
#include "core/screen/screener.h"

namespace tonegate::test {

inline constexpr double kTau = 2 * std::numbers::pi;

inline double Amplitude(double dbm0) { return 32768 * std::pow(10, (dbm0 - 3.14) / 20); }

struct Tone {
  std::vector<double> hz = {450};
  std::vector<double> on_off_s = {0.35, 0.35};  // on and off in turn, repeated
  double dbm0 = -15;                            // level of each frequency
  double lead_s = 0.2;
  double seconds = 8;
  double snr_db = 40;  // white noise, relative to one frequency
  uint64_t seed = 1;
  double lost = 0;  // share of 20 ms packets that are filled with zeros
  bool alaw = true;
};

inline std::vector<int16_t> Make(const Tone& tone) {
  Random random(tone.seed);
  const size_t count = static_cast<size_t>(tone.seconds * kScreenRateHz);
  std::vector<double> sound(count, 0.0);
  size_t interval = 0;
  double until = tone.lead_s;
  bool on = false;
  const double noise = Amplitude(tone.dbm0 - tone.snr_db) * std::sqrt(1.5);  // a uniform draw of the same power
  for (size_t i = 0; i < count; ++i) {
    const double t = static_cast<double>(i) / kScreenRateHz;
    while (t >= until) {
      on = interval % 2 == 0;
      until += tone.on_off_s[interval % tone.on_off_s.size()];
      ++interval;
    }
    if (on) {
      for (const double hz : tone.hz) sound[i] += Amplitude(tone.dbm0) * std::sin(kTau * hz * t);
    }
    sound[i] += noise * (2 * random.Unit() - 1);
  }
  std::vector<int16_t> samples(count);
  bool lost = false;
  for (size_t i = 0; i < count; ++i) {
    if (i % 160 == 0) lost = random.Unit() < tone.lost;
    const auto linear = static_cast<int16_t>(std::lround(std::clamp(sound[i], -32768.0, 32767.0)));
    samples[i] = lost ? int16_t{0} : tone.alaw ? AlawToLinear(LinearToAlaw(linear)) : linear;
  }
  return samples;
}

struct Note {
  double hz = 440;
  double on_s = 0.35;
  double off_s = 0.35;
  double attack_s = 0.01;
  double decay_s = 0.4;  // to 1/e
  double release_s = 0.03;
  double vibrato_hz = 0;
  std::vector<double> overtones = {};  // amplitudes of 2f, 3f ...
};

// The same note, repeated in the rhythm of a tone.
inline std::vector<int16_t> MakeNotes(const Note& note, double seconds) {
  std::vector<double> sound(static_cast<size_t>(seconds * kScreenRateHz), 0.0);
  for (double start = 0.2; start < seconds; start += note.on_s + note.off_s) {
    double phase = 0;
    const size_t first = static_cast<size_t>(start * kScreenRateHz);
    const size_t length = static_cast<size_t>((note.on_s + 5 * note.release_s) * kScreenRateHz);
    for (size_t i = 0; i < length && first + i < sound.size(); ++i) {
      const double t = static_cast<double>(i) / kScreenRateHz;
      phase += kTau * (note.hz + note.vibrato_hz * std::sin(kTau * 5.5 * t)) / kScreenRateHz;
      double value = std::sin(phase);
      for (size_t k = 0; k < note.overtones.size(); ++k) {
        value += note.overtones[k] * std::sin(static_cast<double>(k + 2) * phase);
      }
      const double held = t < note.on_s ? 1.0 : std::exp(-(t - note.on_s) / note.release_s);
      sound[first + i] +=
          Amplitude(-14) * value * std::min(1.0, t / note.attack_s) * std::exp(-t / note.decay_s) * held;
    }
  }
  std::vector<int16_t> samples(sound.size());
  for (size_t i = 0; i < sound.size(); ++i) {
    samples[i] = static_cast<int16_t>(std::lround(std::clamp(sound[i], -32768.0, 32767.0)));
  }
  return samples;
}

// Pulses of a gliding pitch through two moving resonances, in syllables with pauses.
inline std::vector<int16_t> Babble(double seconds) {
  std::vector<int16_t> sound(static_cast<size_t>(seconds * kScreenRateHz));
  Random random(5);
  double phase = 0, y1 = 0, y2 = 0, z1 = 0, z2 = 0, first = 500, second = 1500, noise_before = 0;
  for (size_t i = 0; i < sound.size(); ++i) {
    const double t = static_cast<double>(i) / kScreenRateHz;
    const double syllable = std::fmod(t, 0.25) / 0.25;
    if (i % 1000 == 0) {
      first = 300 + 500 * random.Unit();
      second = 1000 + 1200 * random.Unit();
    }
    const bool pause = std::fmod(t, 1.6) > 1.3;
    const double loud = pause ? 0 : std::max(0.0, std::sin(std::numbers::pi * syllable * 1.3));
    phase += (130 + 40 * std::sin(kTau * 0.7 * t) + 15 * std::sin(kTau * 4 * t)) / kScreenRateHz;
    double pulse = 0;
    if (phase >= 1) {
      phase -= 1;
      pulse = 1;
    }
    const double noise = 2 * random.Unit() - 1;
    const bool hiss = syllable < 0.25;
    const double source = hiss ? 0.5 * (noise - noise_before) : pulse;
    noise_before = noise;
    const double y = source + 2 * 0.96 * std::cos(kTau * first / kScreenRateHz) * y1 - 0.96 * 0.96 * y2;
    y2 = y1;
    y1 = y;
    const double z = source + 2 * 0.94 * std::cos(kTau * second / kScreenRateHz) * z1 - 0.94 * 0.94 * z2;
    z2 = z1;
    z1 = z;
    const double value = hiss ? 3000 * source : 2500 * loud * (y + 0.6 * z);
    sound[i] = static_cast<int16_t>(std::clamp(pause ? 0.0 : value, -32000.0, 32000.0));
  }
  return sound;
}

inline std::vector<ScreenEvent> Screen(std::span<const int16_t> samples, size_t slice = 800) {
  Screener screener;
  EventList list;
  std::vector<ScreenEvent> events;
  const auto take = [&] {
    for (size_t i = 0; i < list.size(); ++i) events.push_back(list[i]);
    list.Clear();
  };
  for (size_t at = 0; at < samples.size(); at += slice) {
    screener.Push(samples.subspan(at, std::min(slice, samples.size() - at)), &list);
    take();
  }
  screener.Flush(&list);
  take();
  return events;
}

inline bool IsDecision(const ScreenEvent& event) { return event.kind < EventKind::kToneOn; }

// True for facts about the far end, which may appear beside any decision.
inline bool IsFact(const ScreenEvent& event) { return event.kind >= EventKind::kSit && IsDecision(event); }

// Decisions in their order, without keys and facts; kNone if there are fewer.
inline EventKind Decision(const std::vector<ScreenEvent>& events, size_t index = 0) {
  for (const ScreenEvent& event : events) {
    if (IsFact(event) || event.kind == EventKind::kDtmf) continue;
    if (IsDecision(event) && index-- == 0) return event.kind;
  }
  return EventKind::kNone;
}

inline double DecidedMs(const std::vector<ScreenEvent>& events, EventKind kind) {
  for (const ScreenEvent& event : events) {
    if (event.kind == kind) return static_cast<double>(event.at_sample) / 8;
  }
  return -1;
}

inline std::string Keys(const std::vector<ScreenEvent>& events) {
  std::string keys;
  for (const ScreenEvent& event : events) {
    if (event.kind == EventKind::kDtmf) keys += static_cast<char>(event.detail);
  }
  return keys;
}

inline void Append(std::vector<int16_t>* to, const std::vector<int16_t>& more) {
  to->insert(to->end(), more.begin(), more.end());
}

}  // namespace tonegate::test

#endif  // TONEGATE_TEST_TONE_SAMPLES_H_
