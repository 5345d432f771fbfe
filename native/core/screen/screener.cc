#include "core/screen/screener.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "core/tone/line/burst.h"
#include "core/tone/cadence.h"
#include "core/tone/line/decibel.h"
#include "core/tone/dtmf.h"
#include "core/tone/machine/fax_flags.h"
#include "core/tone/machine/foreign_ring.h"
#include "core/tone/machine/foreign_tone.h"
#include "core/tone/machine/machine_tone.h"
#include "core/tone/line/quality.h"
#include "core/tone/line/spectrum.h"
#include "core/vad/sound_level.h"
#include "core/vad/speech_music.h"
#include "core/vad/texture.h"
#include "core/vad/voices.h"

namespace tonegate {
namespace {

constexpr int kLowestBin = 7;  // 220 Hz; hum and direct current lie below

// A line with its tracker and the signals that are found on it.
struct Channel {
  LineTracker tracker;
  Cadence cadence;
};

constexpr LineTracker::Band kProgressBand = {12, 17, 450, 44};
constexpr LineTracker::Band kHowlerBand = {29, 32, 950, 44};
constexpr LineTracker::Band kCallingBand = {34, 37, 1100, 50};
constexpr LineTracker::Band kAnswerBand = {66, 69, 2100, 40};
constexpr float kWorthReading = 0.2F;  // share of the power: with less, a line is not worth reading
constexpr float kAllOfIt = 0.97F;
constexpr int64_t kToneMemorySamples = kScreenRateHz * 48 / 10;  // ringback's pause, 20 % longer
constexpr int64_t kRingOnSamples = kScreenRateHz * 6 / 100;
constexpr int kPastSamples = kWindowSamples - kHopSamples;

Lanes StrongestBin(const Lanes* power, int first, int last) {
  Lanes strongest = power[first];
  for (int bin = first + 1; bin <= last; ++bin) strongest = power[bin] > strongest ? power[bin] : strongest;
  return strongest;
}

Lanes SumBins(const Lanes* power, int first, int last) {
  Lanes sum = power[first];
  for (int bin = first + 1; bin <= last; ++bin) sum += power[bin];
  return sum;
}

}  // namespace

struct Screener::State {
  static constexpr int kChannels = 4;

  // The newest kPastSamples analysed samples, then the waiting ones; room for one batch.
  std::array<float, kBatchSamples + kHopSamples> samples{};
  int waiting = 0;
  int64_t seen = 0;
  int64_t analysed = 0;
  double square_sum = 0;
  int peak = 0;
  std::array<Lanes, kBins> power;

  std::array<Channel, kChannels> channels = {Channel{LineTracker(kProgressBand), Cadence(kProgressPlan)},
                                             Channel{LineTracker(kHowlerBand), Cadence(kHowlerPlan)},
                                             Channel{LineTracker(kCallingBand), Cadence(kCallingPlan)},
                                             Channel{LineTracker(kAnswerBand), Cadence(kAnswerPlan)}};
  ForeignRing ring;
  ForeignTone abroad;
  MachineTone machine;
  FaxFlags flags;
  DtmfReceiver dtmf;
  SoundLevel sound;
  Texture texture;
  SpeechMusic speech_music;
  Voices voices;
  bool tone_in_grain = false;
  EventKind last_decision = EventKind::kNone;

  // Reports a kind once per stretch: again only after another kind was reported.
  void Decide(const ScreenEvent& event, EventList* out) {
    if (event.kind == EventKind::kNone || event.kind == last_decision) return;
    last_decision = event.kind;
    out->Add(event);
  }
  // Adds evidence, which does not affect the stretches.
  static void Note(const ScreenEvent& event, EventList* out) {
    if (event.kind != EventKind::kNone) out->Add(event);
  }
  Cadence::Call Call(const LineTracker& tracker, int64_t now) const;
  void Report(const LineTracker& tracker, LineTracker::Step step, EventList* out) const;
  void HearSound(const SpectrumView& spectrum, float total, EventList* out);
  double SquareSum(const float* from, int count) const;
  void Analyse(int hops, EventList* out);
};

Cadence::Call Screener::State::Call(const LineTracker& tracker, int64_t now) const {
  const int64_t on_sample = tracker.newest_on_sample();
  const bool tune = machine.HeardTune(on_sample);
  return {last_decision, voices.AreQuiet(on_sample) && !tune, tune, now};
}

void Screener::State::Report(const LineTracker& tracker, LineTracker::Step step, EventList* out) const {
  if (step == LineTracker::Step::kNone) return;
  const bool opened = step == LineTracker::Step::kOpened;
  const Burst burst = opened ? tracker.Summary() : tracker.recent(0);
  ScreenEvent event;
  event.kind = opened ? EventKind::kToneOn : EventKind::kToneOff;
  event.from_sample = burst.on_sample;
  event.at_sample = opened ? analysed : burst.off_sample;
  event.level_dbm0 = burst.level_dbm0;
  event.frequency_hz = burst.hz;
  event.confidence = 1 / (1 + burst.residual);
  out->Add(event);
}

void Screener::State::HearSound(const SpectrumView& spectrum, float total, EventList* out) {
  ScreenEvent change = sound.Push(total, analysed);
  for (const Channel& channel : channels) {
    if (change.kind == EventKind::kSoundOff && channel.tracker.closed() > 0) {
      // The moment in which a codec rings on after a tone counts as part of the tone.
      const int64_t off_sample = channel.tracker.recent(0).off_sample;
      if (off_sample < change.at_sample && off_sample + kRingOnSamples > change.at_sample) {
        change.at_sample = std::max(change.from_sample, off_sample);
      }
    }
    tone_in_grain = tone_in_grain || channel.tracker.open() || channel.tracker.unsure();
  }
  if (change.kind != EventKind::kNone) out->Add(change);
  const LineTracker& progress = channels[0].tracker;
  float tone_dbm0 = -126;
  if (progress.closed() > 0) {
    const Burst& burst = progress.recent(0);
    if (LooksLikeTone(burst) && burst.off_sample + kToneMemorySamples > analysed) tone_dbm0 = burst.level_dbm0;
  }
  Grain grain;
  if (!texture.Push(spectrum, total, tone_in_grain, &grain)) return;
  Decide(speech_music.Push(grain, tone_dbm0, analysed), out);
  voices.Hear(grain, speech_music.speech(), speech_music.music(), analysed);
  tone_in_grain = false;
}

// Summed hop by hop, so that the rounding of the sum does not depend on the slicing.
double Screener::State::SquareSum(const float* from, int count) const {
  Lanes sum{};
  for (int i = 0; i + kLanes <= count; i += kLanes) {
    Lanes x;
    std::memcpy(&x, from + i, sizeof x);
    sum += x * x;
  }
  double all = static_cast<double>(sum[0]) + sum[1] + sum[2] + sum[3];
  for (int i = count - count % kLanes; i < count; ++i) all += static_cast<double>(from[i]) * from[i];
  return all;
}

void Screener::State::Analyse(int hops, EventList* out) {
  for (int i = 0; i < hops; ++i) square_sum += SquareSum(samples.data() + kPastSamples + i * kHopSamples, kHopSamples);
  AnalyseHops(samples.data(), power.data());
  const Lanes total = SumBins(power.data(), kLowestBin, kBins - 1);
  const Lanes ring_band = SumBins(power.data(), ForeignRing::kFirstBin, ForeignRing::kLastBin);
  const Lanes rows = SumBins(power.data(), DtmfReceiver::kRowFirstBin, DtmfReceiver::kRowLastBin);
  const Lanes columns = SumBins(power.data(), DtmfReceiver::kColumnFirstBin, DtmfReceiver::kColumnLastBin);
  const Lanes abroad_band = ring_band + SumBins(power.data(), ForeignRing::kLastBin + 1, ForeignTone::kLastBin);
  const Lanes flags_band = SumBins(power.data(), FaxFlags::kFirstBin, FaxFlags::kLastBin);
  const Lanes strongest = StrongestBin(power.data(), MachineTone::kFirstBin, MachineTone::kLastBin);
  std::array<Lanes, kChannels> band;
  for (int i = 0; i < kChannels; ++i) {
    const LineTracker::Band& b = channels[i].tracker.band();
    band[i] = SumBins(power.data(), b.first_bin - 1, b.last_bin + 1);
  }
  for (int lane = 0; lane < hops; ++lane) {
    analysed += kHopSamples;
    const SpectrumView spectrum(power.data(), lane);
    for (int i = 0; i < kChannels; ++i) {
      Channel& channel = channels[i];
      LineHop hop;
      hop.end_sample = analysed;
      hop.total = total[lane];
      hop.line.power = band[i][lane];
      if (band[i][lane] > kWorthReading * total[lane]) {
        hop.line = ReadLine(spectrum, channel.tracker.band().first_bin, channel.tracker.band().last_bin);
        hop.width = LineWidth(spectrum, hop.line.bin);
      }
      Report(channel.tracker, channel.tracker.Push(hop), out);
      Decide(channel.cadence.Look(channel.tracker, Call(channel.tracker, analysed)), out);
    }
    Decide(ring.Push(spectrum, ring_band[lane], total[lane], analysed), out);
    const float* hop_samples = samples.data() + kPastSamples + lane * kHopSamples;
    Decide(flags.Push(hop_samples, flags_band[lane], total[lane], analysed), out);
    Note(abroad.Push(spectrum, abroad_band[lane], total[lane], analysed), out);
    Note(machine.Push(spectrum, strongest[lane], total[lane], voices, analysed), out);
    const ScreenEvent key = dtmf.Push(spectrum, rows[lane], columns[lane], total[lane], analysed);
    if (key.kind != EventKind::kNone) out->Add(key);
    // A signal of a machine is neither speech nor music: DTMF keys, and audio with nearly all power in the ringing
    // band.
    tone_in_grain = tone_in_grain || dtmf.down() || ring_band[lane] > kAllOfIt * total[lane];
    HearSound(spectrum, total[lane], out);
  }
  const int used = hops * kHopSamples;
  std::copy(samples.begin() + used, samples.begin() + kPastSamples + waiting, samples.begin());
  waiting -= used;
  std::fill(samples.begin() + kPastSamples + waiting, samples.end(), 0.0F);
}

Screener::Screener() : state_(new State) {}
Screener::~Screener() { delete state_; }

void Screener::Reset() { *state_ = State{}; }

void Screener::Push(std::span<const int16_t> input, EventList* out) {
  State& s = *state_;
  constexpr int kRoom = kLanes * kHopSamples;
  while (!input.empty()) {
    const int take = static_cast<int>(std::min<size_t>(input.size(), static_cast<size_t>(kRoom - s.waiting)));
    float* to = s.samples.data() + kPastSamples + s.waiting;
    int16_t lowest = 0;
    int16_t highest = 0;
    for (int i = 0; i < take; ++i) {
      const int16_t value = input[i];
      to[i] = static_cast<float>(value);
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
    }
    s.peak = std::max({s.peak, -static_cast<int>(lowest), static_cast<int>(highest)});
    s.seen += take;
    s.waiting += take;
    input = input.subspan(take);
    const int hops = s.waiting / kHopSamples;
    if (hops == kLanes || (input.empty() && hops > 0)) s.Analyse(hops, out);
  }
}

void Screener::Flush(EventList* out) {
  State& s = *state_;
  for (Channel& channel : s.channels) {
    if (channel.tracker.Finish()) s.Report(channel.tracker, LineTracker::Step::kClosed, out);
    s.Decide(channel.cadence.Finish(channel.tracker, s.Call(channel.tracker, s.seen)), out);
  }
}

int64_t Screener::samples_seen() const { return state_->seen; }

float Screener::mean_level_dbm0() const {
  if (state_->seen == 0) return -std::numeric_limits<float>::infinity();
  const double sum = state_->square_sum + state_->SquareSum(state_->samples.data() + kPastSamples, state_->waiting);
  // Full scale: a sine of amplitude 32768 has a mean square of 2^29.
  return LevelDbm0(static_cast<float>(sum / static_cast<double>(state_->seen) / 536870912.0));
}

float Screener::peak_level_dbm0() const {
  if (state_->seen == 0) return -std::numeric_limits<float>::infinity();
  const float amplitude = static_cast<float>(state_->peak) / 32768.0F;
  return LevelDbm0(amplitude * amplitude);
}

}  // namespace tonegate
