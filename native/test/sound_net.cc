// The sound models: file, slicing, and the arithmetic against a plain one.
#include "core/vad/sound_net.h"

#include <cstring>
#include <string>

#include "test/sound_files.h"

namespace tonegate {
namespace {

using test::Case;
using test::File;
using test::SoundFile;
using test::SoundShape;

constexpr SoundShape WithWindows() {
  SoundShape shape;
  shape.hidden = 4;
  shape.classes = 4;
  return shape;
}

std::vector<int16_t> Noise(size_t count) {
  test::Random random(5);
  std::vector<int16_t> samples(count);
  for (int16_t& sample : samples) sample = static_cast<int16_t>(random.Next() >> 51);
  return samples;
}

struct Heard {
  std::vector<float> rows;
  std::vector<float> windows;
};

// Heard in slices of `slice` samples, flushed at the end.
Heard Hear(const SoundNet& net, SoundStream* stream, std::span<const int16_t> samples, size_t slice) {
  const SoundNet::Shape& shape = net.shape();
  Heard heard;
  for (size_t at = 0; at < samples.size(); at += slice) {
    const auto part = samples.subspan(at, std::min(slice, samples.size() - at));
    std::vector<float> rows(stream->MaxRows(part.size()) * shape.outputs);
    std::vector<float> windows(stream->MaxWindows(part.size()) * shape.classes);
    const SoundStream::Given given = stream->Push(part, rows, windows);
    CHECK(given.rows * shape.outputs <= rows.size() && given.windows * shape.classes <= windows.size());
    heard.rows.insert(heard.rows.end(), rows.begin(), rows.begin() + static_cast<long>(given.rows * shape.outputs));
    heard.windows.insert(heard.windows.end(), windows.begin(),
                         windows.begin() + static_cast<long>(given.windows * shape.classes));
  }
  std::vector<float> rest((shape.look + 1) * shape.outputs);
  const size_t owed = stream->Flush(rest);
  heard.rows.insert(heard.rows.end(), rest.begin(), rest.begin() + static_cast<long>(owed * shape.outputs));
  return heard;
}

Heard HearAll(const SoundNet& net, std::span<const int16_t> samples, size_t slice) {
  SoundStream stream(net);
  return Hear(net, &stream, samples, slice);
}

std::string Refusal(const File& file) {
  SoundNet net;
  Message why;
  CHECK(!SoundNet::Parse(file, &net, &why));
  return why.c_str();
}

bool Says(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

File Changed(File file, size_t at, uint8_t value) {
  file[at] = value;
  test::SealSound(&file);
  return file;
}

SoundNet NetOf(const File& file) {
  SoundNet net;
  Message why;
  CHECK(SoundNet::Parse(file, &net, &why));
  return net;
}

}  // namespace
}  // namespace tonegate

int main() {
  using namespace tonegate;

  Case("a file that is no model, of another version or damaged is refused with the reason", [] {
    const File good = SoundFile(SoundShape{});
    CHECK(Says(Refusal({}), "TGSN"));
    CHECK(Says(Refusal(File(100, 'x')), "TGSN"));
    CHECK(Says(Refusal(Changed(good, 4, 9)), "version 9"));
    File damaged = good;
    damaged[damaged.size() / 2] ^= 1;
    CHECK(Says(Refusal(damaged), "checksum"));
    File cut(good.begin(), good.end() - 4);
    CHECK(Says(Refusal(cut), "checksum"));
    test::SealSound(&cut);
    CHECK(Says(Refusal(cut), "ends before"));
    File longer = good;
    longer.resize(good.size() + 4);
    test::SealSound(&longer);
    CHECK(Says(Refusal(longer), "4 bytes follow"));
  });

  Case("a shape that no stream could hold is refused with the number", [] {
    const File good = SoundFile(WithWindows());
    CHECK(Says(Refusal(Changed(good, 8, 41)), "bands 41"));
    CHECK(Says(Refusal(Changed(good, 9, 8)), "channels 8"));
    CHECK(Says(Refusal(Changed(good, 9, 24)), "multiple of 16"));
    CHECK(Says(Refusal(Changed(good, 12, 9)), "blocks 9"));
    CHECK(Says(Refusal(Changed(good, 14, 0)), "outputs 0"));
    CHECK(Says(Refusal(Changed(good, 16, 0)), "an incomplete window head"));
    CHECK(Says(Refusal(Changed(good, 18, 0)), "pools 0"));
    CHECK(Says(Refusal(Changed(good, 20, 0)), "dilation 0"));
    CHECK(Says(Refusal(SoundFile({.taps = 9, .dilation = {100}})), "reach 800"));
  });

  Case("a number that is none is refused", [] {
    File file = SoundFile(SoundShape{});
    for (size_t i = 0; i < 4; ++i) file[40 + i] = 0xFF;
    test::SealSound(&file);
    CHECK(Says(Refusal(file), "out of range or not a number"));
  });

  Case("audio gives the same bits in any slicing, and again after a reset", [] {
    const SoundNet net = NetOf(SoundFile(WithWindows()));
    const std::vector<int16_t> samples = Noise(9876);
    const Heard whole = HearAll(net, samples, samples.size());
    CHECK(whole.rows.size() == 123 * 3);
    CHECK(whole.windows.size() == (123 / 5 - 3) * 4);
    for (const size_t slice : {1U, 79U, 80U, 160U, 333U, 800U}) {
      const Heard sliced = HearAll(net, samples, slice);
      CHECK(sliced.rows == whole.rows && sliced.windows == whole.windows);
    }
    SoundStream stream(net);
    Hear(net, &stream, samples, 500);
    stream.Reset();
    CHECK(Hear(net, &stream, samples, 400).rows == whole.rows);
  });

  Case("a row tells of its own 10 ms: what comes more than `look` rows later does not change it", [] {
    const SoundNet net = NetOf(SoundFile(SoundShape{}));
    std::vector<int16_t> samples = Noise(8000);
    const Heard before = HearAll(net, samples, 8000);
    for (size_t i = 4000; i < samples.size(); ++i) samples[i] = 0;
    const Heard after = HearAll(net, samples, 8000);
    const size_t same = (4000 / 80 - net.shape().look) * 3;
    CHECK(std::equal(before.rows.begin(), before.rows.begin() + static_cast<long>(same), after.rows.begin()));
    CHECK(!std::equal(before.rows.begin() + static_cast<long>(same), before.rows.end(),
                      after.rows.begin() + static_cast<long>(same)));
  });

  Case("audio shorter than a row gives none, shorter than `look` rows comes with the end", [] {
    const SoundNet net = NetOf(SoundFile(SoundShape{}));
    CHECK(HearAll(net, Noise(79), 79).rows.empty());
    CHECK(HearAll(net, Noise(80), 80).rows.size() == 3);
  });

  // By hand: all weights are 0 except for those of one path. Digital silence is (ln 1e-9 + 13) / 4 = -1.930816 in each
  // band.
  Case("the arithmetic is that of the formula", [] {
    SoundShape shape{.first_taps = 1, .taps = 2, .dilation = {3}, .look = 0, .outputs = 1};
    std::vector<float> numbers(test::SoundNumbers(shape), 0);
    constexpr float kSilence = -1.930816F;
    numbers[0] = -0.5F;               // band 0 to channel 0
    const size_t bias = 40 * 16;      // of the first matrix
    numbers[bias + 1] = 2;            // channel 1 is always 2
    const size_t memory = bias + 16;  // [2][16]: 3 rows ago, now
    numbers[memory + 1] = 10;
    const size_t mix = memory + 2 * 16;  // [in][out]
    numbers[mix + 1 * 16 + 2] = 0.25F;   // channel 1 to channel 2
    const size_t head = mix + 16 * 16 + 16;
    numbers[head + 0] = 1;
    numbers[head + 2] = 0.1F;
    numbers[head + 16] = -1;
    const SoundNet net = NetOf(SoundFile(shape, numbers));
    const std::vector<float> rows = HearAll(net, std::vector<int16_t>(80 * 5), 80 * 5).rows;
    CHECK(rows.size() == 5);
    const float first = -0.5F * kSilence;
    for (size_t i = 0; i < rows.size(); ++i) {
      const float seen = 2 + (i >= 3 ? 10 * 2 : 0);
      const double logit = static_cast<double>(first) + 0.1 * 0.25 * static_cast<double>(seen) - 1;
      CHECK(std::abs(rows[i] - 1 / (1 + std::exp(-logit))) < 1e-5);
    }
  });

  return test::Finish();
}
