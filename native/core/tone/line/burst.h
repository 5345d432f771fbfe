// Bursts of one line: the times at which a tone was on and off, and its likeness to a machine's tone.
//
// LineTracker follows the strongest sinusoid near one nominal frequency and keeps its last bursts with the gaps between
// them. It does not judge cadence; cadence.h does.
//
// A hop belongs to a burst while the line holds most of the hop's power and stays near the burst's plateau. The edges
// are where the line crosses half of the plateau's amplitude, interpolated between hops, so that the length of a burst
// depends neither on its level nor on the noise. Holes up to kFoldMs (lost packets that were filled with zeros) belong
// to the burst. Each burst is summarised by medians, which a lost packet does not move.
#ifndef TONEGATE_CORE_TONE_BURST_H_
#define TONEGATE_CORE_TONE_BURST_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/tone/line/spectrum.h"

namespace tonegate {

// Measurements of one line in one hop.
struct LineHop {
  int64_t end_sample = 0;  // one past the newest sample of the hop
  Line line;
  float width = 0;  // LineWidth() around the line
  float total = 0;  // power above 200 Hz, without hum and direct current
};

// The pause before a burst, or after the last one.
struct Gap {
  float length_ms = 0;
  int hops = 0;             // number of hops wholly inside it, from which the levels below come
  float total_dbm0 = -126;  // median level of everything
  float other_dbm0 = -126;  // median level of everything but the line's neighbourhood
  float loud_dbm0 = -126;   // level of the same that one hop in eight exceeds
  float line_dbm0 = -126;   // median level near the line's frequency
};

struct Burst {
  int64_t on_sample = 0;
  int64_t off_sample = 0;   // end; for an open burst, the newest sample
  bool from_start = false;  // true if it was there from the first sample: its true length is unknown
  int hops = 0;
  float level_dbm0 = -126;
  float hz = 0;
  float slope_db = 0;      // level of the second half relative to the first half
  float ripple_db = 0;     // median departure from the median level
  float spread_hz = 0;     // median departure from the median frequency
  float drift_hz = 0;      // frequency of the second half relative to the first half
  float residual = 0;      // median power of everything else, relative to the line
  float width = 0;         // median LineWidth(): 1/3 for one sinusoid
  float hole_ms = 0;       // length of lost packets within it
  float rise_ms = 0;       // from 1/4 to 3/4 of the amplitude; the window itself takes 9 ms
  float fall_ms = 0;       // the same for the fall; 0 while it is open, and if the audio ended in it
  float soft_edge_db = 0;  // distance of the level from the plateau 40 ms inside the edges
  Gap before;

  // Length in ms.
  float length_ms() const { return static_cast<float>(off_sample - on_sample) * (1000.0F / 8000.0F); }
};

class LineTracker {
 public:
  static constexpr float kFoldMs = 68;
  static constexpr size_t kKept = 8;

  struct Band {
    int first_bin;
    int last_bin;
    float nominal_hz;
    float reach_hz;      // distance from nominal beyond which a hop is not this line
    float split_hz = 0;  // movement that begins another burst; 0: any within reach_hz is allowed
    // Residual power relative to the line above which a burst hides no fainter signal.
    float clean_residual = 1;
  };
  enum class Step { kNone, kOpened, kClosed };

  // Follows the strongest line in a band.
  explicit LineTracker(const Band& band) : band_(band) {}

  const Band& band() const { return band_; }
  // Hears one hop. Returns kOpened or kClosed if a burst was opened or closed by it.
  Step Push(const LineHop& hop);

  // Number of closed bursts that are kept; recent() gives them, newest first. REQUIRES: index < closed().
  size_t closed() const { return closed_; }
  bool forgot() const { return forgot_; }  // true if earlier bursts were dropped
  const Burst& recent(size_t index) const { return bursts_[(newest_ + kKept - index) % kKept]; }

  // True if a burst is in progress; it counts once it is established (50 ms).
  bool open() const { return state_ != State::kIdle && established_; }
  // A number that changes whenever an interval ends and the next one begins.
  uint32_t interval() const { return interval_; }
  bool unsure() const { return state_ != State::kIdle && !established_; }  // true if a burst may have begun
  // True within a hole of a burst.
  bool in_hole() const { return state_ == State::kHole; }
  // Length of the open burst up to the newest hop, ms.
  float open_ms() const;
  int64_t newest_on_sample() const {  // start of the open burst, or of the newest closed one
    return static_cast<int64_t>(open() || closed_ == 0 ? on_edge_ : static_cast<double>(recent(0).on_sample));
  }
  float gap_before_ms() const { return before_.length_ms; }  // REQUIRES: open()
  float gap_ms() const;                                      // time since the last burst, or the first sample
  // Summary of the open burst so far. REQUIRES: open()
  Burst Summary() const;
  // Summary of the gap in progress. REQUIRES: not open()
  Gap GapSummary() const;

  // Ends an open burst at the end of the audio. Returns whether there was one.
  bool Finish();

 private:
  enum class State : uint8_t { kIdle, kOn, kHole };
  struct Sample {
    float level_dbm0;
    float hz;
    float residual;
    float width;
  };
  struct Edge {
    double at = -1;     // position at which the amplitude passed half of the plateau's
    float took_ms = 0;  // time from 1/4 to 3/4 of it; 0 if a lost packet hides it
    bool dips = false;
  };
  static constexpr int kHistory = 16;
  static constexpr int kSamples = 128;

  void Start(const LineHop& hop);
  void Keep(const LineHop& hop);
  bool Moved(const LineHop& hop);
  Edge FindEdge(int inside, int step) const;
  void FindOnEdge();
  void Close(double off_edge);
  void CountGap();
  float plateau() const { return sum_ / static_cast<float>(count_); }
  float LineAgo(int hops) const { return line_history_[(pushed_ - 1 - hops) & (kHistory - 1)]; }
  float TotalAgo(int hops) const { return total_history_[(pushed_ - 1 - hops) & (kHistory - 1)]; }

  Band band_;
  State state_ = State::kIdle;
  bool established_ = false;
  int64_t pushed_ = 0;
  std::array<float, kHistory> line_history_{};
  std::array<float, kHistory> total_history_{};

  // The burst in progress. Edges are sample positions (window centres, interpolated).
  double centre_ = 0;  // centre of the newest hop's window
  double on_edge_ = 0;
  double off_edge_ = 0;
  double hole_samples_ = 0;
  float rise_ms_ = 0;
  float sum_ = 0;
  int count_ = 1;
  int age_ = 0;
  int risen_ = 0;
  int moved_ = 0;           // recent hops at another frequency than the burst's
  double moved_from_ = 0;   // start of these hops
  double split_edge_ = -1;  // position at which the burst took over from another tone; -1 if it did not
  float hz_ = 0;            // sliding mean frequency of the kept hops
  int kept_ = 0;
  std::array<Sample, kSamples> samples_{};
  Gap before_;

  // The gap in progress, or the one before the open burst.
  double gap_from_ = 0;
  int gap_hops_ = 0;
  int gap_kept_ = 0;
  std::array<float, kSamples> gap_total_{};
  std::array<float, kSamples> gap_line_{};

  float reference_ = 0;  // plateau of the last real burst
  double reference_until_ = 0;
  std::array<Burst, kKept> bursts_{};
  size_t newest_ = 0;
  size_t closed_ = 0;
  bool forgot_ = false;
  uint32_t interval_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_BURST_H_
