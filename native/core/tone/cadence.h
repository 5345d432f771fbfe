// Decides which signal a row of bursts is.
//
// A Cadence looks at a LineTracker after every hop and decides one of the kinds of its plan.
//
// A row of the plan fits when the newest intervals, up to the one in progress, have its lengths. It
// decides when the bursts in it are also alike and clean enough (quality.h) and the gaps quiet. The cleaner the
// evidence, the shorter the row that suffices: busy can be decided inside its second burst, ringback 0.7 s after its
// first; in noise a further burst is waited for.
#ifndef TONEGATE_CORE_TONE_CADENCE_H_
#define TONEGATE_CORE_TONE_CADENCE_H_

#include "core/tone/line/burst.h"
#include "core/tone/cadence_table.h"
#include "core/tone/event.h"

namespace tonegate {

class Cadence {
 public:
  explicit Cadence(const CadencePlan& plan) : plan_(&plan) {}

  struct Call {
    EventKind told;  // the newest decision of the call; it is not looked for again
    bool alone;      // no voice, music or lone note came shortly before the newest burst
    bool tune;       // lone notes did
    int64_t now;     // where the newest hop ended
  };

  // Decides from the tracker's state after a hop, at most once per interval. kind kNone: nothing to say.
  ScreenEvent Look(const LineTracker& tracker, const Call& call);
  // The audio has ended, the tracker has finished: a shorter wait will do.
  ScreenEvent Finish(const LineTracker& tracker, const Call& call);

 private:
  ScreenEvent Match(const LineTracker& tracker, const Call& call, bool at_end);
  ScreenEvent Judge(const LineTracker& tracker, const CadenceRow& row, int64_t now);
  ScreenEvent JudgeSteady(const LineTracker& tracker, int64_t now);
  void Weighed();

  const CadencePlan* plan_;
  uint32_t interval_ = 0;  // the tracker's, at the last look
  int wait_hops_ = 0;      // until a row that fitted but was not clean is weighed again
  int longer_wait_hops_ = 0;
  bool decided_ = false;  // in this interval
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_CADENCE_H_
