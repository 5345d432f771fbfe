// The screener as a stream: slicing, order, reuse, levels; and the guess of speech or music beside the tones.
#include "tone_samples.h"

namespace tonegate::test {
namespace {

bool Same(const std::vector<ScreenEvent>& a, const std::vector<ScreenEvent>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].kind != b[i].kind || a[i].detail != b[i].detail || a[i].at_sample != b[i].at_sample ||
        a[i].from_sample != b[i].from_sample || a[i].level_dbm0 != b[i].level_dbm0 ||
        a[i].frequency_hz != b[i].frequency_hz || a[i].confidence != b[i].confidence) {
      return false;
    }
  }
  return true;
}

int Count(const std::vector<ScreenEvent>& events, EventKind kind) {
  int count = 0;
  for (const ScreenEvent& event : events) count += event.kind == kind ? 1 : 0;
  return count;
}

std::vector<int16_t> MixedCall() {
  std::vector<int16_t> call = Make({.on_off_s = {1.0, 4.0}, .seconds = 7, .snr_db = 20, .lost = 0.02});
  Append(&call, MakeNotes({.decay_s = 0.5, .overtones = {0.4, 0.2}}, 6));
  Append(&call, Make({.hz = {697, 1209}, .on_off_s = {0.1, 0.1}, .seconds = 1}));
  Append(&call, Make({.seconds = 4, .snr_db = 15}));
  return call;
}

void Stream() {
  Case("the same samples give the same events however they are sliced", [] {
    const std::vector<int16_t> call = MixedCall();
    const auto whole = Screen(call, call.size());
    CHECK(Decision(whole, 0) == EventKind::kRingback);
    for (const size_t slice : {1, 7, 79, 80, 81, 160, 320, 333, 800, 8000}) CHECK(Same(whole, Screen(call, slice)));
  });
  Case("decisions come in the order of at_sample", [] {
    int64_t last = 0;
    for (const ScreenEvent& event : Screen(MixedCall())) {
      if (!IsDecision(event)) continue;
      CHECK(event.at_sample >= last && event.from_sample <= event.at_sample);
      last = event.at_sample;
    }
  });
  Case("after Reset() a screener is as good as new", [] {
    const std::vector<int16_t> call = MixedCall();
    Screener screener;
    EventList list;
    screener.Push(call, &list);
    screener.Flush(&list);
    screener.Reset();
    CHECK(screener.samples_seen() == 0);
    list.Clear();
    const std::vector<int16_t> busy = Make({.seconds = 4});
    screener.Push(busy, &list);
    screener.Flush(&list);
    std::vector<ScreenEvent> again;
    for (size_t i = 0; i < list.size(); ++i) again.push_back(list[i]);
    CHECK(Same(again, Screen(busy)));
    CHECK(screener.samples_seen() == static_cast<int64_t>(busy.size()));
  });
  Case("a tone that the end cuts off ends there, once; one that has ended stays as it was told", [] {
    const std::vector<int16_t> cut = Make({.on_off_s = {1000, 0}, .seconds = 2});
    const auto events = Screen(cut);
    CHECK(Count(events, EventKind::kToneOn) == 1 && Count(events, EventKind::kToneOff) == 1);
    for (const ScreenEvent& event : events) {
      if (event.kind == EventKind::kToneOff) CHECK(static_cast<size_t>(event.at_sample) + 800 > cut.size());
    }
    std::vector<int16_t> ended = Make({.on_off_s = {0.5, 1000}, .seconds = 2});
    CHECK(Count(Screen(ended), EventKind::kToneOff) == 1);
  });
  Case("mean and peak level are those of the samples, in dBm0", [] {
    Screener screener;
    EventList list;
    screener.Push(
        Make({.on_off_s = {1000, 0}, .dbm0 = -10, .lead_s = 0, .seconds = 1.007, .snr_db = 90, .alaw = false}), &list);
    CHECK(std::abs(screener.mean_level_dbm0() + 10) < 0.05);
    CHECK(std::abs(screener.peak_level_dbm0() + 10) < 0.05);  // the peak level of a sine is its level
  });
  Case("a full event list drops evidence before decisions", [] {
    EventList list;
    for (int i = 0; i < 1000; ++i) list.Add({.kind = EventKind::kToneOn});
    list.Add({.kind = EventKind::kBusy});
    CHECK(list[list.size() - 1].kind == EventKind::kBusy && list.dropped() > 0);
  });
  Case("full-scale square waves and single extreme samples do no harm", [] {
    std::vector<int16_t> square(80000);
    for (size_t i = 0; i < square.size(); ++i) square[i] = i / 9 % 2 == 0 ? int16_t{32767} : int16_t{-32768};
    CHECK(Decision(Screen(square)) != EventKind::kDial);
    std::vector<int16_t> clicks(80000, 0);
    for (size_t i = 0; i < clicks.size(); i += 997) clicks[i] = -32768;
    CHECK(Decision(Screen(clicks)) == EventKind::kNone);
  });
}

// A chord that is held, and changed every half second.
std::vector<int16_t> Chords(double seconds) {
  std::vector<int16_t> sound;
  const std::vector<std::vector<double>> chords = {{262, 330, 392, 784}, {294, 349, 440, 880}, {247, 294, 392, 988}};
  for (size_t i = 0; static_cast<double>(i) * 0.5 < seconds; ++i) {
    Append(&sound, Make({.hz = chords[i % 3], .on_off_s = {1, 0}, .dbm0 = -20, .lead_s = 0, .seconds = 0.5}));
  }
  return sound;
}

void Sound() {
  Case("chords that go on are music, and never a tone",
       [] { CHECK(Decision(Screen(Chords(10))) == EventKind::kMusic); });
  Case("gliding voiced syllables with pauses are speech",
       [] { CHECK(Decision(Screen(Babble(8))) == EventKind::kSpeech); });
  Case("ringback that is answered is ringback, then speech", [] {
    std::vector<int16_t> call = Make({.on_off_s = {1.0, 4.0}, .seconds = 7});
    Append(&call, Babble(9));
    const auto events = Screen(call);
    CHECK(Decision(events, 0) == EventKind::kRingback);
    CHECK(Decision(events, 1) == EventKind::kSpeech);
  });
  Case("coloured ring-back is music first; a busy tone after it is still decided", [] {
    std::vector<int16_t> call = Chords(8);
    Append(&call, Make({.lead_s = 0.3, .seconds = 5}));
    const auto events = Screen(call);
    CHECK(Decision(events, 0) == EventKind::kMusic);
    CHECK(Decision(events, 1) == EventKind::kBusy);
  });
  Case("sound on and sound off frame what is audible", [] {
    std::vector<int16_t> call(8000, 0);
    Append(&call, Make({.hz = {1000}, .on_off_s = {1.0, 60}, .lead_s = 0, .seconds = 2.5, .snr_db = 60}));
    bool on = false, off = false;
    for (const ScreenEvent& event : Screen(call)) {
      if (event.kind == EventKind::kSoundOn) on = std::abs(static_cast<double>(event.from_sample) - 8000) < 320;
      if (event.kind == EventKind::kSoundOff) {
        off = std::abs(static_cast<double>(event.at_sample) - 16000) < 480 && std::abs(event.level_dbm0 + 15) < 1;
      }
    }
    CHECK(on && off);
  });
  Case("no sound is heard in the tail of a tone", [] {
    int64_t tone_off = -1;
    int sounds = 0;
    for (const ScreenEvent& event : Screen(Make({.on_off_s = {1.0, 4.0}, .seconds = 9, .snr_db = 60}))) {
      if (event.kind == EventKind::kToneOff) tone_off = event.at_sample;
      if (event.kind == EventKind::kSoundOff) CHECK(event.at_sample <= tone_off && ++sounds > 0);
    }
    CHECK(sounds == 2);
  });
  Case("a tone or a pair of tones that is switched on and off is not music", [] {
    for (const auto& hz : std::vector<std::vector<double>>{{300}, {600}, {1000}, {480, 620}, {600, 900}}) {
      for (const auto& cadence : std::vector<std::vector<double>>{{0.35, 0.35}, {1.0, 4.0}, {0.5, 0.5}, {60, 1}}) {
        CHECK(Count(Screen(Make({.hz = hz, .on_off_s = cadence, .seconds = 20})), EventKind::kMusic) == 0);
      }
    }
  });
  Case("mains hum is not music, and clicks are not speech", [] {
    const auto hum = Screen(Make({.hz = {250, 350, 450, 550}, .on_off_s = {60, 1}, .dbm0 = -26, .seconds = 20}));
    CHECK(Count(hum, EventKind::kMusic) == 0);
    std::vector<int16_t> clicks(160000, 0);
    Random random(3);
    for (size_t at = 500; at + 400 < clicks.size(); at += 400 + static_cast<size_t>(random.Unit() * 1600)) {
      const double hz = 300 + 2500 * random.Unit();
      for (size_t i = 0; i < 400; ++i) {
        const double t = static_cast<double>(i) / kScreenRateHz;
        clicks[at + i] = static_cast<int16_t>(8000 * std::exp(-t / 0.005) * std::sin(kTau * hz * t));
      }
    }
    CHECK(Count(Screen(clicks), EventKind::kSpeech) == 0);
  });
}

}  // namespace

int Run() {
  Stream();
  Sound();
  return Finish();
}

}  // namespace tonegate::test

int main() { return tonegate::test::Run(); }
