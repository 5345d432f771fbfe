// Sounds that are none of China's tones must not be reported as one.
#include "tone_samples.h"

namespace tonegate::test {
namespace {

const std::vector<double> kBusy = {0.35, 0.35};
const std::vector<double> kRingback = {1.0, 4.0};

bool Domestic(const std::vector<int16_t>& samples) {
  for (const ScreenEvent& event : Screen(samples)) {
    if (event.kind >= EventKind::kBusy && event.kind <= EventKind::kDial) return true;
  }
  return false;
}

void Frequencies() {
  Case("other frequencies in busy's and ringback's cadence are neither", [] {
    for (const double hz : {300.0, 350.0, 400.0, 410.0, 490.0, 500.0, 540.0, 620.0, 900.0}) {
      CHECK(!Domestic(Make({.hz = {hz}, .on_off_s = kBusy, .seconds = 12})));
      CHECK(!Domestic(Make({.hz = {hz}, .on_off_s = kRingback, .seconds = 12})));
    }
  });
  Case("two tones at once are not 450 Hz, even when both lie within reach of it", [] {
    for (const auto& hz :
         std::vector<std::vector<double>>{{440, 480}, {400, 450}, {350, 440}, {480, 620}, {425, 475}}) {
      CHECK(!Domestic(Make({.hz = hz, .on_off_s = kBusy, .seconds = 12})));
      CHECK(!Domestic(Make({.hz = hz, .on_off_s = kRingback, .seconds = 12})));
    }
  });
  Case("busy and congestion tones of Europe, and US ringing, are none of China's", [] {
    for (const auto& cadence : std::vector<std::vector<double>>{{0.5, 0.5}, {0.48, 0.48}, {0.25, 0.25}, {0.2, 0.2}}) {
      CHECK(!Domestic(Make({.hz = {425}, .on_off_s = cadence, .seconds = 12})));
    }
    CHECK(!Domestic(Make({.hz = {440, 480}, .on_off_s = {2, 4}, .seconds = 20})));
    CHECK(!Domestic(Make({.hz = {425}, .on_off_s = {0.4, 0.2, 0.4, 2.0}, .seconds = 20})));
  });
}

void Notes() {
  Case("a decaying A4 in busy's or ringback's rhythm is no tone", [] {
    for (const double decay : {0.1, 0.3, 0.6, 1.0, 2.0}) {
      CHECK(!Domestic(MakeNotes({.decay_s = decay}, 12)));
      CHECK(!Domestic(MakeNotes({.on_s = 1, .off_s = 4, .decay_s = decay}, 20)));
    }
  });
  Case("an A4 or A#4 with overtones is no tone, however steady", [] {
    for (const double hz : {440.0, 466.16}) {
      CHECK(!Domestic(MakeNotes({.hz = hz, .decay_s = 1e9, .overtones = {0.25}}, 12)));
      CHECK(!Domestic(MakeNotes({.hz = hz, .decay_s = 1e9, .overtones = {0, 0.3, 0, 0.15}}, 12)));
    }
  });
  Case("an A4 with vibrato is no tone, nor one that swells or dies away slowly", [] {
    CHECK(!Domestic(MakeNotes({.decay_s = 1e9, .vibrato_hz = 5}, 12)));
    CHECK(!Domestic(MakeNotes({.attack_s = 0.06, .decay_s = 1e9}, 12)));
    CHECK(!Domestic(MakeNotes({.decay_s = 1e9, .release_s = 0.05}, 12)));
  });
  Case("a long A4 with overtones that ends a phrase, with a rest after it, is no ringback", [] {
    const std::vector<double> overtones = {0.5, 0.3};
    std::vector<int16_t> phrase =
        MakeNotes({.hz = 523, .on_s = 0.6, .off_s = 0.05, .decay_s = 1e9, .overtones = overtones}, 2.6);
    const Note last = {.on_s = 1, .off_s = 4, .decay_s = 1e9, .release_s = 0.001, .overtones = overtones};
    Append(&phrase, MakeNotes(last, 2.2));
    phrase.erase(phrase.begin() + 20800, phrase.begin() + 21200);  // leaves 150 ms before it
    CHECK(!Domestic(phrase));
  });
  Case("a French or Spanish ring that the audio's start cuts is no ringback", [] {
    for (const double first : {0.9, 0.96, 1.05, 1.1}) {
      for (const double hz : {440.0, 425.0}) {
        CHECK(!Domestic(Make({.hz = {hz}, .on_off_s = {first, 3.5, 1.5, 3.5, 1.5, 3.5}, .lead_s = 0, .seconds = 14})));
      }
    }
  });
  Case("noise of any level decides nothing", [] {
    for (const double dbm0 : {-50.0, -30.0, -10.0}) {
      const auto events = Screen(Make({.hz = {}, .dbm0 = dbm0, .seconds = 20, .snr_db = 0}));
      CHECK(Decision(events) == EventKind::kNone && Keys(events).empty());
    }
  });
  Case("digital silence decides nothing and has no level", [] {
    const std::vector<int16_t> silence(80000, 0);
    CHECK(Screen(silence).empty());
    Screener screener;
    CHECK(std::isinf(screener.mean_level_dbm0()) && std::isinf(screener.peak_level_dbm0()));
  });
}

}  // namespace

int Run() {
  Frequencies();
  Notes();
  return Finish();
}

}  // namespace tonegate::test

int main() { return tonegate::test::Run(); }
