// One function for each parser: it takes any bytes and must return, keeping the promises of the headers. They are used
// by the libFuzzer entries beside this file and by native/test/parser_fuzz.cc, which needs no clang.
#ifndef TONEGATE_FUZZ_TARGETS_H_
#define TONEGATE_FUZZ_TARGETS_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "core/codec/adpcm.h"
#include "core/codec/ogg.h"
#include "core/codec/ogg_audio.h"
#include "core/codec/packed/packed.h"
#include "core/codec/wav.h"
#include "core/frontend/frontend.h"
#include "core/search/beam.h"
#include "core/search/words/pronounce.h"
#include "core/search/words/rescoring.h"
#include "core/vad/sound_net.h"
#include "core/vocoder/parametric_voice.h"
#include "core/vocoder/rule_voice.h"
#include "core/vocoder/vocoder.h"

namespace tonegate::fuzz {

inline void Require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

inline void Wav(Bytes bytes) {
  WavInfo info;
  Message why;
  if (!ParseWav(bytes, &info, &why)) return Require(why.c_str()[0] != 0, "a refusal has a reason");
  Require(info.data_bytes > 0 && info.data_offset <= bytes.size() && info.data_bytes <= bytes.size() - info.data_offset,
          "the sound lies in the file");
  Require(info.channels == 1 || info.channels == 2, "mono or stereo");
  const size_t block_bytes = (info.coding == WavCoding::kLinear ? 2U : 1U) * static_cast<size_t>(info.channels);
  Require(info.data_bytes % block_bytes == 0, "whole samples of all channels");
  Require(IsSupportedRate(info.sample_rate_hz), "a rate that is served");
}

// Damaged pages are skipped; with correct checksums the damage reaches the codecs.
inline std::vector<uint8_t> WithMendedChecksums(Bytes bytes) {
  std::vector<uint8_t> file(bytes.begin(), bytes.end());
  for (size_t at = 0; at + 27 < file.size(); ++at) {
    if (std::memcmp(&file[at], "OggS", 4) != 0) continue;
    const size_t segments = at + 27 + file[at + 26];
    size_t end = segments;
    for (size_t i = at + 27; i < segments && i < file.size(); ++i) end += file[i];
    if (end > file.size()) continue;
    const uint32_t checksum = OggChecksum(Bytes(file).subspan(at, end - at));
    for (size_t i = 0; i < 4; ++i) file[at + 22 + i] = static_cast<uint8_t>(checksum >> (8 * i));
    at = end - 1;
  }
  return file;
}

inline void OggAsItIs(Bytes bytes) {
  constexpr double kMaxMs = 2000;
  OggAudio audio;
  Message why;
  if (!DecodeOgg(bytes, kMaxMs, &audio, &why)) return Require(why.c_str()[0] != 0, "a refusal has a reason");
  Require(static_cast<double>(audio.samples.size()) <= kMaxMs * audio.sample_rate_hz / 1000, "no more than the limit");
}

inline void Ogg(Bytes bytes) {
  OggAsItIs(bytes);
  OggAsItIs(WithMendedChecksums(bytes));
}

// One object for each format in the whole run: tables are built once, and Reset() must do the rest.
inline Frontend* FrontendOf(Encoding encoding, int rate_hz) {
  static std::map<std::pair<int, int>, std::unique_ptr<Frontend>> made;
  std::unique_ptr<Frontend>& frontend = made[{static_cast<int>(encoding), rate_hz}];
  if (!frontend) {
    const bool packed = encoding == Encoding::kSpeex || encoding == Encoding::kOpus;
    const double max_ms = packed ? 1000 : std::numeric_limits<double>::infinity();
    Require(Frontend::Make({encoding, rate_hz, 0, max_ms, packed ? 16000 : 0}, &frontend) == Status::kOk,
            "the format exists");
  }
  frontend->Reset();
  return frontend.get();
}

template <size_t kCount>
int Pick(const std::array<int, kCount>& choices, uint8_t byte) {
  return choices[byte % kCount];
}

constexpr std::array<int, 3> kSpeexRates = {8000, 16000, 32000};
constexpr std::array<int, 5> kOpusRates = {8000, 12000, 16000, 24000, 48000};

// One decoder for each format in the whole run, as above.
inline FrameDecoder* DecoderOf(Encoding encoding, int rate_hz) {
  static std::map<std::pair<int, int>, std::unique_ptr<FrameDecoder>> made;
  std::unique_ptr<FrameDecoder>& decoder = made[{static_cast<int>(encoding), rate_hz}];
  if (!decoder) decoder = MakePackedDecoder(encoding, rate_hz, rate_hz);
  Require(decoder != nullptr, "the format exists");
  decoder->Reset();
  return decoder.get();
}

// The first byte picks the rate, and the rest is a concatenation of slices, which are found, checked and decoded, but
// not screened (Whole does that). A few bytes may stand for a minute of sound in which nothing new happens, so it ends
// after kMaxPackedMs.
inline void Packed(Encoding encoding, Bytes bytes) {
  if (bytes.empty()) return;
  const int rate_hz = encoding == Encoding::kSpeex ? Pick(kSpeexRates, bytes[0]) : Pick(kOpusRates, bytes[0]);
  bytes = bytes.subspan(1);
  FrameDecoder* decoder = DecoderOf(encoding, rate_hz);
  Require(decoder->delay_samples() < decoder->max_frame_samples(), "it is late by less than a frame");
  static std::vector<int16_t> room;
  double left_ms = kMaxPackedMs;
  while (!bytes.empty()) {
    size_t end = bytes.size();
    const bool split = FindPackedEnd(bytes, rate_hz, *decoder, &end) == Status::kOk;
    Require(end > 0 && end <= bytes.size(), "a slice ends in the bytes");
    PackedSlice slice;
    const bool stated = ReadPackedHeader(bytes.first(end), rate_hz, &slice) == Status::kOk;
    const bool checked = stated && CheckPackedFrames(*decoder, &slice) == Status::kOk;
    Require(!split || checked, "what the splitter takes is a slice");
    if (checked) {
      left_ms -= slice.ms();
      if (left_ms < 0) return;
      const auto stated_samples = static_cast<size_t>(slice.stated_ticks / (kTicksPerSecond / decoder->rate_hz()));
      room.resize(stated_samples + decoder->max_frame_samples());
      size_t samples = 0;
      const Status status = DecodePackedFrames(slice, decoder, room, &samples);
      Require(status == Status::kOk && samples <= stated_samples, "a checked slice decodes, to no more than it states");
    }
    bytes = bytes.subspan(end);
  }
}

inline void Adpcm(Bytes bytes) {
  std::vector<int16_t> samples(2 * bytes.size());
  AdpcmDecoder().Decode(bytes, samples);
  for (const int16_t sample : samples) Require(sample % 16 == 0, "12 bits");
  std::vector<uint8_t> coded(bytes.size());
  AdpcmEncoder().Encode(samples, coded);
  std::vector<int16_t> again(samples.size());
  AdpcmDecoder().Decode(coded, again);
}

// Length of the audio that is heard of an input, up to the end of the slice that exceeds it.
constexpr double kHeardMs = 100;

// Two bytes pick the format; then come u16 big-endian lengths, each followed by a slice.
inline void Whole(Bytes bytes) {
  if (bytes.size() < 2) return;
  const auto encoding = static_cast<Encoding>(bytes[0] % 6);
  const int rate_hz = encoding == Encoding::kSpeex  ? Pick(kSpeexRates, bytes[1])
                      : encoding == Encoding::kOpus ? Pick(kOpusRates, bytes[1])
                                                    : Pick(kSampleRatesHz, bytes[1]);
  Frontend* frontend = FrontendOf(encoding, rate_hz);
  ByteReader reader(bytes.subspan(2));
  EventList events;
  uint16_t length = 0;
  int64_t last = 0;
  while (reader.U16Be(&length) && frontend->total_ms() < kHeardMs) {
    Bytes slice;
    if (!reader.Take(std::min<size_t>(length, reader.remaining()), &slice)) return;
    const double before = frontend->total_ms();
    const Status status = frontend->Push(slice, &events);
    Require((status == Status::kOk) == (frontend->total_ms() > before), "time goes on with each slice taken");
    for (size_t i = 0; i < events.size(); ++i) {
      Require(events[i].from_sample <= events[i].at_sample, "nothing ends before it began");
      if (events[i].kind >= EventKind::kToneOn) continue;  // a short burst may end before it is discovered
      Require(events[i].at_sample >= last, "decisions come in the order of at_sample");
      last = events[i].at_sample;
    }
    events.Clear();
  }
  Require(frontend->Flush(&events) == Status::kOk, "the end is taken");
}

// A lexicon that is accepted is walked as a search walks it.
inline void LexiconFile(Bytes bytes) {
  Lexicon lexicon;
  Message why;
  if (!Lexicon::Parse(bytes, &lexicon, &why)) return Require(why.c_str()[0] != 0, "a refusal has a reason");
  const Pronouncer pronouncer(lexicon);
  for (uint32_t word = 0; word < lexicon.words() && word < 20; ++word) {
    Require(lexicon.FindWord(lexicon.WordText(word)) == word, "every word is found");
    for (const auto& units : pronouncer.Readings(lexicon.WordText(word))) {
      uint32_t node = Lexicon::kRoot;
      for (const uint16_t unit : units) node = node == Lexicon::kNone ? node : lexicon.Child(node, unit);
    }
  }
  BeamOptions options;
  options.units = std::min<uint32_t>(lexicon.units(), 64);
  std::unique_ptr<BeamSearch> search;
  if (BeamSearch::Make(options, {&lexicon, nullptr, {}}, &search) != Status::kOk) return;
  std::vector<float> rows(8 * options.units, -2);
  Require(search->Push(rows) == 8, "a short segment is taken");
  std::vector<Hypothesis> all;
  search->Finish(&all);
  for (const HeardWord& word : all[0].words) Require(word.word < lexicon.words(), "a word of the lexicon");
}

inline void LanguageFile(Bytes bytes) {
  NgramModel model;
  Message why;
  if (!NgramModel::Parse(bytes, &model, &why)) return Require(why.c_str()[0] != 0, "a refusal has a reason");
  NgramModel::State state = model.Begin();
  for (uint32_t i = 0; i < 200; ++i) {
    const float score = model.Score(state, i * 7 % (model.words() + 2), &state);
    Require(score > -2000 && score < 2000, "a score is a number");
  }
}

inline void RescoringFile(Bytes bytes) {
  RescoringModel model;
  Message why;
  if (!RescoringModel::Parse(bytes, &model, &why)) return Require(why.c_str()[0] != 0, "a refusal has a reason");
  std::vector<float> scores;
  model.Score(std::vector<std::vector<uint32_t>>{{'A', 'B', 'A', 7}, {'A', 'B' | RescoringModel::kUncounted}, {}}, &scores);
  Require(scores.size() == 3, "a score for each sentence");
  for (const float score : scores) Require(std::isfinite(score), "a score is a number");
}

inline std::vector<int16_t> ManySamples(size_t count) {
  std::vector<int16_t> samples(count);
  for (size_t i = 0; i < count; ++i) samples[i] = static_cast<int16_t>(i * i * 7919);
  return samples;
}

// More rows than a network may look ahead.
constexpr size_t kSoundRows = 60;

// The checksum is corrected; otherwise the numbers after it would never be reached.
inline void SoundFile(Bytes bytes) {
  std::vector<uint8_t> file(bytes.begin(), bytes.end());
  for (const bool sealed : {false, true}) {
    if (sealed && file.size() < 36) return;
    if (sealed) {
      const uint64_t check = SoundNet::Checksum(file);
      for (size_t i = 0; i < 8; ++i) file[28 + i] = static_cast<uint8_t>(check >> (8 * i));
    }
    SoundNet net;
    Message why;
    if (!SoundNet::Parse(file, &net, &why)) {
      Require(why.c_str()[0] != 0, "a refusal has a reason");
      continue;
    }
    SoundStream stream(net);
    static const std::vector<int16_t> samples = ManySamples(kSoundRows * 80);
    std::vector<float> rows(stream.MaxRows(samples.size()) * net.shape().outputs);
    std::vector<float> windows(stream.MaxWindows(samples.size()) * net.shape().classes);
    const SoundStream::Given given = stream.Push(samples, rows, windows);
    Require(given.rows + net.shape().look == kSoundRows, "a row for every 10 ms");
    for (size_t i = 0; i < given.rows * net.shape().outputs; ++i) {
      Require(rows[i] >= 0 && rows[i] <= 1, "a probability");
    }
  }
}

// The checksum is corrected, as above. An accepted voice speaks a short sentence.
inline void VoiceTable(Bytes bytes) {
  std::vector<uint8_t> file(bytes.begin(), bytes.end());
  for (const bool sealed : {false, true}) {
    if (sealed && file.size() < 36) return;
    if (sealed) {
      const uint64_t check = ParametricTable::Checksum(file);
      for (size_t i = 0; i < 8; ++i) file[28 + i] = static_cast<uint8_t>(check >> (8 * i));
    }
    ParametricTable table;
    Message why;
    if (!ParametricTable::Parse(file, &table, &why)) {
      Require(why.c_str()[0] != 0, "a refusal has a reason");
      continue;
    }
    // A table may make a sound last for seconds, which is the same sound all the time: one input of 32 is rendered like
    // that.
    const float duration_ms = file.size() % 32 == 0 ? 0 : 40;
    std::vector<SpokenUnit> units(4);
    for (size_t i = 0; i < units.size(); ++i) {
      units[i].duration_ms = duration_ms;
      units[i].unit = static_cast<uint16_t>((i * 7 + file.size()) % table.units().size());
      units[i].boundary = static_cast<SpokenBoundary>(i);
    }
    std::vector<float> frames;
    static const ParametricTable rules = MakeRuleTable();
    const size_t own = table.units().size();
    table.Complete(rules);
    Require(table.units().size() >= std::max(own, rules.units().size()), "what it lacks is lent");
    const bool said = ParametricVoice(table).Render(units, SpokenMood::kQuestion, 4, &frames);
    Require(said && frames.size() % kFrameFloats == 0, "a sentence of its units is said");
    for (const float number : frames) Require(std::isfinite(number), "a frame is numbers");
    frames.resize(std::min(frames.size(), 8 * kFrameFloats));
    Vocoder vocoder({});
    std::vector<float> samples(vocoder.MaxOutput(frames.size() / kFrameFloats));
    samples.resize(vocoder.Push(frames, samples));
    for (const float sample : samples) Require(std::isfinite(sample), "a sample is a number");
  }
}

}  // namespace tonegate::fuzz

#endif  // TONEGATE_FUZZ_TARGETS_H_
