// Bursts of one line: when a tone was on, when it was off, and how much it looked like a machine's tone.
//
// LineTracker follows the strongest sinusoid near one nominal frequency and keeps the last bursts of
// it, with the gaps between them. It holds no opinion on cadence; that is cadence.h.
//
// A hop belongs to a burst while the line holds most of the hop's power and stays near the burst's
// plateau. The edges are where the line crosses half of the plateau's amplitude, interpolated between hops, so that a
// burst's length depends neither on its level nor on the noise. Holes up to kFoldMs (packets that were lost and filled
// with zeros) belong to the burst. Each burst is summed up by medians, which a lost packet does not move.
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
  float total = 0;  // power above 200 Hz: hum and direct current say nothing
};

// The pause before a burst, or after the last one.
struct Gap {
  float length_ms = 0;
  int hops = 0;             // hops that lie wholly inside; the levels below rest on them
  float total_dbm0 = -126;  // median level of everything
  float other_dbm0 = -126;  // median level of everything but the line's neighbourhood
  float loud_dbm0 = -126;   // of the same, the level that one hop in eight exceeds
  float line_dbm0 = -126;   // median level near the line's frequency
};

struct Burst {
  int64_t on_sample = 0;
  int64_t off_sample = 0;   // of an open burst: the newest sample seen
  bool from_start = false;  // it was there with the first sample: its true length is unknown
  int hops = 0;
  float level_dbm0 = -126;
  float hz = 0;
  float slope_db = 0;      // second half against first half
  float ripple_db = 0;     // median departure from the median level
  float spread_hz = 0;     // median departure from the median frequency
  float drift_hz = 0;      // second half against first half
  float residual = 0;      // median power of everything else, against the line
  float width = 0;         // median LineWidth(): 1/3 for one sinusoid
  float hole_ms = 0;       // lost packets folded into it
  float rise_ms = 0;       // from 1/4 to 3/4 of the amplitude; the window itself takes 9 ms
  float fall_ms = 0;       // 0 while it is open, and when the audio ended in it
  float soft_edge_db = 0;  // how far the level still is from the plateau 40 ms inside the edges
  Gap before;

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
    float reach_hz;      // a hop farther from nominal is not this line
    float split_hz = 0;  // a line that moves farther than this is another burst; 0: nearness to nominal is enough
    // A burst that leaves more than this beside its line, against the line, hides nothing that is fainter than it.
    float clean_residual = 1;
  };
  enum class Step { kNone, kOpened, kClosed };

  explicit LineTracker(const Band& band) : band_(band) {}

  const Band& band() const { return band_; }
  Step Push(const LineHop& hop);

  // Closed bursts, newest first; index < closed().
  size_t closed() const { return closed_; }
  bool forgot() const { return forgot_; }  // earlier bursts were dropped
  const Burst& recent(size_t index) const { return bursts_[(newest_ + kKept - index) % kKept]; }

  // An open burst counts as one once it is established (50 ms).
  bool open() const { return state_ != State::kIdle && established_; }
  // Changes whenever an interval ends and the next begins.
  uint32_t interval() const { return interval_; }
  bool unsure() const { return state_ != State::kIdle && !established_; }  // it may become one
  bool in_hole() const { return state_ == State::kHole; }
  // Lengths up to the newest hop.
  float open_ms() const;
  int64_t newest_on_sample() const {  // of the open burst, or of the newest closed one
    return static_cast<int64_t>(open() || closed_ == 0 ? on_edge_ : static_cast<double>(recent(0).on_sample));
  }
  float gap_before_ms() const { return before_.length_ms; }  // REQUIRES: open()
  float gap_ms() const;                                      // since the last burst ended, or since the first sample
  // REQUIRES: open()
  Burst Summary() const;
  // The gap in progress. REQUIRES: not open()
  Gap GapSummary() const;

  // Ends an open burst where the audio ends. True when there was one.
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
    double at = -1;     // where the amplitude passed half of the plateau's
    float took_ms = 0;  // from 1/4 to 3/4 of it; 0: a lost packet hides it
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
  double centre_ = 0;  // of the newest hop's window
  double on_edge_ = 0;
  double off_edge_ = 0;
  double hole_samples_ = 0;
  float rise_ms_ = 0;
  float sum_ = 0;
  int count_ = 1;
  int age_ = 0;
  int risen_ = 0;
  int moved_ = 0;           // hops, lately, at another frequency than the burst's
  double moved_from_ = 0;   // where they began
  double split_edge_ = -1;  // where the burst took over from another tone; -1: it did not
  float hz_ = 0;            // sliding mean of what was kept
  int kept_ = 0;
  std::array<Sample, kSamples> samples_{};
  Gap before_;

  // The gap in progress, or the one before the open burst.
  double gap_from_ = 0;
  int gap_hops_ = 0;
  int gap_kept_ = 0;
  std::array<float, kSamples> gap_total_{};
  std::array<float, kSamples> gap_line_{};

  float reference_ = 0;  // plateau of the last burst worth the name
  double reference_until_ = 0;
  std::array<Burst, kKept> bursts_{};
  size_t newest_ = 0;
  size_t closed_ = 0;
  bool forgot_ = false;
  uint32_t interval_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_BURST_H_
