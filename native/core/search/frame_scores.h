// FrameScores: what one frame of a recogniser says of each unit, and which units are worth trying in it.
//
// Raises log probabilities to a floor, picks the likely units, and counts for hotwords units that are
// near what was heard.
// Thread rule: one object per stream. The constructor allocates; the rest never does.
#ifndef TONEGATE_CORE_SEARCH_FRAME_SCORES_H_
#define TONEGATE_CORE_SEARCH_FRAME_SCORES_H_

#include <algorithm>
#include <span>
#include <vector>

#include "core/search/beam_options.h"
#include "core/search/words/context_graph.h"

namespace tonegate {

class FrameScores {
 public:
  explicit FrameScores(const BeamOptions& options);

  // Takes the frame that all further calls refer to. It must stay valid until the next one is taken.
  void Take(std::span<const float> frame) { frame_ = frame; }
  // Such a frame changes the rank of no hypothesis, so nothing has to be picked in it.
  bool IsSureBlank() const { return frame_[blank_] > kSureBlank; }
  bool IsSpeech() const { return frame_[blank_] < non_speech_; }
  // The log probability of a unit; NaNs and positive numbers are corrected.
  float Score(uint16_t unit) const { return frame_[unit] > floor_ ? std::min(frame_[unit], 0.0F) : floor_; }
  float Blank() const { return Score(blank_); }

  // The units to be tried, blank aside, likeliest first.
  void Pick();
  std::span<const uint16_t> picked() const { return picked_; }
  // Log probability of the likeliest unit, blank aside, in a frame where something is said; above 0 where nothing is.
  // REQUIRES: Pick(), or IsSureBlank().
  float Likeliest() const {
    if (frame_[blank_] >= kPauseBlank || picked_.empty()) return kNothing;
    return std::min(frame_[picked_.front()], 0.0F);
  }

  // Computes the units' scores in hotwords. REQUIRES: Pick().
  void Blur(std::span<const NearUnit> near);
  float Near(uint16_t unit) const { return near_[unit]; }
  float least() const { return least_; }          // less likely units are not tried in hotwords
  // Log probability of the likeliest unit or blank, which loses its penalty. REQUIRES: Pick().
  float free_step() const { return free_step_; }

 private:
  static constexpr float kSureBlank = -0.001F;
  static constexpr float kPauseBlank = -0.3567F;  // ln 0.7
  static constexpr float kNothing = 1;

  uint16_t blank_;
  size_t top_units_;
  float unit_nats_, floor_, blank_penalty_;
  float non_speech_;  // log probability
  std::span<const float> frame_;
  std::vector<uint16_t> picked_;
  std::vector<float> near_;
  float least_ = 0;
  float free_step_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_FRAME_SCORES_H_
