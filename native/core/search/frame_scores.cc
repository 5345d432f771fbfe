#include "core/search/frame_scores.h"

#include "core/base/exp_log.h"

namespace tonegate {

FrameScores::FrameScores(const BeamOptions& options)
    : blank_(options.blank),
      top_units_(options.top_units),
      unit_nats_(options.unit_nats),
      floor_(options.floor),
      blank_penalty_(options.blank_penalty),
      non_speech_(Ln(std::max(options.non_speech, 1e-30F))),
      near_(options.units) {
  picked_.reserve(options.units);
}

void FrameScores::Pick() {
  picked_.clear();
  least_ = *std::max_element(frame_.begin(), frame_.end()) - unit_nats_;
  for (uint32_t unit = 0; unit < frame_.size(); ++unit) {
    if (frame_[unit] >= least_ && unit != blank_) picked_.push_back(static_cast<uint16_t>(unit));
  }
  auto likelier = [&](uint16_t a, uint16_t b) { return frame_[a] != frame_[b] ? frame_[a] > frame_[b] : a < b; };
  if (picked_.size() > top_units_) {
    const auto middle = picked_.begin() + static_cast<std::ptrdiff_t>(top_units_);
    std::nth_element(picked_.begin(), middle, picked_.end(), likelier);
    picked_.erase(middle, picked_.end());
  }
  std::sort(picked_.begin(), picked_.end(), likelier);
  free_step_ = Blank() - blank_penalty_;
  if (!picked_.empty()) free_step_ = std::max(free_step_, Score(picked_.front()));
}

void FrameScores::Blur(std::span<const NearUnit> near) {
  const auto units = static_cast<uint32_t>(near_.size());
  for (uint32_t unit = 0; unit < units; ++unit) near_[unit] = Score(static_cast<uint16_t>(unit));
  for (const auto& [meant, heard, cost] : near) {
    if (meant >= units || heard >= units) continue;
    near_[meant] = std::max(near_[meant], Score(heard) - cost);
  }
}

}  // namespace tonegate
