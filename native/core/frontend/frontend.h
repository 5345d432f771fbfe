// Frontend: one slice of coded audio in, events and samples out.
//
// Push() checks a slice, unpacks and decodes it, resamples it to 8 kHz and screens it. One object serves one session;
// Reset() makes it as new. If samples at 8 or 16 kHz are wanted as well, it keeps those of the last call, so that a
// slice crosses from JavaScript only once. Samples at 16 kHz from a codec or a rate that has more do not pass through 8
// kHz. Codec delay: the delay of Speex or Opus (up to 20 ms) is cut off at the start of a session, so that event times
// are those of the original audio, and the same length is missing at its end.
//
// Thread rule: one thread per object. Memory: Make() and Reset() allocate, Push() and Flush() never do. Audio is
// processed in blocks, so a raw slice may have any size that max_slice_ms allows; but the caller's EventList has a
// bound: push at most a second at once if no event may be lost. Kept samples require a bounded max_slice_ms.
#ifndef TONEGATE_CORE_FRONTEND_FRONTEND_H_
#define TONEGATE_CORE_FRONTEND_FRONTEND_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/base/status.h"
#include "core/codec/adpcm.h"
#include "core/codec/packed/frame_decoder.h"
#include "core/resample/resampler.h"
#include "core/screen/screener.h"
#include "core/tone/event.h"

namespace tonegate {

// The numbers are passed to JavaScript: `encodings` of src/native/index.ts.
enum class Encoding : int32_t { kLinear = 0, kAlaw = 1, kUlaw = 2, kVox = 3, kSpeex = 4, kOpus = 5 };

struct FrontendOptions {
  Encoding encoding = Encoding::kLinear;
  int sample_rate_hz = 8000;  // rate of the coded audio; `ar` of packed slices
  double min_slice_ms = 0;    // slices outside the two limits are refused
  double max_slice_ms = 0;    // may be infinite; kMaxPackedMs bounds packed slices anyway
  int samples_rate_hz = 0;    // rate of samples(): 8000 or 16000 with max_slice_ms <= kMaxPackedMs; 0 for none
};

// Makes a decoder for packed slices; null if the codec does not have that rate. Opus decodes straight to opus_rate_hz.
std::unique_ptr<FrameDecoder> MakePackedDecoder(Encoding encoding, int sample_rate_hz, int opus_rate_hz = 8000);

class Frontend {
 public:
  // Makes a frontend. kUnsupported: an option is out of its range, or the encoding does not have that rate.
  static Status Make(const FrontendOptions& options, std::unique_ptr<Frontend>* out);

  // Hears a slice and adds events to *out. On a fault nothing is added and the session is unchanged: frames are checked
  // before any of them is decoded.
  Status Push(Bytes slice, EventList* out);
  // Ends the audio: screens the samples that are still in the filters.
  Status Flush(EventList* out);
  // Returns to the state of a fresh object.
  void Reset();

  double slice_ms() const { return slice_ms_; }  // length of the slice last accepted
  double total_ms() const { return total_ms_; }  // length of all audio since Reset()
  // The screener, for its levels.
  const Screener& screener() const { return screener_; }
  // Samples of the last accepted Push() or of Flush(), at samples_rate_hz; valid until the next call. After Flush(),
  // all samples together are as long as the audio, apart from codec delay.
  std::span<const int16_t> samples() const { return samples_.heard(); }
  // Most samples of one call.
  size_t max_samples() const { return samples_.room.size(); }
  // The same at 8 kHz if samples_rate_hz is 16000; otherwise empty.
  std::span<const int16_t> narrow_samples() const { return narrow_.heard(); }
  // Most samples of one call at 8 kHz.
  size_t max_narrow_samples() const { return narrow_.room.size(); }

 private:
  // The samples of one call.
  struct Kept {
    std::vector<int16_t> room;  // empty if nothing is kept
    size_t count = 0;

    std::span<const int16_t> heard() const { return std::span(room).first(count); }
    std::span<int16_t> rest() { return std::span(room).subspan(count); }
    void Add(std::span<const int16_t> samples);
  };

  explicit Frontend(const FrontendOptions& options);
  Status CheckDuration(double ms) const;
  Status PushRaw(Bytes slice, EventList* out);
  Status PushPacked(Bytes slice, EventList* out);
  void DecodeRaw(Bytes bytes, std::span<int16_t> out);
  void Hear(std::span<const int16_t> samples, EventList* out);

  FrontendOptions options_;
  AdpcmDecoder adpcm_;
  std::unique_ptr<FrameDecoder> packed_;  // null for raw encodings
  std::unique_ptr<Resampler> resampler_;  // null at 8 kHz
  std::vector<int16_t> decoded_;          // a block, or a whole packed slice
  std::vector<int16_t> resampled_;        // a block at 8 kHz
  std::unique_ptr<Resampler> wide_;       // to samples_rate_hz if that is neither 8 kHz nor the audio's own rate
  Kept samples_;
  Kept narrow_;
  Screener screener_;
  size_t delay_left_ = 0;  // samples that must still be cut off
  double slice_ms_ = 0;
  double total_ms_ = 0;
  bool ended_ = false;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_FRONTEND_FRONTEND_H_
