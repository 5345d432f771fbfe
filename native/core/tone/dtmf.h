// Receiver of DTMF keys.
//
// DtmfReceiver reports each key press once, after about 40 ms of it. ITU-T Q.23 (frequencies) and Q.24 (reception): it
// accepts 1.5 % off and refuses 3.5 %; twist 8 dB with the row louder, 4 dB with the column louder; tones and pauses of
// 40 ms and more.
//
// In a hop with a key, two lines, one in each group, make up nearly all of the power; their frequencies are read from
// their main lobes. A key is down after three consecutive hops that agree. A press of 40 ms fills only one or two
// windows: one good hop then suffices if its neighbours show roughly the same key and the power rises before it and
// falls after it. The key is up when the lines have been 8 dB down for three hops: a lost packet of 20 ms is down for
// two at most, a pause of 40 ms for three at least.
#ifndef TONEGATE_CORE_TONE_DTMF_H_
#define TONEGATE_CORE_TONE_DTMF_H_

#include <cstdint>

#include "core/tone/event.h"
#include "core/tone/line/spectrum.h"

namespace tonegate {

class DtmfReceiver {
 public:
  static constexpr int kRowFirstBin = 21;  // 697 to 941 Hz with 3 %
  static constexpr int kRowLastBin = 31;
  static constexpr int kColumnFirstBin = 37;  // 1209 to 1633 Hz with 3 %
  static constexpr int kColumnLastBin = 53;

  // True while a key is pressed.
  bool down() const { return down_ >= 0; }
  // Hears one hop. `rows`, `columns`: power in the bins above; `total`: power above 200 Hz; `end_sample`: one past the
  // newest sample. Returns kDtmf, or kNone if there is no new key.
  ScreenEvent Push(const SpectrumView& spectrum, float rows, float columns, float total, int64_t end_sample);

 private:
  struct Reading {
    int key = -1;       // index of the nearest key, within the tolerance at the edges of a press
    bool good = false;  // true if it is within the tolerance, and clean
    float row_hz = 0;
    float column_hz = 0;
  };

  Reading Read(const SpectrumView& spectrum, float total) const;
  void Release(int key, float total);
  bool Decided(const Reading& now);

  int down_ = -1;  // the key that is down
  int quiet_ = 0;
  float down_peak_ = 0;
  float power_ = 0;  // power of both groups in the newest hop
  float power_before_ = 0;
  // The run of hops with one key.
  int run_key_ = -1;
  int run_ = 0;
  int good_ = 0;  // consecutive good hops that agree
  bool any_good_ = false;
  bool rose_ = false;  // true if it rose from a much lower level
  float run_peak_ = 0;
  Reading last_;
  int64_t from_sample_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_DTMF_H_
