// Frontend: one slice of coded audio in, events and samples out.
//
// Push() checks a slice, unpacks and decodes it, resamples it to 8 kHz and screens it. One object per
// session; Reset() makes it as new. Where samples are wanted as well, at 8 or 16 kHz, it keeps those of the last call:
// a slice crosses from JavaScript once. From a codec or a rate that has more, 16 kHz samples do not pass through 8 kHz.
// Codec delay: what Speex or Opus adds (up to 20 ms) is cut off the start of a session, so that event times are those
// of the original audio, and that much is missing at its end.
//
// Thread rule: one thread per object. Memory: Make() and Reset() allocate, Push() and Flush() never do. Audio is worked
// through in blocks, so a raw slice may have any size when max_slice_ms allows it; but the caller's EventList holds
// only so many events: push at most a second at a time where none may be lost. Room for samples needs a bound.
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

// The numbers cross to JavaScript: `encodings` of src/native/index.ts.
enum class Encoding : int32_t { kLinear = 0, kAlaw = 1, kUlaw = 2, kVox = 3, kSpeex = 4, kOpus = 5 };

struct FrontendOptions {
  Encoding encoding = Encoding::kLinear;
  int sample_rate_hz = 8000;  // of the coded audio; `ar` of packed slices
  double min_slice_ms = 0;    // slices outside are refused
  double max_slice_ms = 0;    // may be infinite; packed slices end at kMaxPackedMs all the same
  int samples_rate_hz = 0;    // of samples(): 8000 or 16000, and max_slice_ms at most kMaxPackedMs; 0 for none
};

// A decoder for packed slices, or null when the codec does not have that rate. Opus decodes straight to opus_rate_hz.
std::unique_ptr<FrameDecoder> MakePackedDecoder(Encoding encoding, int sample_rate_hz, int opus_rate_hz = 8000);

class Frontend {
 public:
  static Status Make(const FrontendOptions& options, std::unique_ptr<Frontend>* out);

  // Events are added to *out. On a fault nothing is added and the session is as it was: frames are checked before any
  // is decoded.
  Status Push(Bytes slice, EventList* out);
  // The audio has ended: screens what is still in the filters.
  Status Flush(EventList* out);
  void Reset();

  double slice_ms() const { return slice_ms_; }  // of the slice last accepted
  double total_ms() const { return total_ms_; }  // of everything since Reset
  const Screener& screener() const { return screener_; }
  // Samples of the last accepted Push or the Flush, at samples_rate_hz; valid until the next call. After Flush
  // everything together is as long as the audio was, but for codec delay.
  std::span<const int16_t> samples() const { return samples_.heard(); }
  size_t max_samples() const { return samples_.room.size(); }
  // The same at 8 kHz, where samples_rate_hz is 16000; otherwise none.
  std::span<const int16_t> narrow_samples() const { return narrow_.heard(); }
  size_t max_narrow_samples() const { return narrow_.room.size(); }

 private:
  // Samples of one call.
  struct Kept {
    std::vector<int16_t> room;  // empty where nothing is kept
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
  std::unique_ptr<Resampler> wide_;       // to samples_rate_hz where that is neither 8 kHz nor the audio's own rate
  Kept samples_;
  Kept narrow_;
  Screener screener_;
  size_t delay_left_ = 0;  // samples still to cut
  double slice_ms_ = 0;
  double total_ms_ = 0;
  bool ended_ = false;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_FRONTEND_FRONTEND_H_
