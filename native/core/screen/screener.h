// Screener: hears 8 kHz linear audio and reports its call-progress signals and their times.
//
// Push() takes any number of samples, in any slicing, and adds ScreenEvents to the caller's list: decisions (busy,
// ringback, ... dtmf, music, speech) and the evidence for them. The same samples give the same events, whatever the
// slicing.
//
// Thread rule: one Screener belongs to one call and one thread; different Screeners share only constants.
// Memory: the object allocates once, in its constructor; Push() and Flush() never allocate.
#ifndef TONEGATE_CORE_SCREEN_SCREENER_H_
#define TONEGATE_CORE_SCREEN_SCREENER_H_

#include <cstdint>
#include <span>

#include "core/tone/event.h"

namespace tonegate {

class Screener {
 public:
  Screener();
  ~Screener();
  Screener(const Screener&) = delete;
  Screener& operator=(const Screener&) = delete;

  // Returns to the state of a fresh object, at sample 0.
  void Reset();

  // Hears `samples`: 8 kHz, 16-bit linear. Events are added to *out as they are decided; kToneOff and kSoundOff carry
  // the earlier position at which the burst or the sound ended.
  void Push(std::span<const int16_t> samples, EventList* out);

  // Ends the audio: makes the decisions that are possible from the audio so far (for example, it closes an open burst).
  void Flush(EventList* out);

  // Number of samples so far.
  int64_t samples_seen() const;
  // Mean and peak level of all audio so far, dBm0; -inf before the first sample.
  float mean_level_dbm0() const;
  float peak_level_dbm0() const;

 private:
  struct State;
  State* state_;  // allocated once in the constructor
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SCREEN_SCREENER_H_
