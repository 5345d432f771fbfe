#include "core/search/greedy.h"

#include <algorithm>

#include "core/base/exp_log.h"

namespace tonegate {

void GreedySearch::Push(std::span<const float> log_probs) {
  for (size_t at = 0; at + units_ <= log_probs.size(); at += units_, ++frame_) {
    const auto frame = log_probs.subspan(at, units_);
    const auto best = std::max_element(frame.begin(), frame.end());
    const auto unit = static_cast<uint16_t>(best - frame.begin());
    if (unit == blank_) {
      open_ = false;
      continue;
    }
    const float probability = *best < 0 ? Exp(*best) : 1;
    if (!open_ || heard_.back().unit != unit) heard_.push_back({unit, frame_, frame_, 0});
    open_ = true;
    HeardUnit& heard = heard_.back();
    heard.end_frame = last_end_ = frame_ + 1;
    heard.confidence = std::max(heard.confidence, probability);
  }
}

void GreedySearch::Reset() {
  heard_.clear();
  open_ = false;
  last_end_ = frame_;
}

void GreedySearch::Restart() {
  frame_ = 0;
  Reset();
}

}  // namespace tonegate
