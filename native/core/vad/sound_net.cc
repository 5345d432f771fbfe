#include "core/vad/sound_net.h"

#include <bit>
#include <cstring>

namespace tonegate {
namespace {

constexpr size_t kShapeBytes = 28;
constexpr size_t kHeaderBytes = kShapeBytes + 8;
constexpr size_t kMaxNumbers = 1 << 20;
constexpr float kLargest = 1e4F;
constexpr size_t kAlign = 4;
constexpr size_t kMaxReach = 512;  // rows that a block looks back at most

uint64_t Fnv1a(Bytes bytes, uint64_t value) {
  for (const uint8_t byte : bytes) value = (value ^ byte) * 0x100000001B3U;
  return value;
}

bool ShapeIsSound(const SoundNet::Shape& shape, size_t bands, Message* why) {
  auto within = [&](const char* what, size_t value, size_t low, size_t high) {
    return (value >= low && value <= high) ||
           why->Set("sound model with %s %zu; %zu to %zu are read", what, value, low, high);
  };
  if (!within("bands", bands, SoundNet::kBands, SoundNet::kBands) ||
      !within("channels", shape.channels, 16, SoundNet::kMaxChannels) || !within("taps", shape.taps, 1, 9) ||
      !within("first taps", shape.first_taps, 1, 9) || !within("blocks", shape.blocks, 1, SoundNet::kMaxBlocks) ||
      !within("rows to look ahead", shape.look, 0, 50) || !within("outputs", shape.outputs, 1, SoundNet::kMaxOutputs))
    return false;
  if (shape.channels % 16 != 0)
    return why->Set("sound model with channels %zu; must be a multiple of 16", shape.channels);
  for (size_t i = 0; i < shape.blocks; ++i) {
    if (!within("dilation", shape.dilation[i], 1, 255)) return false;
    if (!within("reach", shape.dilation[i] * (shape.taps - 1), 0, kMaxReach)) return false;
  }
  if ((shape.hidden == 0) != (shape.classes == 0))
    return why->Set("sound model with an incomplete window head: it needs hidden units and classes");
  if (shape.hidden == 0) return true;
  return within("hidden units", shape.hidden, 4, 128) && within("classes", shape.classes, 2, SoundNet::kMaxOutputs) &&
         within("rows of a pool", shape.pool_rows, 1, 255) && within("pools", shape.pools, 1, 255);
}

}  // namespace

uint64_t SoundNet::Checksum(Bytes bytes) {
  constexpr uint64_t kBasis = 0xCBF29CE484222325U;
  return Fnv1a(bytes.subspan(kHeaderBytes), Fnv1a(bytes.first(kShapeBytes), kBasis));
}

bool SoundNet::TakeNumbers(size_t count, ByteReader* reader, size_t* place, Message* why) {
  Bytes bytes;
  if (weights_.size() + count > kMaxNumbers) return why->Set("the sound model has more than %zu numbers", kMaxNumbers);
  if (!reader->Take(count * 4, &bytes)) return why->Set("the sound model ends before its numbers do");
  *place = weights_.size();
  for (size_t i = 0; i < count; ++i) {
    const auto value = std::bit_cast<float>(LoadU32Le(&bytes[4 * i]));
    if (!(value >= -kLargest && value <= kLargest))
      return why->Set("the sound model has a value that is out of range or not a number");
    weights_.push_back(value);
  }
  weights_.resize((weights_.size() + kAlign - 1) / kAlign * kAlign);
  return true;
}

bool SoundNet::Parse(Bytes bytes, SoundNet* out, Message* why) {
  if (bytes.size() < kHeaderBytes || std::memcmp(bytes.data(), "TGSN", 4) != 0)
    return why->Set("not a sound model: it must begin with TGSN and a header of %zu bytes", kHeaderBytes);
  const unsigned version = LoadU16Le(&bytes[4]);
  if (version != 1) return why->Set("sound model of version %u; this program reads version 1", version);
  SoundNet made;
  Shape& shape = made.shape_;
  const uint8_t* field = &bytes[8];
  shape.channels = field[1];
  shape.first_taps = field[2];
  shape.taps = field[3];
  shape.blocks = field[4];
  shape.look = field[5];
  shape.outputs = field[6];
  shape.hidden = field[7];
  shape.classes = field[8];
  shape.pool_rows = field[9];
  shape.pools = field[10];
  for (size_t i = 0; i < kMaxBlocks; ++i) shape.dilation[i] = field[12 + i];
  if (!ShapeIsSound(shape, field[0], why)) return false;

  if (Checksum(bytes) != LoadU64Le(&bytes[kShapeBytes]))
    return why->Set("the sound model is damaged: its checksum differs");

  ByteReader reader(bytes.subspan(kHeaderBytes));
  const size_t n = shape.channels;
  auto take = [&](size_t count, size_t* place) { return made.TakeNumbers(count, &reader, place, why); };
  if (!take(shape.first_taps * kBands * n, &made.first_.weights) || !take(n, &made.first_.bias)) return false;
  for (size_t i = 0; i < shape.blocks; ++i) {
    Block& block = made.blocks_[i];
    if (!take(shape.taps * n, &block.memory) || !take(n * n, &block.mix.weights) || !take(n, &block.mix.bias))
      return false;
  }
  if (!take(shape.outputs * n, &made.head_.weights) || !take(shape.outputs, &made.head_.bias)) return false;
  if (made.has_windows() &&
      (!take(2 * n * shape.hidden, &made.hidden_.weights) || !take(shape.hidden, &made.hidden_.bias) ||
       !take(shape.classes * shape.hidden, &made.out_.weights) || !take(shape.classes, &made.out_.bias)))
    return false;
  if (reader.remaining() != 0) return why->Set("%zu bytes follow the sound model", reader.remaining());
  *out = std::move(made);
  return true;
}

}  // namespace tonegate
