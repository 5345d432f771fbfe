// FrameScores: the scores of the units in one frame of a recogniser, and the units that are worth trying.
//
// Raises log probabilities to a floor, picks the likely units, and lets units that are near a hotword's unit count for
// it.
//
// Thread rule: one object per stream. The constructor allocates; all other functions never do.
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
  // Reads the bounds and penalties from the options of the search.
  explicit FrameScores(const BeamOptions& options);

  // Takes the frame to which all further calls refer. It must stay valid until the next one is taken.
  void Take(std::span<const float> frame) { frame_ = frame; }
  // True if blank is so certain that the frame changes the rank of no hypothesis; nothing has to be picked then.
  bool IsSureBlank() const { return frame_[blank_] > kSureBlank; }
  // True if the frame earns hotword credit.
  bool IsSpeech() const { return frame_[blank_] < non_speech_; }
  // Log probability of a unit; NaNs and positive numbers are corrected.
  float Score(uint16_t unit) const { return frame_[unit] > floor_ ? std::min(frame_[unit], 0.0F) : floor_; }
  // Log probability of blank.
  float Blank() const { return Score(blank_); }

  // Picks the units to try, without blank, likeliest first.
  void Pick();
  // The picked units. REQUIRES: Pick().
  std::span<const uint16_t> picked() const { return picked_; }
  // Log probability of the likeliest unit except blank, in a frame with speech; above 0 in others. REQUIRES: Pick(), or
  // IsSureBlank().
  float Likeliest() const {
    if (frame_[blank_] >= kPauseBlank || picked_.empty()) return kNothing;
    return std::min(frame_[picked_.front()], 0.0F);
  }

  // Computes the scores of units in hotwords. REQUIRES: Pick().
  void Blur(std::span<const NearUnit> near);
  // Score of a unit in hotwords. REQUIRES: Blur().
  float Near(uint16_t unit) const { return near_[unit]; }
  float least() const { return least_; }          // least score of a unit in hotwords
  // Log probability of the likeliest unit, or of blank less its penalty. REQUIRES: Pick().
  float free_step() const { return free_step_; }

 private:
  static constexpr float kSureBlank = -0.001F;
  static constexpr float kPauseBlank = -0.3567F;  // ln 0.7
  static constexpr float kNothing = 1;

  uint16_t blank_;
  size_t top_units_;
  float unit_nats_, floor_, blank_penalty_;
  float non_speech_;  // log probability of blank
  std::span<const float> frame_;
  std::vector<uint16_t> picked_;
  std::vector<float> near_;
  float least_ = 0;
  float free_step_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_FRAME_SCORES_H_
