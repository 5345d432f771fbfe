// DTMF keys.
//
// What does it do? DtmfReceiver tells each key press once, after about 40 ms of it. ITU-T Q.23 (frequencies) and Q.24
// (reception): accepts 1.5 % off, refuses 3.5 %; twist 8 dB with the row louder, 4 dB with the column louder; tones and
// pauses of 40 ms and more.
//
// How does it work? In a hop that holds a key two lines, one in each group, make up nearly all of the power; their
// frequencies are read from their main lobes. Three such hops in a row are a key. The key is up when the lines have been
// 8 dB down for three hops: a lost packet of 20 ms is down for two at most, a pause of 40 ms for three at least.
#ifndef TONEGATE_CORE_TONE_DTMF_H_
#define TONEGATE_CORE_TONE_DTMF_H_

#include <cstdint>

#include "core/tone/event.h"
#include "core/tone/spectrum.h"

namespace tonegate {

class DtmfReceiver {
 public:
  static constexpr int kRowFirstBin = 21;  // 697 to 941 Hz with 3 %
  static constexpr int kRowLastBin = 31;
  static constexpr int kColumnFirstBin = 37;  // 1209 to 1633 Hz with 3 %
  static constexpr int kColumnLastBin = 53;

  void Reset() { *this = DtmfReceiver(); }
  bool down() const { return key_ != 0; }
  // `rows`, `columns`: power in the bins above; `total`: above 200 Hz. kind kNone: no new key.
  ScreenEvent Push(const SpectrumView& spectrum, float rows, float columns, float total, int64_t end_sample);

 private:
  char Read(const SpectrumView& spectrum, float total);

  char candidate_ = 0;
  char key_ = 0;  // the key that is down
  int hits_ = 0;
  int quiet_ = 0;
  float power_ = 0;  // of both lines in the newest hop
  float peak_ = 0;
  float hz_[2] = {0, 0};
  int64_t from_sample_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_DTMF_H_
