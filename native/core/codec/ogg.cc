#include "core/codec/ogg.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tonegate {
namespace {

constexpr size_t kHeaderBytes = 27;
constexpr size_t kChecksumAt = 22;
constexpr uint8_t kContinued = 1;
constexpr uint8_t kBeginsStream = 2;
constexpr uint8_t kEndsStream = 4;
constexpr uint8_t kMaxLacing = 255;  // after a segment of this size the packet continues
// A hostile file can hold a false page header every few bytes, each asking for a checksum over 64 KB.
constexpr uint64_t kChecksumsPerFile = 4;

// Polynomial 0x04C11DB7, high bit first, no reflection, initial value and final xor 0 (RFC 3533, section 6).
constexpr std::array<uint32_t, 256> MakeTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t value = byte << 24;
    for (int bit = 0; bit < 8; ++bit) value = value & 0x80000000 ? value << 1 ^ 0x04C11DB7 : value << 1;
    table[byte] = value;
  }
  return table;
}
constexpr std::array<uint32_t, 256> kTable = MakeTable();

uint32_t Extend(uint32_t value, Bytes bytes) {
  for (const uint8_t byte : bytes) value = value << 8 ^ kTable[(value >> 24 ^ byte) & 0xFF];
  return value;
}

}  // namespace

// The checksum field counts as zero. REQUIRES: page.size() >= 27.
uint32_t OggChecksum(Bytes page) {
  constexpr uint8_t kZeros[4] = {};
  const uint32_t head = Extend(Extend(0, page.first(kChecksumAt)), kZeros);
  return Extend(head, page.subspan(kChecksumAt + 4));
}

OggPageReader::OggPageReader(Bytes file)
    : file_(file), checksum_budget_(kChecksumsPerFile * file.size() + OggPacketReader::kMaxPacketBytes) {}

size_t OggPageReader::PageAt(size_t at, OggPage* page) {
  const Bytes rest = file_.subspan(at);
  if (rest.size() < kHeaderBytes || std::memcmp(rest.data(), "OggS", 4) != 0 || rest[4] != 0) return 0;
  const size_t segments = rest[26];
  if (rest.size() < kHeaderBytes + segments) return 0;
  page->lacing = rest.subspan(kHeaderBytes, segments);
  size_t body = 0;
  for (const uint8_t size : page->lacing) body += size;
  const size_t total = kHeaderBytes + segments + body;
  if (rest.size() < total || checksum_budget_ < total) return 0;
  checksum_budget_ -= total;
  if (OggChecksum(rest.first(total)) != LoadU32Le(&rest[kChecksumAt])) return 0;
  page->body = rest.subspan(kHeaderBytes + segments, body);
  page->continued = (rest[5] & kContinued) != 0;
  page->begins_stream = (rest[5] & kBeginsStream) != 0;
  page->ends_stream = (rest[5] & kEndsStream) != 0;
  page->granule = static_cast<int64_t>(LoadU64Le(&rest[6]));
  page->serial = LoadU32Le(&rest[14]);
  page->sequence = LoadU32Le(&rest[18]);
  return total;
}

bool OggPageReader::Next(OggPage* page) {
  while (file_.size() - at_ >= kHeaderBytes) {
    const size_t size = PageAt(at_, page);
    if (size > 0) {
      page_offset_ = at_;
      at_ += size;
      return true;
    }
    const void* next = std::memchr(&file_[at_ + 1], 'O', file_.size() - at_ - 1);
    if (next == nullptr) break;
    at_ = static_cast<size_t>(static_cast<const uint8_t*>(next) - file_.data());
  }
  at_ = file_.size();
  return false;
}

std::vector<Bytes> OggLinks(Bytes file, size_t most) {
  std::vector<Bytes> links;
  OggPageReader pages(file);
  OggPage page;
  size_t begin = 0;
  bool in_content = false;
  while (links.size() + 1 < most && pages.Next(&page)) {
    if (page.begins_stream && in_content) {
      links.push_back(file.subspan(begin, pages.page_offset() - begin));
      begin = pages.page_offset();
    }
    in_content = !page.begins_stream;
  }
  links.push_back(file.subspan(begin));
  return links;
}

bool OggPacketReader::NextPage() {
  const uint32_t expected = page_.sequence + 1;
  do {
    if (!pages_.Next(&page_)) return false;
  } while (page_.serial != serial_);
  const bool lost = has_page_ && page_.sequence != expected;
  if (lost) gap_ = true;
  if (lost || !page_.continued) partial_open_ = false;
  has_page_ = true;
  segment_ = 0;
  offset_ = 0;
  if (page_.continued && !partial_open_) {  // the rest of a packet whose beginning is lost
    while (segment_ < page_.lacing.size()) {
      const uint8_t size = page_.lacing[segment_++];
      offset_ += size;
      if (size < kMaxLacing) break;
    }
  }
  return true;
}

bool OggPacketReader::Next(OggPacket* packet) {
  while (!ended_) {
    if (!has_page_ || segment_ == page_.lacing.size()) {
      // Pages after the last page, or of a further stream with the same serial number, do not belong to this stream.
      if ((has_page_ && page_.ends_stream) || !NextPage()) ended_ = true;
      continue;
    }
    size_t size = 0;
    bool whole = false;
    while (segment_ < page_.lacing.size() && !whole) {
      const uint8_t part = page_.lacing[segment_++];
      size += part;
      whole = part < kMaxLacing;
    }
    const Bytes piece = page_.body.subspan(offset_, size);
    offset_ += size;
    if (!whole || partial_open_) {
      if (!partial_open_) partial_.clear();
      const size_t room = kMaxPacketBytes - partial_.size();
      partial_.insert(partial_.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(std::min(room, size)));
      partial_open_ = !whole;
      if (!whole) continue;
      packet->bytes = partial_;
    } else {
      packet->bytes = piece;
    }
    packet->after_gap = gap_;
    gap_ = false;
    const Bytes left = page_.lacing.subspan(segment_);
    packet->ends_page = std::all_of(left.begin(), left.end(), [](uint8_t part) { return part == kMaxLacing; });
    packet->ends_stream = packet->ends_page && page_.ends_stream;
    packet->granule = packet->ends_page ? page_.granule : -1;
    return true;
  }
  return false;
}

}  // namespace tonegate
