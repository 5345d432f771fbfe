#include "core/vocoder/parametric_voice.h"

#include <algorithm>
#include <numbers>

#include "core/vocoder/smooth_path.h"
#include "core/vocoder/wave_math.h"

namespace tonegate {
namespace {

constexpr float kFrameMs = 1000.0F * kFrameSamples / kVoiceRateHz;
// Square of the number of frames in which the path comes near a new target: 0.7 frames for the sound, 1.4 between two
// vowels, 4 for the pitch.
constexpr float kSoundStiffness = 0.5F;
constexpr float kGlideStiffness = 2;
constexpr size_t kGlideFrames = 4;  // on either side
constexpr float kPitchStiffness = 16;
constexpr float kBurstStiffness = 0.05F;
constexpr float kBurstDb = 12;             // rise of the mean level that makes a burst
constexpr float kVoicelessWeight = 1e-3F;  // weight of the pitch of a voiceless state
constexpr float kPhraseSeconds = 2;        // length of a phrase that falls by the whole declination
constexpr float kNextClause = 0.25F;       // share of the declination by which each clause begins lower
constexpr float kQuestionRise = 4.5F;      // semitones, over the last syllable
constexpr float kStatementFall = 2;
constexpr float kExclamationRange = 1.2F;
constexpr std::array<float, 3> kFlutterHz = {12.7F, 7.1F, 4.7F};
constexpr float kFlutter = 0.0035F;  // share of f0, for each of the three sines
constexpr float kStillDb = -100;     // level of a pause
// Time in which a sound dies away before a pause, and the depth of its fall; src/engine/runtime/voices/pauses.ts uses
// the same rule. It falls faster and faster, and its high frequencies fall before the low ones.
constexpr float kReleaseMs = 100;
constexpr float kShortestReleaseMs = 60;
constexpr float kLongestReleaseMs = 120;
constexpr float kReleaseSlopeDb = 30;
constexpr float kReleaseBendDb = 40;
constexpr float kReleaseTiltDb = 20;  // additional fall at the highest point

float MeanDb(const SoundState& state) {
  float sum = 0;
  for (const uint8_t level : state.envelope) sum += level;
  return SoundState::kLowestDb + SoundState::kStepDb * sum / kEnvelopePoints;
}

bool IsVoiced(const SoundState& state) { return state.voicing >= 128; }

bool Within(float value, float low, float high) { return value >= low && value <= high; }

}  // namespace

bool ParametricVoice::UnitsAreSound(std::span<const SpokenUnit> units, float rate) const {
  if (!Within(rate, 0.25F, 4)) return false;
  return std::all_of(units.begin(), units.end(), [&](const SpokenUnit& spoken) {
    return spoken.unit < table_->units().size() && spoken.boundary <= SpokenBoundary::kSentence &&
           Within(spoken.duration_ms, 0, kMaxUnitMs) && Within(spoken.rate, 0.25F, 4) &&
           Within(spoken.semitones, -24, 24) && Within(spoken.gain_db, -96, 12);
  });
}

float ParametricVoice::Lengthening(std::span<const SpokenUnit> units, size_t at) const {
  // Share of the final factor, by boundary.
  constexpr std::array<float, 5> kShare = {0, 0, 0.35F, 0.8F, 1};
  size_t nuclei = 0;
  SpokenBoundary boundary = SpokenBoundary::kNone;
  for (size_t i = at; i < units.size() && boundary < SpokenBoundary::kPhrase; ++i) {
    const UnitKind kind = table_->units()[units[i].unit].kind;
    if (kind == UnitKind::kPause || (kind == UnitKind::kNucleus && ++nuclei > 1)) break;
    boundary = units[i].boundary;
  }
  const float more = (table_->manner().final_factor - 1) * kShare[static_cast<size_t>(boundary)];
  return 1 + (table_->units()[units[at].unit].kind == UnitKind::kNucleus ? more : 0.4F * more);
}

std::vector<ParametricVoice::Span> ParametricVoice::Spread(std::span<const SpokenUnit> units, float rate) const {
  std::vector<Span> spans;
  float end_ms = 0;
  size_t frame = 0;
  for (size_t i = 0; i < units.size(); ++i) {
    const SpokenUnit& spoken = units[i];
    const size_t left = i == 0 ? table_->units().size() : units[i - 1].unit;
    const size_t right = i + 1 == units.size() ? table_->units().size() : units[i + 1].unit;
    const UnitSound& sound = table_->Sound(left, spoken.unit, right);
    float own_ms = 0;
    for (const SoundState& state : sound.states) own_ms += state.duration_ms;
    const float factor =
        spoken.duration_ms > 0 ? spoken.duration_ms / own_ms : Lengthening(units, i) / (rate * spoken.rate);
    for (const SoundState& state : sound.states) {
      end_ms += factor * state.duration_ms;
      const auto end = static_cast<size_t>(end_ms / kFrameMs + 0.5F);
      if (end > frame) spans.push_back({&state, i, frame, end});
      frame = std::max(frame, end);
      if (frame > kMaxFrames) return {};
    }
  }
  return spans;
}

bool ParametricVoice::IsPause(std::span<const SpokenUnit> units, const Span& span) const {
  return table_->units()[units[span.unit].unit].kind == UnitKind::kPause;
}

std::vector<ParametricVoice::Release> ParametricVoice::Releases(std::span<const SpokenUnit> units,
                                                                std::span<const Span> spans, float rate) const {
  std::vector<Release> releases;
  const float wanted_ms = std::clamp(kReleaseMs / rate, kShortestReleaseMs, kLongestReleaseMs);
  const auto most = static_cast<size_t>(wanted_ms / kFrameMs + 0.5F);
  for (size_t i = 1; i < spans.size(); ++i) {
    if (!IsPause(units, spans[i]) || IsPause(units, spans[i - 1])) continue;
    size_t last = i;
    while (last + 1 < spans.size() && IsPause(units, spans[last + 1])) ++last;
    const size_t first = spans[i].first;
    releases.push_back({spans[i - 1].state, first, std::min(first + most, spans[last].end)});
  }
  return releases;
}

void ParametricVoice::RenderSound(std::span<const SpokenUnit> units, std::span<const Span> spans,
                                  std::span<const Release> releases, std::vector<float>* frames) const {
  const size_t count = spans.back().end;
  std::vector<float> stiffness(count, kSoundStiffness);
  float before_db = 0;
  for (size_t i = 0; i < spans.size(); ++i) {
    const Span& span = spans[i];
    const float mean_db = MeanDb(*span.state);
    auto is_nucleus = [&](const Span& some) {
      return table_->units()[units[some.unit].unit].kind == UnitKind::kNucleus;
    };
    if (i > 0 && !is_nucleus(span) && mean_db > before_db + kBurstDb) stiffness[span.first] = kBurstStiffness;
    if (i > 0 && spans[i - 1].unit != span.unit && is_nucleus(span) && is_nucleus(spans[i - 1])) {
      const size_t begin = span.first - std::min(span.first, kGlideFrames);
      const size_t end = std::min(count, span.first + kGlideFrames);
      std::fill(stiffness.begin() + begin, stiffness.begin() + end, kGlideStiffness);
    }
    before_db = mean_db;
    for (size_t t = span.first; t < span.end; ++t) {
      float* numbers = frames->data() + t * kFrameFloats + 1;
      if (IsPause(units, span)) {
        std::fill_n(numbers, kEnvelopePoints, kStillDb);
        std::fill_n(numbers + kEnvelopePoints, kNoiseBands, 1.0F);
        continue;
      }
      for (size_t k = 0; k < kEnvelopePoints; ++k)
        numbers[k] = SoundState::kLowestDb + SoundState::kStepDb * span.state->envelope[k] + units[span.unit].gain_db;
      for (size_t k = 0; k < kNoiseBands; ++k)
        numbers[kEnvelopePoints + k] = static_cast<float>(span.state->aperiodicity[k]) / 255;
    }
  }
  for (const Release& release : releases) {
    const float* before = frames->data() + (release.first - 1) * kFrameFloats + 1;
    for (size_t t = release.first; t < release.end; ++t) {
      float* numbers = frames->data() + t * kFrameFloats + 1;
      const float done =
          (static_cast<float>(t - release.first) + 0.5F) / static_cast<float>(release.end - release.first);
      for (size_t k = 0; k < kEnvelopePoints; ++k) {
        const float height = static_cast<float>(k) / (kEnvelopePoints - 1);
        const float fall_db = done * (kReleaseSlopeDb + kReleaseBendDb * done + kReleaseTiltDb * height);
        numbers[k] = std::max(before[k] - fall_db, kStillDb);
      }
      std::copy_n(before + kEnvelopePoints, kNoiseBands, numbers + kEnvelopePoints);
    }
  }
  const std::vector<float> weight(count, 1.0F);
  // Twice, which rounds the corners of the path.
  for (int round = 0; round < 2; ++round)
    SmoothPath(weight, stiffness, kEnvelopePoints + kNoiseBands, kFrameFloats, frames->data() + 1);
}

void ParametricVoice::RenderPitch(std::span<const SpokenUnit> units, std::span<const Span> spans,
                                  std::span<const Release> releases, SpokenMood mood,
                                  std::vector<float>* frames) const {
  const ParametricTable::Manner& manner = table_->manner();
  const size_t count = spans.back().end;
  std::vector<float> semitones(count), weight(count);
  const std::vector<float> stiffness(count, kPitchStiffness);
  auto kind = [&](const Span& span) { return table_->units()[units[span.unit].unit].kind; };
  const float range = manner.pitch_range * (mood == SpokenMood::kExclamation ? kExclamationRange : 1);

  size_t last_nucleus = units.size();
  for (const Span& span : spans) {
    if (kind(span) == UnitKind::kNucleus) last_nucleus = span.unit;
  }
  float clause = 0;
  for (size_t i = 0; i < spans.size();) {
    // The span from i to j is a phrase, up to a pause or the end of a clause.
    size_t j = i;
    bool ends = false;
    while (j < spans.size() && !ends) {
      const bool unit_ends = j + 1 == spans.size() || spans[j + 1].unit != spans[j].unit;
      ends =
          unit_ends && (kind(spans[j]) == UnitKind::kPause || units[spans[j].unit].boundary >= SpokenBoundary::kClause);
      ++j;
    }
    const size_t first = spans[i].first;
    const auto length = static_cast<float>(spans[j - 1].end - first);
    const float fall = manner.declination * std::min(1.0F, length * kFrameMs / 1000 / kPhraseSeconds);
    bool has_voice = false;
    for (; i < j; ++i) {
      const Span& span = spans[i];
      has_voice = has_voice || kind(span) == UnitKind::kNucleus;
      const float contour = SoundState::kStepSemitones * span.state->pitch * range + units[span.unit].semitones;
      const float trust = std::max(kVoicelessWeight, static_cast<float>(span.state->voicing) / 255);
      for (size_t t = span.first; t < span.end; ++t) {
        const float done = static_cast<float>(t - first) / length;
        semitones[t] = contour + fall * (0.5F - done) - kNextClause * manner.declination * std::min(clause, 3.0F);
        weight[t] = trust;
      }
    }
    if (has_voice) clause += 1;
  }
  // The last syllable expresses the kind of sentence.
  const float last_step = mood == SpokenMood::kQuestion    ? kQuestionRise
                          : mood == SpokenMood::kStatement ? -kStatementFall
                                                           : 0;
  size_t last_first = count, last_end = 0;
  for (const Span& span : spans) {
    if (span.unit != last_nucleus) continue;
    last_first = std::min(last_first, span.first);
    last_end = span.end;
  }
  for (size_t t = last_first; t < last_end; ++t)
    semitones[t] += last_step * static_cast<float>(t + 1 - last_first) / static_cast<float>(last_end - last_first);

  for (int round = 0; round < 2; ++round) SmoothPath(weight, stiffness, 1, 1, semitones.data());
  constexpr float kTwoPi = 2 * std::numbers::pi_v<float>;
  std::vector<uint8_t> voiced(count);
  for (const Span& span : spans)
    std::fill(voiced.begin() + span.first, voiced.begin() + span.end, IsVoiced(*span.state) ? 1 : 0);
  for (const Release& release : releases) {
    // A voice ends in breath.
    const size_t breath = release.first + (release.end - release.first) / 2;
    std::fill(voiced.begin() + release.first, voiced.begin() + breath, IsVoiced(*release.state) ? 1 : 0);
  }
  for (size_t t = 0; t < count; ++t) {
    float flutter = 1;
    for (const float hz : kFlutterHz) {
      const float turns = hz * static_cast<float>(t) * (kFrameMs / 1000);
      float sine, cosine;
      FastSinCos(kTwoPi * (turns - static_cast<float>(static_cast<size_t>(turns))), &sine, &cosine);
      flutter += kFlutter * sine;
    }
    const float f0_hz = manner.mean_hz * FastExp(semitones[t] * (std::numbers::ln2_v<float> / 12)) * flutter;
    (*frames)[t * kFrameFloats] = voiced[t] != 0 ? std::clamp(f0_hz, kLowestHz, kHighestHz) : 0;
  }
}

bool ParametricVoice::Render(std::span<const SpokenUnit> units, SpokenMood mood, float rate,
                             std::vector<float>* frames) const {
  frames->clear();
  if (!UnitsAreSound(units, rate)) return false;
  if (units.empty()) return true;
  const std::vector<Span> spans = Spread(units, rate);
  if (spans.empty()) return false;
  frames->resize(spans.back().end * kFrameFloats);
  const std::vector<Release> releases = Releases(units, spans, rate);
  RenderSound(units, spans, releases, frames);
  RenderPitch(units, spans, releases, mood, frames);
  return true;
}

}  // namespace tonegate
