// The screener's events about a call's audio: a closed list of kinds and one flat record.
//
// Times are sample counts at 8 kHz since the first sample of the session (source: docs/lifecycle.md); the wall clock is
// added once, at the interface. Levels are dBm0, where a full-scale sine has +3.14 (ITU-T G.711 A-law).
#ifndef TONEGATE_CORE_TONE_EVENT_H_
#define TONEGATE_CORE_TONE_EVENT_H_

#include <array>
#include <cstddef>
#include <cstdint>

namespace tonegate {

inline constexpr int kScreenRateHz = 8000;

// The numbers are passed to JavaScript (src/native/index.ts holds the same list; a test compares the two).
enum class EventKind : int32_t {
  kNone = 0,
  // Decisions: a kind is decided at most once per stretch of that signal.
  kBusy = 1,          // 450 Hz 0.35/0.35 s
  kRingback = 2,      // 450 Hz 1.0/4.0 s
  kCongestion = 3,    // 450 Hz 0.7/0.7 s
  kUnobtainable = 4,  // 450 Hz 3x(0.1/0.1) + 0.4/0.4 s
  kCallWaiting = 5,   // 450 Hz 0.4/4.0 s
  kDial = 6,          // 450 Hz, continuous
  kHowler = 7,        // 950 Hz
  kCng = 8,           // fax calling tone, 1100 Hz 0.5/3.0 s
  kCed = 9,           // fax answer tone, 2100 Hz: 2.6-4.0 s by the standard, from 0.5 s in practice
  kRing = 10,         // other regular ringing (foreign networks)
  kMusic = 11,        // coloured ring-back
  kSpeech = 12,       // somebody or something speaks
  kDtmf = 13,         // one key; `detail` is its character code
  kV21 = 14,          // fax: HDLC flags at 300 bit/s, 1650 and 1850 Hz
  // Facts about the far end that decide nothing by themselves; each may be reported again and again.
  kSit = 15,          // special information tone: three rising tones before an announcement
  kBeep = 16,         // a lone tone after speech, like that of an answering machine
  kForeignBusy = 17,  // busy or congestion abroad; `detail` is the row of tone_plan.h
  kForeignRing = 18,  // ringing abroad; `detail` likewise
  // Evidence: the timeline for the decisions.
  kToneOn = 32,   // a tone burst began at from_sample, at frequency_hz
  kToneOff = 33,  // it ended at at_sample; [from_sample, at_sample) is the burst
  kSoundOn = 34,  // level rose above the noise floor (anything audible)
  kSoundOff = 35,
};

struct ScreenEvent {
  EventKind kind = EventKind::kNone;
  int32_t detail = 0;         // kDtmf: the key's character code; kForeign...: a row of tone_plan.h; else 0
  int64_t at_sample = 0;      // time of the decision: the newest sample that it used
  int64_t from_sample = 0;    // beginning of the signal
  float level_dbm0 = 0;       // mean level of that signal
  float frequency_hz = 0;     // estimated frequency; 0 when it has none
  float confidence = 0;       // [0, 1]
};

// A bounded list that the caller owns; nothing here allocates. A full list drops evidence first: its last `kReserved`
// places are reserved for decisions. `dropped` counts the lost events.
class EventList {
 public:
  static constexpr size_t kCapacity = 128;
  static constexpr size_t kReserved = 32;

  // Removes all events; dropped() stays.
  void Clear() { size_ = 0; }
  // Number of events in the list.
  size_t size() const { return size_; }
  // Number of events that were lost since the list was made.
  size_t dropped() const { return dropped_; }
  const ScreenEvent& operator[](size_t i) const { return events_[i]; }
  // Adds an event, or drops it if there is no place.
  void Add(const ScreenEvent& event) {
    const bool evidence = event.kind >= EventKind::kToneOn;
    if (size_ >= (evidence ? kCapacity - kReserved : kCapacity)) {
      ++dropped_;
      return;
    }
    events_[size_++] = event;
  }

 private:
  std::array<ScreenEvent, kCapacity> events_{};
  size_t size_ = 0;
  size_t dropped_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_EVENT_H_
