// Names of the event kinds, as `eventKinds` of src/native/index.ts has them.
#ifndef TONEGATE_BIND_KINDS_H_
#define TONEGATE_BIND_KINDS_H_

#include "core/tone/event.h"

namespace tonegate::bind {

// Name of a kind; null for a number that is no kind. The code does not compile if a kind is missing (-Werror=switch).
constexpr const char* NameOf(EventKind kind) {
  switch (kind) {
    case EventKind::kNone:
      return "none";
    case EventKind::kBusy:
      return "busy";
    case EventKind::kRingback:
      return "ringback";
    case EventKind::kCongestion:
      return "congestion";
    case EventKind::kUnobtainable:
      return "unobtainable";
    case EventKind::kCallWaiting:
      return "call-waiting";
    case EventKind::kDial:
      return "dial";
    case EventKind::kHowler:
      return "howler";
    case EventKind::kCng:
      return "cng";
    case EventKind::kCed:
      return "ced";
    case EventKind::kRing:
      return "ring";
    case EventKind::kMusic:
      return "music";
    case EventKind::kSpeech:
      return "speech";
    case EventKind::kDtmf:
      return "dtmf";
    case EventKind::kV21:
      return "v21";
    case EventKind::kSit:
      return "sit";
    case EventKind::kBeep:
      return "beep";
    case EventKind::kForeignBusy:
      return "foreign-busy";
    case EventKind::kForeignRing:
      return "foreign-ring";
    case EventKind::kToneOn:
      return "tone-on";
    case EventKind::kToneOff:
      return "tone-off";
    case EventKind::kSoundOn:
      return "sound-on";
    case EventKind::kSoundOff:
      return "sound-off";
  }
  return nullptr;
}

inline constexpr int kKindLimit = 64;  // every kind's number is below

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_KINDS_H_
