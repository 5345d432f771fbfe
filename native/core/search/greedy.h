// GreedySearch: the likeliest unit of every frame; repeats joined, blanks dropped (CTC's best path).
//
// Pushing frames in pieces gives the units of pushing them whole.
// Thread rule: one object per stream.
#ifndef TONEGATE_CORE_SEARCH_GREEDY_H_
#define TONEGATE_CORE_SEARCH_GREEDY_H_

#include <span>

#include "core/search/result.h"

namespace tonegate {

class GreedySearch {
 public:
  // REQUIRES: blank < units.
  GreedySearch(uint32_t units, uint16_t blank) : units_(units), blank_(blank) {}

  // Whole frames of `units` log probabilities. REQUIRES: log_probs.size() is a multiple of units.
  void Push(std::span<const float> log_probs);
  // Units heard since the last Reset().
  const std::vector<HeardUnit>& heard() const { return heard_; }
  // Frames since Restart(), and those of them after the last unit's end.
  uint32_t frames() const { return frame_; }
  uint32_t trailing_frames() const { return frame_ - last_end_; }

  // A new segment; time goes on.
  void Reset();
  // A new stream.
  void Restart();

 private:
  uint32_t units_;
  uint16_t blank_;
  uint32_t frame_ = 0;
  uint32_t last_end_ = 0;
  bool open_ = false;  // the last frame was the last unit's
  std::vector<HeardUnit> heard_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_GREEDY_H_
