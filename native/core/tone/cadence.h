// Decides which signal a row of bursts is.
//
// A Cadence looks at a LineTracker after every hop and decides one of the kinds of its plan.
//
// A row of the plan fits if the newest intervals, including the one in progress, have its lengths. It decides if its
// bursts are also alike and clean enough (quality.h) and its gaps are quiet. The cleaner the evidence, the shorter the
// row that suffices: busy can be decided inside its second burst, ringback 0.7 s after its first; in noise a further
// burst is required.
#ifndef TONEGATE_CORE_TONE_CADENCE_H_
#define TONEGATE_CORE_TONE_CADENCE_H_

#include "core/tone/line/burst.h"
#include "core/tone/cadence_table.h"
#include "core/tone/event.h"

namespace tonegate {

class Cadence {
 public:
  // Uses a plan, which must outlive the object.
  explicit Cadence(const CadencePlan& plan) : plan_(&plan) {}

  struct Call {
    EventKind told;  // the newest decision of the call, which is not made again
    bool alone;      // no voice, music or lone note came shortly before the newest burst
    bool tune;       // lone notes came shortly before it
    int64_t now;     // end of the newest hop
  };

  // Decides from the tracker's state after a hop, at most once per interval. Returns kind kNone if there is nothing to
  // report.
  ScreenEvent Look(const LineTracker& tracker, const Call& call);
  // Decides at the end of the audio, after the tracker has finished: shorter waits suffice.
  ScreenEvent Finish(const LineTracker& tracker, const Call& call);

 private:
  ScreenEvent Match(const LineTracker& tracker, const Call& call, bool at_end);
  ScreenEvent Judge(const LineTracker& tracker, const CadenceRow& row, int64_t now);
  ScreenEvent JudgeSteady(const LineTracker& tracker, int64_t now);
  void Weighed();

  const CadencePlan* plan_;
  uint32_t interval_ = 0;  // the tracker's interval at the last call
  int wait_hops_ = 0;      // hops until a row that fits but is not clean is checked again
  int longer_wait_hops_ = 0;
  bool decided_ = false;  // true if this interval had a decision
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_CADENCE_H_
