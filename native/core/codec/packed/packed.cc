#include "core/codec/packed/packed.h"

namespace tonegate {
namespace {

// Takes the next frame, or returns a fault. REQUIRES: there are bytes left.
Status TakeFrame(ByteReader* reader, Bytes* frame) {
  uint16_t length = 0;
  if (!reader->U16Be(&length) || !reader->Take(length, frame)) return Status::kPackedTruncated;
  return Status::kOk;
}

}  // namespace

Status ReadPackedHeader(Bytes slice, int rate_hz, PackedSlice* out) {
  ByteReader reader(slice);
  uint32_t stated_bytes = 0;
  if (!reader.U32Be(&stated_bytes) || stated_bytes == 0 || stated_bytes % 2 != 0) return Status::kPackedHeader;
  out->stated_ticks = stated_bytes / 2 * (kTicksPerSecond / rate_hz);
  out->body = slice.subspan(kPackedHeaderBytes);
  out->frames = 0;
  return Status::kOk;
}

Status CheckPackedFrames(const FrameDecoder& decoder, PackedSlice* slice) {
  ByteReader reader(slice->body);
  int64_t covered = 0;
  int64_t last = 0;
  slice->frames = 0;
  while (reader.remaining() > 0) {
    Bytes frame;
    if (const Status status = TakeFrame(&reader, &frame); status != Status::kOk) return status;
    last = decoder.FrameTicks(frame);
    if (last == 0) return Status::kPackedFrame;
    if (covered >= slice->stated_ticks) return Status::kPackedDuration;
    covered += last;
    ++slice->frames;
  }
  if (covered > slice->stated_ticks) {
    --slice->frames;
    return Status::kOk;
  }
  return slice->stated_ticks - covered < last || covered == slice->stated_ticks ? Status::kOk : Status::kPackedDuration;
}

Status DecodePackedFrames(const PackedSlice& slice, FrameDecoder* decoder, std::span<int16_t> out, size_t* samples) {
  ByteReader reader(slice.body);
  *samples = 0;
  for (size_t i = 0; i < slice.frames; ++i) {
    Bytes frame;
    if (const Status status = TakeFrame(&reader, &frame); status != Status::kOk) return status;
    const std::span<int16_t> room = out.subspan(*samples);
    if (room.size() < decoder->max_frame_samples()) return Status::kPackedDuration;
    const size_t count = decoder->Decode(frame, room);
    if (count == 0) return Status::kPackedFrame;
    *samples += count;
  }
  return Status::kOk;
}

Status FindPackedEnd(Bytes slices, int rate_hz, const FrameDecoder& decoder, size_t* end) {
  PackedSlice slice;
  if (const Status status = ReadPackedHeader(slices, rate_hz, &slice); status != Status::kOk) return status;
  ByteReader reader(slice.body);
  int64_t covered = 0;
  int64_t last = 0;
  while (reader.remaining() > 0 && (last == 0 || slice.stated_ticks - covered >= last)) {
    Bytes frame;
    if (const Status status = TakeFrame(&reader, &frame); status != Status::kOk) return status;
    last = decoder.FrameTicks(frame);
    if (last == 0) return Status::kPackedFrame;
    covered += last;
  }
  if (covered > slice.stated_ticks || slice.stated_ticks - covered >= last) return Status::kPackedDuration;
  *end = kPackedHeaderBytes + reader.position();
  return Status::kOk;
}

}  // namespace tonegate
