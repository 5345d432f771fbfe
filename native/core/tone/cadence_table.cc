#include "core/tone/cadence_table.h"

namespace tonegate {
namespace {

// Nominal lengths, widened by 10 % for the cadence, 10 % for jitter, and by a packet lost or repeated at an edge.
constexpr LengthMs kBusy{250, 450};          // 350
constexpr LengthMs kCongestion{525, 890};    // 700
constexpr LengthMs kShort{55, 155};          // 100
constexpr LengthMs kLong{300, 500};          // 400
constexpr LengthMs kRing{735, 1215};         // 1000; Hungary rings 1250 ms
constexpr LengthMs kRingAtStart{880, 1130};  // it may be the end of a longer one: Spain and France ring 1500 ms
constexpr LengthMs kPause{2950, 5100};       // 4000
constexpr LengthMs kBusyPair{516, 885};      // excludes Europe's 250/250 and 500/500
constexpr LengthMs kCongestionPair{1090, 1760};
constexpr LengthMs kRingPair{4030, 6200};  // Russia rings 800/3200
constexpr LengthMs kAny{0, 1e9F};

// A note within a tune is seldom followed by such a long rest; another ringback would follow a pause.
constexpr float kRestMs = 1800;

constexpr float kPure = 0.02F;     // a speech codec adds less than 0.005
constexpr float kClipped = 0.05F;  // a sine 6 dB over the limit

constexpr CadenceRow kProgressRows[] = {
    // Inside the second burst: no other signal has a gap of this length between two such long bursts.
    {EventKind::kBusy, 3, true, {kBusy, kBusy, {245, 460}}, kBusyPair, false, 1, kPure, -11},
    {EventKind::kBusy, 4, false, {kBusy, kBusy, kBusy, {90, 480}}, kBusyPair, true, 1, kPure, -11},
    {EventKind::kBusy, 5, true, {kBusy, kBusy, kBusy, kBusy, {245, 460}}, kBusyPair, true, 2, kPure, -3},
    // Clipped tones have overtones, like notes: they must repeat more often.
    {EventKind::kBusy,
     7,
     true,
     {kBusy, kBusy, kBusy, kBusy, kBusy, kBusy, {245, 460}},
     kBusyPair,
     true,
     1.5F,
     kClipped,
     -9},
    // A burst that is longer than congestion's needs only quiet; a shorter one needs more of it than congestion's gap.
    {EventKind::kRingback, 2, false, {{880, 1215}, {700, 5100}}, kAny, false, 1, kPure, -11, kRingAtStart, kRestMs},
    {EventKind::kRingback, 2, false, {{825, 1215}, {950, 5100}}, kAny, false, 1, kPure, -11, kRingAtStart, kRestMs},
    {EventKind::kRingback, 4, false, {kRing, kPause, kRing, {150, 5100}}, kRingPair, true, 2, kPure, -3},
    {EventKind::kRingback,
     6,
     false,
     {kRing, kPause, kRing, kPause, kRing, {150, 5100}},
     kRingPair,
     true,
     1.5F,
     kClipped,
     -9},
    {EventKind::kCongestion, 3, true, {kCongestion, kCongestion, kCongestion}, kCongestionPair, true, 1, kPure, -9},
    {EventKind::kCongestion,
     5,
     true,
     {kCongestion, kCongestion, kCongestion, kCongestion, kCongestion},
     kCongestionPair,
     true,
     2,
     kPure,
     -3},
    {EventKind::kUnobtainable,
     6,
     false,
     {kShort, kShort, kShort, kShort, kLong, {150, 500}},
     kAny,
     true,
     2,
     kPure,
     -6},
    {EventKind::kCallWaiting, 4, false, {kLong, {3200, 4800}, kLong, {200, 4800}}, kAny, true, 1.5F, kPure, -6},
};

constexpr CadenceRow kCallingRows[] = {
    // One burst suffices if nobody has spoken, and sooner if it has exactly this length and frequency. After a greeting
    // it may be the beep of an answering machine.
    {EventKind::kCng, 2, false, {{484, 516}, {700, 4000}}, kAny, false, 1, kPure, -12, {0, 0}, 2000, 6, true},
    {EventKind::kCng, 2, false, {{420, 590}, {2000, 4000}}, kAny, false, 1.25F, kPure, -12, {0, 0}, 0, 0, true},
    {EventKind::kCng, 3, true, {{400, 620}, {2400, 3700}, {350, 620}}, kAny, true, 2, kPure, -6},
};

// 950 Hz for 0.4 s in 10.4 s: the other form of the howler.
constexpr CadenceRow kHowlerRows[] = {
    {EventKind::kHowler, 4, false, {{330, 470}, {9000, 11000}, {350, 450}, {200, 4000}}, kAny, true, 1.5F, kPure, -9},
};

// A short answer tone between two silences; without it, the fax's flags (fax_flags.h) are the proof.
constexpr CadenceRow kAnswerRows[] = {
    {EventKind::kCed, 2, false, {{440, 700}, {250, 2000}}, kAny, false, 1.25F, kPure, -15, {0, 0}, 1000, 0, true},
};

}  // namespace

// The median frequency of a burst is accurate to 2 Hz at SNR 10 dB; the tolerance is 25.
constinit const CadencePlan kProgressPlan = {450, 29, 3.4F, kProgressRows, EventKind::kDial, 2500, 0.85F, 0.4F};
constinit const CadencePlan kHowlerPlan = {950, 29, 3.4F, kHowlerRows, EventKind::kHowler, 2000, 0.85F, 0.6F};
constinit const CadencePlan kCallingPlan = {1100, 40, 8.5F, kCallingRows, EventKind::kNone, 0, 0, 0};
constinit const CadencePlan kAnswerPlan = {2100, 22, 8.5F, kAnswerRows, EventKind::kCed, 1900, 0.6F, 1.4F, 470};

}  // namespace tonegate
