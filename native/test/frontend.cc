// The path of one slice: every format, every fault, the same events whatever the slicing, no allocation.
#include "core/frontend/frontend.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "check.h"
#include "core/codec/adpcm.h"
#include "core/codec/g711.h"
#include "core/codec/packed/packer.h"
#include "core/resample/resampler.h"
#include "samples.h"

#if defined(__SANITIZE_ADDRESS__)
// Declared in sanitizer/allocator_interface.h, which not every compiler package has.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*allocated)(const volatile void*, size_t),
                                                         void (*freed)(const volatile void*));
#endif

namespace tonegate::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMinSliceMs = 40, kMaxSliceMs = 1000;  // specification 2, section 8
constexpr int64_t kEventToleranceSamples = 160;         // 20 ms at 8 kHz
constexpr int kBusyMs = 350;

std::unique_ptr<Frontend> Make(Encoding encoding, int rate_hz, double min_ms = kMinSliceMs, double max_ms = kMaxSliceMs,
                               int samples_rate_hz = 0) {
  std::unique_ptr<Frontend> frontend;
  CHECK(Frontend::Make({encoding, rate_hz, min_ms, max_ms, samples_rate_hz}, &frontend) == Status::kOk);
  return frontend;
}

struct Heard {
  std::vector<ScreenEvent> events;
  std::vector<int16_t> samples;
  std::vector<int16_t> narrow_samples;
  Status fault = Status::kOk;
};

// Encodes `samples` and pushes them in slices of slice_ms.
Heard Listen(Frontend* frontend, Encoding encoding, int rate_hz, std::span<const int16_t> samples, int slice_ms) {
  Heard heard;
  EventList events;
  const auto keep = [&heard, &events, frontend] {
    const auto [samples, narrow] = std::pair(frontend->samples(), frontend->narrow_samples());
    heard.samples.insert(heard.samples.end(), samples.begin(), samples.end());
    heard.narrow_samples.insert(heard.narrow_samples.end(), narrow.begin(), narrow.end());
    for (size_t i = 0; i < events.size(); ++i) heard.events.push_back(events[i]);
    events.Clear();
  };
  std::unique_ptr<Packer> packer;
  if (encoding == Encoding::kSpeex) packer = Packer::MakeSpeex(rate_hz, 8);
  if (encoding == Encoding::kOpus) packer = Packer::MakeOpus(rate_hz, 24000, 20);
  AdpcmEncoder adpcm;
  const size_t step = static_cast<size_t>(rate_hz) * static_cast<size_t>(slice_ms) / 1000;
  for (; samples.size() >= step; samples = samples.subspan(step)) {
    const std::span<const int16_t> part = samples.first(step);
    File bytes;
    switch (encoding) {
      case Encoding::kLinear:
        bytes = LinearBytes(part);
        break;
      case Encoding::kAlaw:
        for (const int16_t sample : part) bytes.push_back(LinearToAlaw(sample));
        break;
      case Encoding::kUlaw:
        for (const int16_t sample : part) bytes.push_back(LinearToUlaw(sample));
        break;
      case Encoding::kVox:
        bytes.resize(part.size() / 2);
        adpcm.Encode(part, bytes);
        break;
      case Encoding::kSpeex:
      case Encoding::kOpus:
        bytes = packer->Pack(part);
        break;
    }
    if (heard.fault = frontend->Push(bytes, &events); heard.fault != Status::kOk) return heard;
    keep();
  }
  heard.fault = frontend->Flush(&events);
  keep();
  return heard;
}

const ScreenEvent* FirstDecision(const Heard& heard) {
  for (const ScreenEvent& event : heard.events) {
    if (event.kind < EventKind::kToneOn) return &event;
  }
  return nullptr;
}

bool SameEvents(const Heard& a, const Heard& b) {
  return std::equal(a.events.begin(), a.events.end(), b.events.begin(), b.events.end(),
                    [](const ScreenEvent& x, const ScreenEvent& y) {
                      return x.kind == y.kind && x.detail == y.detail && x.at_sample == y.at_sample &&
                             x.from_sample == y.from_sample && x.level_dbm0 == y.level_dbm0 &&
                             x.frequency_hz == y.frequency_hz && x.confidence == y.confidence;
                    });
}

struct Format {
  Encoding encoding;
  int rate_hz;
};
constexpr Format kFormats[] = {{Encoding::kLinear, 8000}, {Encoding::kLinear, 16000}, {Encoding::kAlaw, 8000},
                               {Encoding::kAlaw, 16000},  {Encoding::kUlaw, 8000},    {Encoding::kUlaw, 16000},
                               {Encoding::kVox, 8000},    {Encoding::kVox, 6000},     {Encoding::kSpeex, 8000},
                               {Encoding::kSpeex, 16000}, {Encoding::kSpeex, 32000},  {Encoding::kOpus, 8000},
                               {Encoding::kOpus, 16000},  {Encoding::kOpus, 48000}};

void Formats() {
  const std::vector<int16_t> reference_audio = Cadence(8000, kBusyMs, kBusyMs, 4000);
  const std::unique_ptr<Frontend> reference = Make(Encoding::kLinear, 8000);
  const Heard expected = Listen(reference.get(), Encoding::kLinear, 8000, reference_audio, 100);
  const ScreenEvent* busy = FirstDecision(expected);
  Case("every format gives the decision of 8 kHz PCM within 20 ms", [&] {
    CHECK(busy != nullptr && busy->kind == EventKind::kBusy);
    for (const Format& format : kFormats) {
      const std::unique_ptr<Frontend> frontend = Make(format.encoding, format.rate_hz);
      const Heard heard =
          Listen(frontend.get(), format.encoding, format.rate_hz, Cadence(format.rate_hz, kBusyMs, kBusyMs, 4000), 100);
      const ScreenEvent* found = FirstDecision(heard);
      CHECK(heard.fault == Status::kOk);
      CHECK(frontend->total_ms() == 4000 && frontend->slice_ms() == 100);
      CHECK(found != nullptr && busy != nullptr && found->kind == busy->kind);
      const int64_t late = found != nullptr && busy != nullptr ? found->at_sample - busy->at_sample : 1000;
      if (std::abs(late) > kEventToleranceSamples)
        std::printf("encoding %d at %d Hz: %lld samples late\n", static_cast<int>(format.encoding), format.rate_hz,
                    static_cast<long long>(late));
      CHECK(std::abs(late) <= kEventToleranceSamples);
    }
  });
  Case("slices of 40 to 1000 ms give identical events in every format", [&] {
    for (const Format& format : kFormats) {
      const std::vector<int16_t> audio = Cadence(format.rate_hz, kBusyMs, kBusyMs, 4000);
      const std::unique_ptr<Frontend> frontend = Make(format.encoding, format.rate_hz);
      const Heard whole = Listen(frontend.get(), format.encoding, format.rate_hz, audio, 1000);
      for (const int slice_ms : {40, 80, 100, 200, 500}) {
        frontend->Reset();
        CHECK(SameEvents(Listen(frontend.get(), format.encoding, format.rate_hz, audio, slice_ms), whole));
      }
    }
  });
  Case("a slice without bounds may hold the whole audio", [&] {
    const std::unique_ptr<Frontend> frontend = Make(Encoding::kLinear, 8000, 0, kInfinity);
    CHECK(SameEvents(Listen(frontend.get(), Encoding::kLinear, 8000, reference_audio, 4000), expected));
  });
}

std::vector<int16_t> Resampled(std::span<const int16_t> samples, int from_hz, int to_hz) {
  Resampler resampler(from_hz, to_hz);
  std::vector<int16_t> out(resampler.MaxOutput(samples.size()) + resampler.MaxFlush());
  size_t count = resampler.Push(samples, out);
  count += resampler.Flush(std::span(out).subspan(count));
  out.resize(count);
  return out;
}

void Samples() {
  const auto listen = [](const Format& format, int samples_rate_hz, int slice_ms) {
    const std::unique_ptr<Frontend> frontend =
        Make(format.encoding, format.rate_hz, kMinSliceMs, kMaxSliceMs, samples_rate_hz);
    return Listen(frontend.get(), format.encoding, format.rate_hz, Cadence(format.rate_hz, kBusyMs, kBusyMs, 2000),
                  slice_ms);
  };
  Case("PCM comes out as it went in, or resampled, to the last sample", [&] {
    for (const int rate_hz : {8000, 16000}) {
      const std::vector<int16_t> audio = Cadence(rate_hz, kBusyMs, kBusyMs, 2000);
      const int other_hz = 24000 - rate_hz;
      CHECK(listen({Encoding::kLinear, rate_hz}, rate_hz, 100).samples == audio);
      CHECK(listen({Encoding::kLinear, rate_hz}, other_hz, 100).samples == Resampled(audio, rate_hz, other_hz));
    }
  });
  Case("every format gives the same samples in any slicing, as long as the audio but for codec delay", [&] {
    for (const Format& format : kFormats) {
      for (const int rate_hz : {8000, 16000}) {
        const Heard whole = listen(format, rate_hz, 1000);
        CHECK(listen(format, rate_hz, 40).samples == whole.samples);
        const auto missing = static_cast<int>(static_cast<size_t>(rate_hz) * 2 - whole.samples.size());
        CHECK(missing >= 0 && missing <= rate_hz / 20);
      }
    }
  });
  Case("with samples at 16 kHz there are those at 8 kHz as well, and the events are the same", [&] {
    for (const Format& format : kFormats) {
      const Heard narrow = listen(format, 8000, 100);
      const Heard wide = listen(format, 16000, 100);
      CHECK(narrow.narrow_samples.empty());
      if (format.encoding == Encoding::kOpus) continue;  // it decodes to the requested rate
      CHECK(wide.narrow_samples == narrow.samples);
      CHECK(SameEvents(wide, narrow));
      CHECK(SameEvents(wide, listen(format, 0, 100)));
    }
  });
  Case("samples need one of two rates and slices of a second at most", [&] {
    std::unique_ptr<Frontend> frontend;
    for (const int rate_hz : {-8000, 1, 11025, 48000})
      CHECK(Frontend::Make({Encoding::kLinear, 8000, 0, 1000, rate_hz}, &frontend) == Status::kUnsupported);
    CHECK(Frontend::Make({Encoding::kLinear, 8000, 0, kInfinity, 8000}, &frontend) == Status::kUnsupported);
    CHECK(Frontend::Make({Encoding::kOpus, 8000, 0, kInfinity, 8000}, &frontend) == Status::kOk);
  });
  Case("a refused slice leaves the samples of the one before; Reset forgets them", [&] {
    const std::unique_ptr<Frontend> frontend = Make(Encoding::kLinear, 8000, kMinSliceMs, kMaxSliceMs, 8000);
    EventList events;
    CHECK(frontend->Push(File(1600, 1), &events) == Status::kOk);
    CHECK(frontend->Push(File(10, 1), &events) == Status::kSliceTooShort);
    CHECK(frontend->samples().size() == 800);
    frontend->Reset();
    CHECK(frontend->samples().empty());
  });
}

void Faults() {
  EventList events;
  Case("an empty slice and half a sample are refused", [&] {
    CHECK(Make(Encoding::kLinear, 8000)->Push({}, &events) == Status::kEmptySlice);
    CHECK(Make(Encoding::kLinear, 8000)->Push(File(801), &events) == Status::kOddByteCount);
    CHECK(Make(Encoding::kLinear, 8000, 0, kInfinity)->Push(File(1), &events) == Status::kOddByteCount);
  });
  Case("39 ms and 1001 ms are refused, 40 ms and 1000 ms are taken", [&] {
    for (const Format& format : kFormats) {
      if (format.encoding == Encoding::kSpeex || format.encoding == Encoding::kOpus) continue;
      const auto slice = [&format](int ms) {
        const double bytes = format.encoding == Encoding::kLinear ? 2 : format.encoding == Encoding::kVox ? 0.5 : 1;
        return File(static_cast<size_t>(ms * bytes * format.rate_hz / 1000));
      };
      const std::unique_ptr<Frontend> frontend = Make(format.encoding, format.rate_hz);
      CHECK(frontend->Push(slice(38), &events) == Status::kSliceTooShort);
      CHECK(frontend->Push(slice(1002), &events) == Status::kSliceTooLong);
      CHECK(frontend->total_ms() == 0);
      CHECK(frontend->Push(slice(40), &events) == Status::kOk);
      CHECK(frontend->Push(slice(1000), &events) == Status::kOk);
      CHECK(frontend->total_ms() == 1040);
    }
    CHECK(Make(Encoding::kLinear, 8000)->Push(File(39 * 16), &events) == Status::kSliceTooShort);
    CHECK(Make(Encoding::kLinear, 8000)->Push(File(1001 * 16), &events) == Status::kSliceTooLong);
  });
  Case("a packed slice is measured by its stated length, and its damage is named", [&] {
    const File whole = Packer::MakeSpeex(8000, 4)->Pack(Cadence(8000, 100, 0, 100));
    const auto push = [&events](File slice) { return Make(Encoding::kSpeex, 8000)->Push(slice, &events); };
    const auto restated = [&whole](uint8_t high, uint8_t low) {
      File slice = whole;
      slice[2] = high;
      slice[3] = low;
      return slice;
    };
    CHECK(push(whole) == Status::kOk);
    CHECK(push(File(whole.begin(), whole.begin() + 3)) == Status::kPackedHeader);
    CHECK(push(restated(0, 0)) == Status::kPackedHeader);
    CHECK(push(restated(6, 65)) == Status::kPackedHeader);
    CHECK(push(restated(2, 0x6E)) == Status::kSliceTooShort);    // 622 bytes: 38.9 ms
    CHECK(push(restated(0x3E, 0x82)) == Status::kSliceTooLong);  // 16002 bytes: 1000.1 ms
    CHECK(push(restated(7, 0x80)) == Status::kPackedDuration);   // 1920 bytes: 120 ms
    CHECK(push(File(whole.begin(), whole.end() - 1)) == Status::kPackedTruncated);
    CHECK(push(File(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(whole.size() / 2))) ==
          Status::kPackedTruncated);
    File nonsense = whole;
    for (size_t i = 6; i < 6 + 5; ++i) nonsense[i] = 0x7F;  // terminator where a frame begins
    CHECK(push(nonsense) == Status::kPackedFrame);
  });
  Case("a packed slice without bounds still ends at 1000 ms", [&] {
    const File slice = Packer::MakeSpeex(8000, 4)->Pack(Cadence(8000, 100, 0, 1020));
    CHECK(Make(Encoding::kSpeex, 8000, 0, kInfinity)->Push(slice, &events) == Status::kSliceTooLong);
  });
  Case("nothing is taken after Flush until Reset", [&] {
    const std::unique_ptr<Frontend> frontend = Make(Encoding::kAlaw, 8000);
    CHECK(frontend->Push(File(800), &events) == Status::kOk);
    CHECK(frontend->Flush(&events) == Status::kOk);
    CHECK(frontend->Push(File(800), &events) == Status::kEnded);
    CHECK(frontend->Flush(&events) == Status::kEnded);
    frontend->Reset();
    CHECK(frontend->Push(File(800), &events) == Status::kOk);
    CHECK(frontend->total_ms() == 100);
  });
  Case("a format that does not exist is not made", [] {
    std::unique_ptr<Frontend> frontend;
    const auto refused = [&frontend](Encoding encoding, int rate_hz, double min_ms, double max_ms) {
      return Frontend::Make({encoding, rate_hz, min_ms, max_ms}, &frontend) == Status::kUnsupported && !frontend;
    };
    CHECK(refused(Encoding::kLinear, 7999, 0, 1));
    CHECK(refused(Encoding::kSpeex, 6000, 0, 1));
    CHECK(refused(Encoding::kOpus, 32000, 0, 1));
    CHECK(refused(Encoding::kLinear, 8000, 2, 1));
    CHECK(refused(Encoding::kLinear, 8000, 0, std::nan("")));
    CHECK(refused(static_cast<Encoding>(9), 8000, 0, 1));
  });
}

#if defined(__SANITIZE_ADDRESS__)
int allocations = 0;
void CountAllocation(const volatile void*, size_t) { ++allocations; }
void IgnoreFree(const volatile void*) {}

void Allocation() {
  __sanitizer_install_malloc_and_free_hooks(CountAllocation, IgnoreFree);
  Case("Push and Flush never allocate, in any format", [] {
    for (const Format& format : kFormats) {
      const std::unique_ptr<Frontend> frontend = Make(format.encoding, format.rate_hz, kMinSliceMs, kMaxSliceMs, 16000);
      const std::vector<int16_t> audio = Cadence(format.rate_hz, kBusyMs, kBusyMs, 1000);
      File slice(static_cast<size_t>(format.rate_hz) / 2, 0x55);
      if (format.encoding == Encoding::kSpeex) slice = Packer::MakeSpeex(format.rate_hz, 8)->Pack(audio);
      if (format.encoding == Encoding::kOpus) slice = Packer::MakeOpus(format.rate_hz, 24000, 20)->Pack(audio);
      EventList events;
      const int before = allocations;
      CHECK(frontend->Push(slice, &events) == Status::kOk);
      CHECK(frontend->Push(slice, &events) == Status::kOk);
      CHECK(frontend->Flush(&events) == Status::kOk);
      CHECK(allocations == before);
    }
    CHECK(allocations > 0);
  });
}
#else
void Allocation() {}
#endif

}  // namespace
}  // namespace tonegate::test

int main() {
  tonegate::test::Formats();
  tonegate::test::Samples();
  tonegate::test::Faults();
  tonegate::test::Allocation();
  return tonegate::test::Finish();
}
