// Ogg (RFC 3533): pages with a checksum, and the packets of one logical stream in them.
//
// Damage is expected: a page whose checksum fails is skipped and the next "OggS" is looked for; packets that lost a
// part are dropped, and the packet after a lost page says so. Work is bounded: checksums over at most a few times the
// file's size, packets of at most kMaxPacketBytes (longer ones, such as pictures in comments, are cut).
//
// Both readers look into the caller's bytes; packets are valid until the next one is taken.
#ifndef TONEGATE_CORE_CODEC_OGG_H_
#define TONEGATE_CORE_CODEC_OGG_H_

#include <cstdint>
#include <vector>

#include "core/base/byte_reader.h"

namespace tonegate {

struct OggPage {
  bool continued = false;  // begins with the rest of an earlier page's packet
  bool begins_stream = false;
  bool ends_stream = false;
  int64_t granule = -1;  // position at the end of the last packet that ends here; -1: none ends
  uint32_t serial = 0;
  uint32_t sequence = 0;
  Bytes lacing;  // sizes of the segments
  Bytes body;
};

class OggPageReader {
 public:
  explicit OggPageReader(Bytes file);
  // The next undamaged page; false at the end.
  bool Next(OggPage* page);

 private:
  // 0: no page begins here, else its size.
  size_t PageAt(size_t at, OggPage* page);

  Bytes file_;
  size_t at_ = 0;
  uint64_t checksum_budget_;
};

struct OggPacket {
  Bytes bytes;
  bool after_gap = false;    // a page before it was lost
  bool ends_page = false;    // the last that ends on its page
  bool ends_stream = false;  // ... and the page is the stream's last
  int64_t granule = -1;      // of the page; only where ends_page
};

class OggPacketReader {
 public:
  static constexpr size_t kMaxPacketBytes = 65536;

  OggPacketReader(Bytes file, uint32_t serial) : pages_(file), serial_(serial) {}
  // The next packet of the stream; false at its end.
  bool Next(OggPacket* packet);

 private:
  bool NextPage();

  OggPageReader pages_;
  uint32_t serial_;
  OggPage page_;
  bool has_page_ = false;
  bool ended_ = false;
  size_t segment_ = 0;  // of page_, next to read
  size_t offset_ = 0;   // of page_.body, next to read
  bool gap_ = false;
  bool partial_open_ = false;  // partial_ holds the beginning of a packet
  std::vector<uint8_t> partial_;
};

uint32_t OggChecksum(Bytes page);

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_OGG_H_
