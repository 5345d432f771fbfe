// Valid inputs for every target of targets.h, with which fuzzers start.
#ifndef TONEGATE_FUZZ_SEEDS_H_
#define TONEGATE_FUZZ_SEEDS_H_

#include <string>
#include <vector>

#include "fuzz/targets.h"
#include "test/samples.h"
#include "test/search/rescoring_file.h"
#include "test/search/search_files.h"
#include "test/sound_files.h"
#include "test/voice/voice_table.h"

namespace tonegate::fuzz {

using test::File;

struct Target {
  std::string name;
  void (*run)(Bytes bytes);
  std::vector<File> seeds;
};

inline File WithPrefix(std::initializer_list<uint8_t> prefix, const File& rest) {
  File file(prefix);
  test::Put(&file, rest);
  return file;
}

// Three slices of 40 ms, each preceded by its length if `lengths` is set.
inline File Slices(Packer* packer, int rate_hz, bool lengths) {
  File file;
  for (int i = 0; i < 3; ++i) {
    const std::vector<uint8_t> slice = packer->Pack(test::Cadence(rate_hz, 100, 0, 40));
    if (lengths) file.push_back(static_cast<uint8_t>(slice.size() >> 8));
    if (lengths) file.push_back(static_cast<uint8_t>(slice.size()));
    test::Put(&file, slice);
  }
  return file;
}

inline std::vector<Target> Targets() {
  const std::vector<int16_t> tone = test::Cadence(8000, 30, 20, 100);
  const File sound = test::LinearBytes(tone);
  const auto bytes = static_cast<uint32_t>(sound.size());
  File list;
  test::Put(&list, "LIST");
  test::PutLe(&list, 4, 4);
  test::Put(&list, "INFO");
  std::vector<Target> targets;
  targets.push_back(
      {"wav",
       Wav,
       {test::WavOf({.data_size = bytes}, sound), test::WavOf({.data_size = 0xFFFFFFFF, .before_data = list}, sound),
        test::WavOf({.form = "RF64", .tag = 7, .bits = 8}, sound),
        test::WavOf({.tag = 6, .channels = 2, .bits = 8, .data_size = bytes}, sound)}});
  targets.push_back({"ogg",
                     Ogg,
                     {test::OggSpeexOf(8000, test::Cadence(8000, 30, 20, 300)).file,
                      test::OggSpeexOf(16000, test::Cadence(16000, 30, 20, 100)).file,
                      test::OggOpusOf(8000, test::Cadence(8000, 30, 20, 300)).file,
                      test::OggOpusOf(48000, test::Cadence(48000, 30, 20, 100)).file}});
  Target speex{"packed_speex", [](Bytes input) { Packed(Encoding::kSpeex, input); }, {}};
  Target opus{"packed_opus", [](Bytes input) { Packed(Encoding::kOpus, input); }, {}};
  Target whole{"frontend", Whole, {}};
  for (uint8_t i = 0; i < kSpeexRates.size(); ++i) {
    const int rate_hz = kSpeexRates[i];
    speex.seeds.push_back(WithPrefix({i}, Slices(Packer::MakeSpeex(rate_hz, 6).get(), rate_hz, false)));
    whole.seeds.push_back(WithPrefix({4, i}, Slices(Packer::MakeSpeex(rate_hz, 3).get(), rate_hz, true)));
  }
  for (uint8_t i = 0; i < kOpusRates.size(); ++i) {
    const int rate_hz = kOpusRates[i];
    opus.seeds.push_back(
        WithPrefix({i}, Slices(Packer::MakeOpus(rate_hz, 24000, i % 2 ? 20 : 5).get(), rate_hz, false)));
    whole.seeds.push_back(WithPrefix({5, i}, Slices(Packer::MakeOpus(rate_hz, 12000, 10).get(), rate_hz, true)));
  }
  for (uint8_t encoding = 0; encoding < 4; ++encoding) {
    for (uint8_t rate = 0; rate < 2; ++rate) {
      File slices =
          WithPrefix({encoding, rate, static_cast<uint8_t>(bytes / 2 >> 8), static_cast<uint8_t>(bytes / 2)}, sound);
      slices.insert(slices.begin() + 4 + bytes / 2,
                    {static_cast<uint8_t>(bytes / 2 >> 8), static_cast<uint8_t>(bytes / 2)});
      whole.seeds.push_back(slices);
    }
  }
  targets.push_back(std::move(speex));
  targets.push_back(std::move(opus));
  targets.push_back({"adpcm", Adpcm, {File(200, 0x77), sound}});
  targets.push_back(std::move(whole));
  const std::vector<test::LexiconEntry> readings = {{0, {1}}, {1, {1, 2, 3}}, {2, {2, 3}}, {2, {2, 1}, 40}};
  targets.push_back({"lexicon",
                     LexiconFile,
                     {test::LexiconFile({"<blk>", "a", "b", "o"}, {"A", "AB", "B"}, readings, {16, 32, 8}),
                      test::LexiconFile({"0", "1"}, {"x"}, {{0, {1, 1, 1}}})}});
  targets.push_back(
      {"language",
       LanguageFile,
       {test::NgramFile(2, {{{0}, -99, -1}, {{1}, -1}, {{2}, -9}, {{3}, -2, -0.5F}, {{0, 3}, -1}}),
        test::NgramFile(3, {{{0}, -99}, {{1}, -1}, {{2}, -9}, {{3}, -2}, {{0, 3}, -1}, {{0, 3, 1}, -1}})}});
  targets.push_back({"rescoring", RescoringFile, {test::RescoringFile(test::SmallNumbers())}});
  targets.push_back(
      {"sound",
       SoundFile,
       {test::SoundFile(test::SoundShape{}), test::SoundFile(test::SoundShape{.hidden = 4, .classes = 4})}});
  targets.push_back({"voice_table",
                     VoiceTable,
                     {test::SmallTable(),
                      test::TableFile({{"sil", 0, 0}, {"a1", 2, 2}}, {{0, 255, 255, 40, 0}, {1, 255, 255, 180, 8}})}});
  return targets;
}

}  // namespace tonegate::fuzz

#endif  // TONEGATE_FUZZ_SEEDS_H_
