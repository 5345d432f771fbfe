// Ogg (RFC 3533): reads pages with checksums, and the packets of one logical stream.
//
// Damage is expected: a page with a wrong checksum is skipped, and the next "OggS" is searched for; packets that lost a
// part are dropped, and the packet after a lost page is marked. Work is bounded: checksums cover at most a few times
// the size of the file, and packets have at most kMaxPacketBytes (longer ones, such as pictures in comments, are cut).
//
// Both readers return views of the caller's bytes; a packet is valid until the next one is taken.
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
  int64_t granule = -1;  // position at the end of the last packet that ends on this page; -1 if none does
  uint32_t serial = 0;
  uint32_t sequence = 0;
  Bytes lacing;  // sizes of the segments
  Bytes body;
};

class OggPageReader {
 public:
  // Reads the pages of a whole file, which must outlive the reader.
  explicit OggPageReader(Bytes file);
  // Gives the next undamaged page; false at the end of the file.
  bool Next(OggPage* page);
  // Offset in the file of the page that Next gave last.
  size_t page_offset() const { return page_offset_; }

 private:
  // Size of the page that begins at `at`; 0 if no page begins there.
  size_t PageAt(size_t at, OggPage* page);

  Bytes file_;
  size_t at_ = 0;
  size_t page_offset_ = 0;
  uint64_t checksum_budget_;
};

// Cuts a file into its links: streams that follow one another (chaining, RFC 3533, section 4). A link begins with a page
// that begins a stream after pages that do not. Gives no more than `most` links; the last one then has the rest.
std::vector<Bytes> OggLinks(Bytes file, size_t most);

struct OggPacket {
  Bytes bytes;
  bool after_gap = false;    // a page before it was lost
  bool ends_page = false;    // the last packet that ends on its page
  bool ends_stream = false;  // ... and that page is the stream's last
  int64_t granule = -1;      // that of the page; only if ends_page is set
};

class OggPacketReader {
 public:
  static constexpr size_t kMaxPacketBytes = 65536;

  // Reads the packets of the logical stream `serial` of a whole file, which must outlive the reader.
  OggPacketReader(Bytes file, uint32_t serial) : pages_(file), serial_(serial) {}
  // Gives the next packet of the stream; false at its end.
  bool Next(OggPacket* packet);

 private:
  bool NextPage();

  OggPageReader pages_;
  uint32_t serial_;
  OggPage page_;
  bool has_page_ = false;
  bool ended_ = false;
  size_t segment_ = 0;  // index of the next segment of page_
  size_t offset_ = 0;   // offset of the next byte of page_.body
  bool gap_ = false;
  bool partial_open_ = false;  // partial_ holds the beginning of a packet
  std::vector<uint8_t> partial_;
};

// Checksum of a page (RFC 3533, section 6); its checksum field counts as zero. REQUIRES: page.size() >= 27.
uint32_t OggChecksum(Bytes page);

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_OGG_H_
