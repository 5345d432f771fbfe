// Frontend: one slice of coded audio in, events out.
//
// What does it do? Push() checks a slice, unpacks and decodes it, resamples it to 8 kHz and screens it. One object per
// session; Reset() makes it as new. Later stages (voice activity, log-mel rows, the 16 kHz way to the recogniser) join
// here, so that a slice crosses from JavaScript once.
// Codec delay: what Speex or Opus adds (up to 20 ms) is cut off the start of a session, so that event times are those
// of the original audio, and that much is missing at its end.
//
// Thread rule: one thread per object. Memory: Make() and Reset() allocate, Push() and Flush() never do. Audio is worked
// through in blocks, so a raw slice may have any size when max_slice_ms allows it; but the caller's EventList holds
// only so many events: push at most a second at a time where none may be lost.
#ifndef TONEGATE_CORE_FRONTEND_FRONTEND_H_
#define TONEGATE_CORE_FRONTEND_FRONTEND_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/base/status.h"
#include "core/codec/adpcm.h"
#include "core/codec/frame_decoder.h"
#include "core/resample/resampler.h"
#include "core/tone/event.h"
#include "core/screen/screener.h"

namespace tonegate {

// The numbers cross to JavaScript: `encodings` of src/native/index.ts.
enum class Encoding : int32_t { kLinear = 0, kAlaw = 1, kUlaw = 2, kVox = 3, kSpeex = 4, kOpus = 5 };

struct FrontendOptions {
  Encoding encoding = Encoding::kLinear;
  int sample_rate_hz = 8000;  // of the coded audio; `ar` of packed slices
  double min_slice_ms = 0;    // slices outside are refused
  double max_slice_ms = 0;    // may be infinite; packed slices end at kMaxPackedMs all the same
};

// A decoder for packed slices, or null when the codec does not have that rate. Opus decodes straight to 8 kHz.
std::unique_ptr<FrameDecoder> MakePackedDecoder(Encoding encoding, int sample_rate_hz);

class Frontend {
 public:
  static Status Make(const FrontendOptions& options, std::unique_ptr<Frontend>* out);

  // Events are added to *out. On a fault nothing is added and the session is as it was: frames are checked before any is
  // decoded.
  Status Push(Bytes slice, EventList* out);
  // The audio has ended: screens what is still in the filters.
  Status Flush(EventList* out);
  void Reset();

  double slice_ms() const { return slice_ms_; }  // of the slice last accepted
  double total_ms() const { return total_ms_; }  // of everything since Reset
  const Screener& screener() const { return screener_; }

 private:
  explicit Frontend(const FrontendOptions& options);
  Status CheckDuration(double ms) const;
  Status PushRaw(Bytes slice, EventList* out);
  Status PushPacked(Bytes slice, EventList* out);
  void DecodeRaw(Bytes bytes, std::span<int16_t> out);
  void Screen(std::span<const int16_t> samples, EventList* out);

  FrontendOptions options_;
  AdpcmDecoder adpcm_;
  std::unique_ptr<FrameDecoder> packed_;  // null for raw encodings
  std::unique_ptr<Resampler> resampler_;  // null at 8 kHz
  std::vector<int16_t> decoded_;          // a block, or a whole packed slice
  std::vector<int16_t> resampled_;        // a block at 8 kHz
  Screener screener_;
  size_t delay_left_ = 0;  // samples still to cut
  double slice_ms_ = 0;
  double total_ms_ = 0;
  bool ended_ = false;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_FRONTEND_FRONTEND_H_
