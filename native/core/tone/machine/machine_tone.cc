#include "core/tone/machine/machine_tone.h"

#include <algorithm>
#include <cmath>

#include "core/tone/line/quality.h"

namespace tonegate {
namespace {

constexpr float kWorthReading = 0.15F;  // share of all power in one bin; a lone line has 0.4 to 0.67
constexpr int64_t kMs = kScreenRateHz / 1000;

// Special information tones
constexpr float kSitHz[] = {950, 1400, 1800};
constexpr float kSitReachHz = 56;
constexpr float kSitShortestMs = 235;
constexpr float kSitLongestMs = 450;  // the pauses between are half included
constexpr float kSitPauseMs = 50;
constexpr float kSitLevelDb = 6;    // difference between the three: lines are not flat
constexpr float kSitAloneMs = 250;  // distance from any other tone
constexpr float kSitWaitMs = 120;   // wait for a fourth tone, which would make it a tune

// Beeps
constexpr float kBeepLowestHz = 780;
constexpr float kBeepHighestHz = 2030;
constexpr float kBeepShortestMs = 130;
constexpr float kBeepLongestMs = 1580;
constexpr float kBeepFaintDbm0 = -42;
constexpr float kBeepDirt = 1.25F;
constexpr float kBeepResidual = 0.025F;
constexpr float kBeepEdgeMs = 8.5F;  // speech codecs are slow above 1 kHz
constexpr float kBeepQuietDb = -10;
constexpr int64_t kBeepWait = 600 * kMs;  // wait for a second tone, which would make it a tune
constexpr int64_t kBeepAlone = 2500 * kMs;
constexpr int64_t kTuneMemory = 4000 * kMs;
constexpr int64_t kSpeechMemory = 5000 * kMs;
constexpr int64_t kMusicMemory = 6000 * kMs;
constexpr int64_t kFirstLook = 2500 * kMs;  // music cannot be recognised earlier
constexpr float kVoiceUnderDb = 15;
constexpr float kSpeechBalance = -0.1F;

}  // namespace

ScreenEvent MachineTone::Push(const SpectrumView& spectrum, float strongest, float total, const Voices& voices,
                              int64_t end_sample) {
  LineHop hop;
  hop.end_sample = end_sample;
  hop.total = total;
  hop.line.power = strongest;  // noise has similar power near a line
  if (strongest > kWorthReading * total) {
    hop.line = ReadLine(spectrum, kFirstBin, kLastBin);
    hop.width = LineWidth(spectrum, hop.line.bin);
  }
  switch (tracker_.Push(hop)) {
    case LineTracker::Step::kOpened:
      sit_waits_ = false;
      HearBefore(voices, end_sample);
      break;
    case LineTracker::Step::kClosed:
      TakeBurst();
      break;
    case LineTracker::Step::kNone:
      break;
  }
  if (sit_waits_) return DecideSit(end_sample);
  if (beep_waits_) return DecideBeep(end_sample);
  return {};
}

// A few single words are a voice long before they count as speech; noise is too, but it is not as loud as the beep.
void MachineTone::HearBefore(const Voices& voices, int64_t now) {
  const int64_t since = now - kSpeechMemory;
  const bool music = voices.balance() <= kSpeechBalance;
  speech_before_ = voices.speech() > since && !music;
  voice_before_dbm0_ = -126;
  if (now > kFirstLook && !music && voices.voice() > since && voices.music() + kMusicMemory < now) {
    voice_before_dbm0_ = voices.voice_dbm0();
  }
}

bool MachineTone::HeardTune(int64_t at_sample) const {
  if (tracker_.open()) return true;
  // The newest tone may be the signal itself.
  const int64_t ended = last_tone_ < at_sample ? last_tone_ : tone_before_;
  return ended + kTuneMemory > at_sample;
}

void MachineTone::TakeBurst() {
  const Burst& burst = tracker_.recent(0);
  if (beep_waits_ && LooksLikeTone(burst)) beep_waits_ = false;  // another tone makes it a tune
  sit_waits_ = IsSit();
  if (!sit_waits_ && CouldBeBeep()) {
    beep_waits_ = true;
    beep_ = burst;
  }
  if (!LooksLikeTone(burst)) return;
  tone_before_ = last_tone_;
  last_tone_ = burst.off_sample;
}

bool MachineTone::IsSit() const {
  if (tracker_.closed() < 3) return false;
  for (int i = 0; i < 3; ++i) {
    const Burst& burst = tracker_.recent(2 - i);
    const bool cut = i == 0 && burst.from_start;
    if (std::abs(burst.hz - kSitHz[i]) > kSitReachHz || !LooksLikeTone(burst)) return false;
    if (burst.length_ms() > kSitLongestMs || (!cut && burst.length_ms() < kSitShortestMs)) return false;
    if (i > 0 && burst.before.length_ms > kSitPauseMs) return false;
    if (std::abs(burst.level_dbm0 - tracker_.recent(0).level_dbm0) > kSitLevelDb) return false;
  }
  const Burst& first = tracker_.recent(2);
  return tracker_.closed() == 3 || first.before.length_ms > kSitAloneMs || !LooksLikeTone(tracker_.recent(3));
}

bool MachineTone::CouldBeBeep() const {
  const Burst& burst = tracker_.recent(0);
  const bool greeted = speech_before_ || voice_before_dbm0_ > burst.level_dbm0 - kVoiceUnderDb;
  return greeted && !burst.from_start && burst.hz > kBeepLowestHz &&
         burst.hz < kBeepHighestHz && burst.length_ms() > kBeepShortestMs && burst.length_ms() < kBeepLongestMs &&
         burst.level_dbm0 > kBeepFaintDbm0 && LooksLikeTone(burst) && burst.on_sample > last_tone_ + kBeepAlone;
}

ScreenEvent MachineTone::DecideSit(int64_t now) {
  if (tracker_.open() || tracker_.gap_ms() < kSitWaitMs) return {};
  sit_waits_ = false;
  const Burst& last = tracker_.recent(0);
  ScreenEvent event;
  event.kind = EventKind::kSit;
  event.at_sample = now;
  event.from_sample = tracker_.recent(2).on_sample;
  event.level_dbm0 = last.level_dbm0;
  event.frequency_hz = tracker_.recent(2).hz;
  event.confidence = 0.95F;
  return event;
}

ScreenEvent MachineTone::DecideBeep(int64_t now) {
  if (now - beep_.off_sample < kBeepWait || tracker_.open()) return {};
  GapNoise noise;
  if (tracker_.recent(0).off_sample == beep_.off_sample) {
    // Noise excuses a beep, words after it do not.
    const Gap gap = tracker_.GapSummary();
    if (std::max(gap.total_dbm0, gap.loud_dbm0 - 3) - beep_.level_dbm0 < kBeepQuietDb) noise.Hear(gap, beep_.level_dbm0);
  }
  beep_waits_ = false;
  const float dirt = Dirt(beep_, noise, kBeepResidual, kBeepEdgeMs);
  if (dirt > kBeepDirt) return {};
  ScreenEvent event;
  event.kind = EventKind::kBeep;
  event.at_sample = now;
  event.from_sample = beep_.on_sample;
  event.level_dbm0 = beep_.level_dbm0;
  event.frequency_hz = beep_.hz;
  event.confidence = std::clamp(1.0F - 0.3F * dirt, 0.5F, 1.0F);
  return event;
}

}  // namespace tonegate
