// China's call-progress tones (450 Hz +-25, GB/T 3380), the howler, fax tones and foreign ringing.
#include "tone_samples.h"

namespace tonegate::test {
namespace {

// on and off lengths in seconds
const std::vector<double> kBusy = {0.35, 0.35};
const std::vector<double> kRingback = {1.0, 4.0};
const std::vector<double> kCongestion = {0.7, 0.7};
const std::vector<double> kUnobtainable = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.4, 0.4};
const std::vector<double> kCallWaiting = {0.4, 4.0};
const std::vector<double> kForever = {1000, 0};

// True if the tone is decided first, and nothing else is decided.
bool Only(const Tone& tone, EventKind kind) {
  const std::vector<ScreenEvent> events = Screen(Make(tone));
  return Decision(events) == kind && Decision(events, 1) == EventKind::kNone;
}

std::vector<double> Scaled(std::vector<double> lengths, double factor) {
  for (double& length : lengths) length *= factor;
  return lengths;
}

void Domestic() {
  Case("busy and ringback are told at every frequency within 25 Hz of 450", [] {
    for (int hz = 425; hz <= 475; hz += 5) {
      CHECK(Only({.hz = {static_cast<double>(hz)}, .on_off_s = kBusy}, EventKind::kBusy));
      CHECK(Only({.hz = {static_cast<double>(hz)}, .on_off_s = kRingback, .seconds = 12}, EventKind::kRingback));
    }
  });
  Case("busy and ringback are told from -5 to -45 dBm0", [] {
    for (double dbm0 = -5; dbm0 >= -45; dbm0 -= 5) {
      CHECK(Only({.on_off_s = kBusy, .dbm0 = dbm0}, EventKind::kBusy));
      CHECK(Only({.on_off_s = kRingback, .dbm0 = dbm0, .seconds = 12}, EventKind::kRingback));
    }
  });
  Case("busy and ringback are told in white noise 10 dB under the tone", [] {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      CHECK(Only({.on_off_s = kBusy, .snr_db = 10, .seed = seed}, EventKind::kBusy));
      CHECK(Only({.on_off_s = kRingback, .seconds = 12, .snr_db = 10, .seed = seed}, EventKind::kRingback));
    }
  });
  Case("busy and ringback are told when all lengths are 10 % off", [] {
    for (const double factor : {0.9, 1.1}) {
      CHECK(Only({.on_off_s = Scaled(kBusy, factor)}, EventKind::kBusy));
      CHECK(Only({.on_off_s = Scaled(kRingback, factor), .seconds = 12}, EventKind::kRingback));
    }
  });
  Case("at 425 Hz only the sum of a burst and its pause tells China's busy from Europe's faster and slower tones", [] {
    const auto decided = [](double on_s, double off_s) {
      return Decision(Screen(Make({.hz = {425}, .on_off_s = {on_s, off_s}, .seconds = 6})));
    };
    for (const double s : {0.2, 0.24, 0.25}) CHECK(decided(s, s) == EventKind::kNone);
    CHECK(decided(0.255, 0.25) == EventKind::kNone && decided(0.25, 0.255) == EventKind::kNone);
    for (const double s : {0.265, 0.3, 0.4, 0.435}) CHECK(decided(s, s) == EventKind::kBusy);
    for (const double s : {0.445, 0.448, 0.5}) CHECK(decided(s, s) != EventKind::kBusy);
  });
  Case("packets of 20 ms that are lost and filled with zeros belong to their burst", [] {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      CHECK(Only({.on_off_s = kBusy, .seed = seed, .lost = 0.03}, EventKind::kBusy));
      CHECK(Only({.on_off_s = kRingback, .seconds = 12, .seed = seed, .lost = 0.03}, EventKind::kRingback));
    }
  });
  Case("a clean busy tone is decided inside its second burst, ringback within a second of its first", [] {
    const auto busy = Screen(Make({.on_off_s = kBusy, .lead_s = 0.3}));
    const double busy_ms = DecidedMs(busy, EventKind::kBusy);
    CHECK(busy_ms > 300 + 700 && busy_ms < 300 + 1050);
    const auto ringback = Screen(Make({.on_off_s = kRingback, .lead_s = 0.3, .seconds = 12}));
    const double ringback_ms = DecidedMs(ringback, EventKind::kRingback);
    CHECK(ringback_ms > 300 + 1000 && ringback_ms < 300 + 2000);
  });
  Case("a tone that begins in the middle of a burst, or after digital silence, is told as well", [] {
    for (const double cut : {0.05, 0.15, 0.25, 0.4, 0.6}) {
      std::vector<int16_t> samples = Make({.on_off_s = kBusy, .lead_s = 0, .seconds = 8});
      samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(cut * kScreenRateHz));
      CHECK(Decision(Screen(samples)) == EventKind::kBusy);
      std::vector<int16_t> late(3200, 0);
      Append(&late, samples);
      CHECK(Decision(Screen(late)) == EventKind::kBusy);
    }
  });
  Case("congestion, unobtainable, call waiting and dial tone have labels of their own at SNR 40 and 20", [] {
    for (const double snr : {40.0, 20.0}) {
      CHECK(Only({.on_off_s = kCongestion, .seconds = 10, .snr_db = snr}, EventKind::kCongestion));
      CHECK(Only({.on_off_s = kUnobtainable, .seconds = 10, .snr_db = snr}, EventKind::kUnobtainable));
      CHECK(Only({.on_off_s = kCallWaiting, .seconds = 14, .snr_db = snr}, EventKind::kCallWaiting));
      CHECK(Only({.on_off_s = kForever, .snr_db = snr}, EventKind::kDial));
    }
  });
  Case("ringback, then busy when the callee rejects, are both decided", [] {
    std::vector<int16_t> call = Make({.on_off_s = kRingback, .seconds = 7});
    Append(&call, Make({.on_off_s = kBusy, .lead_s = 0.4, .seconds = 6}));
    const auto events = Screen(call);
    CHECK(Decision(events, 0) == EventKind::kRingback);
    CHECK(Decision(events, 1) == EventKind::kBusy);
    CHECK(Decision(events, 2) == EventKind::kNone);
  });
  Case("an isolated ringback burst at the end of the audio is decided by the flush", [] {
    CHECK(Decision(Screen(Make({.on_off_s = {1.0, 60}, .lead_s = 0.2, .seconds = 1.7}))) == EventKind::kRingback);
  });
}

void Others() {
  Case("howler, CNG and CED have labels of their own at SNR 40 and 20", [] {
    for (const double snr : {40.0, 20.0}) {
      CHECK(Only({.hz = {950}, .on_off_s = kForever, .snr_db = snr}, EventKind::kHowler));
      CHECK(Only({.hz = {1100}, .on_off_s = {0.5, 3.0}, .seconds = 12, .snr_db = snr}, EventKind::kCng));
      CHECK(Only({.hz = {2100}, .on_off_s = {3.3, 10}, .seconds = 6, .snr_db = snr}, EventKind::kCed));
    }
  });
  Case("ringing of the US, the UK, France and Hong Kong is `ring`", [] {
    CHECK(Only({.hz = {440, 480}, .on_off_s = {2, 4}, .seconds = 20}, EventKind::kRing));
    CHECK(Only({.hz = {400, 450}, .on_off_s = {0.4, 0.2, 0.4, 2.0}, .seconds = 20}, EventKind::kRing));
    CHECK(Only({.hz = {440}, .on_off_s = {1.5, 3.5}, .seconds = 20}, EventKind::kRing));
    CHECK(Only({.hz = {440, 480}, .on_off_s = {0.4, 0.2, 0.4, 3.0}, .seconds = 20}, EventKind::kRing));
  });
  Case("a burst's evidence carries its times, level and frequency", [] {
    const auto events = Screen(Make({.hz = {440}, .on_off_s = kBusy, .dbm0 = -20, .lead_s = 0.5, .seconds = 3}));
    int bursts = 0;
    for (const ScreenEvent& event : events) {
      if (event.kind != EventKind::kToneOff) continue;
      const double on_ms = static_cast<double>(event.from_sample) / 8;
      CHECK(std::abs(on_ms - 500 - 700 * bursts) < 8);
      CHECK(std::abs(static_cast<double>(event.at_sample) / 8 - on_ms - 350) < 12);
      CHECK(std::abs(event.level_dbm0 + 20) < 0.3);
      CHECK(std::abs(event.frequency_hz - 440) < 1);
      ++bursts;
    }
    CHECK(bursts >= 3);
  });
}

}  // namespace

int Run() {
  Domestic();
  Others();
  return Finish();
}

}  // namespace tonegate::test

int main() { return tonegate::test::Run(); }
