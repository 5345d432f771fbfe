// Every form of the encoder's loops gives the bits of the plain one, and the plain one gives the sums of the
// definition.
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "../check.h"
#include "core/encoder/block_encoder.h"
#include "core/encoder/byte_matrix.h"
#include "core/encoder/loops.h"

namespace tonegate::test {
namespace {

int Below(Random& random, int limit) { return static_cast<int>(random.Next() % static_cast<uint64_t>(limit)); }
float Between(Random& random, float low, float high) {
  return low + (high - low) * static_cast<float>(Below(random, 1 << 20)) / static_cast<float>(1 << 20);
}

struct Matrix {
  std::vector<int8_t> weights;
  std::vector<float> widths, bias;
  ByteMatrix made;
};

// Weights up to the pair limit: 127 beside 1, 64 beside 64.
Matrix RandomMatrix(Random& random, size_t inputs, size_t outputs, ByteScale scale) {
  Matrix matrix;
  matrix.weights.resize(inputs * outputs);
  for (size_t k = 0; k < inputs; ++k) {
    for (size_t n = 0; n < outputs; ++n) {
      const int before = k % 2 == 1 ? std::abs(matrix.weights[(k - 1) * outputs + n]) : 0;
      const int most = std::min(127, ByteMatrix::kPairLimit - before);
      const int size = Below(random, 3) == 0 ? most : Below(random, most + 1);
      matrix.weights[k * outputs + n] = static_cast<int8_t>(Below(random, 2) == 0 ? size : -size);
    }
  }
  for (size_t n = 0; n < outputs; ++n) {
    matrix.widths.push_back(Between(random, 1e-4F, 1e-2F));
    matrix.bias.push_back(Between(random, -2, 2));
  }
  CHECK(ByteMatrix::Make(matrix.weights, inputs, scale, matrix.widths, matrix.bias, &matrix.made));
  return matrix;
}

std::vector<uint8_t> RandomRows(Random& random, size_t count, size_t stride) {
  std::vector<uint8_t> rows(count * stride);
  for (uint8_t& byte : rows) byte = static_cast<uint8_t>(Below(random, 4) == 0 ? 255 : Below(random, 256));
  return rows;
}

std::vector<float> RandomFloats(Random& random, size_t count, float low, float high) {
  std::vector<float> values(count);
  for (float& value : values) value = Between(random, low, high);
  return values;
}

template <typename T>
bool SameBits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

constexpr std::array<size_t, 7> kRowCounts = {1, 2, 3, 4, 7, 13, 67};

void Products() {
  Random random(1);
  for (const auto& [inputs, outputs] : {std::pair<size_t, size_t>{1, 1}, {3, 5}, {400, 256}, {256, 217}, {64, 1024}}) {
    const ByteScale scale{0.05F, Below(random, 256)};
    const Matrix matrix = RandomMatrix(random, inputs, outputs, scale);
    for (const size_t count : kRowCounts) {
      const size_t stride = matrix.made.stride();
      const std::vector<uint8_t> rows = RandomRows(random, count, stride);
      std::vector<float> wanted(count * outputs);
      for (size_t r = 0; r < count; ++r) {
        for (size_t n = 0; n < outputs; ++n) {
          int64_t sum = 0;
          for (size_t k = 0; k < inputs; ++k) {
            sum += (rows[r * stride + k] - scale.offset) * matrix.weights[k * outputs + n];
          }
          wanted[r * outputs + n] = static_cast<float>(sum) * matrix.widths[n] + matrix.bias[n];
        }
      }
      const LoopsList all = AllLoops();
      for (size_t i = 0; i < all.count; ++i) {
        std::vector<float> out(count * outputs);
        all.items[i]->product(matrix.made, rows.data(), count, out.data());
        CHECK(SameBits(out, wanted));
      }
    }
  }
}

void Others() {
  Random random(2);
  const LoopsList all = AllLoops();
  const Loops& plain = *all.items[0];
  constexpr size_t kWidth = 80, kTaps = 11, kCentre = 9, kCells = 19;
  const ByteScale scale{0.05F, 113};
  const Matrix matrix = RandomMatrix(random, 100, 256, scale);
  for (const size_t count : kRowCounts) {
    const auto context = RandomFloats(random, (count + kTaps - 1) * kWidth, -9, 9);
    const auto weights = RandomFloats(random, kTaps * kWidth, -1, 1);
    const auto gain = RandomFloats(random, kWidth, -2, 2), bias = RandomFloats(random, kWidth, -2, 2);
    const auto rows = RandomRows(random, count, matrix.made.stride());
    const auto run = [&](const Loops& loops) {
      std::vector<float> x(count * kWidth), y(count * kWidth), scores = context;
      std::vector<uint8_t> bytes(count * kWidth), hidden(count * 256);
      loops.memory(context.data(), count, kWidth, kTaps, kCentre, weights.data(), bias.data(), x.data());
      loops.norm(x.data(), count, kWidth, gain.data(), bias.data(), 1e-5);
      loops.quantise(x.data(), x.size(), scale, bytes.data());
      loops.residual(context.data(), x.data(), count, kWidth, gain.data(), y.data());
      loops.hidden(matrix.made, rows.data(), count, ByteScale{0.02F, 0}, 256, hidden.data());
      loops.log_softmax(scores.data(), count, kWidth);
      std::vector<float> cell(bias), state(kCells);
      for (size_t step = 0; step < count; ++step)
        loops.lstm(context.data() + step, x.data(), kCells, cell.data(), state.data());
      loops.tanh(y.data(), y.size());
      x.insert(x.end(), y.begin(), y.end());
      x.insert(x.end(), scores.begin(), scores.end());
      x.insert(x.end(), cell.begin(), cell.end());
      x.insert(x.end(), state.begin(), state.end());
      bytes.insert(bytes.end(), hidden.begin(), hidden.end());
      return std::pair(x, bytes);
    };
    const auto [floats, bytes] = run(plain);
    for (size_t i = 1; i < all.count; ++i) {
      const auto [other_floats, other_bytes] = run(*all.items[i]);
      CHECK(SameBits(floats, other_floats));
      CHECK(SameBits(bytes, other_bytes));
    }
  }
}

void Bytes() {
  const std::vector<float> values = {0.5F, 1.5F, 2.5F, -0.5F, -3, 300, -300, 0, std::numeric_limits<float>::quiet_NaN(),
                                     std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
  const std::vector<uint8_t> wanted = {2, 4, 4, 2, 0, 255, 0, 2, 0, 255, 0};
  const LoopsList all = AllLoops();
  for (size_t i = 0; i < all.count; ++i) {
    std::vector<uint8_t> bytes(values.size());
    all.items[i]->quantise(values.data(), values.size(), ByteScale{1, 2}, bytes.data());
    CHECK(SameBits(bytes, wanted));
  }
}

void Cells() {
  constexpr size_t kCells = 5;
  Random random(4);
  const auto gates = RandomFloats(random, 4 * kCells, -9, 9), more = RandomFloats(random, 4 * kCells, -3, 3);
  const auto before = RandomFloats(random, kCells, -3, 3);
  auto cell = before, state = before, curve = gates;
  BestLoops().lstm(gates.data(), more.data(), kCells, cell.data(), state.data());
  BestLoops().tanh(curve.data(), curve.size());
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  for (size_t i = 0; i < kCells; ++i) {
    const auto gate = [&](size_t which) {
      return static_cast<double>(gates[which * kCells + i]) + static_cast<double>(more[which * kCells + i]);
    };
    const double wanted =
        sigmoid(gate(1)) * static_cast<double>(before[i]) + sigmoid(gate(0)) * std::tanh(gate(2));
    CHECK(std::fabs(static_cast<double>(cell[i]) - wanted) < 1e-3);
    CHECK(std::fabs(static_cast<double>(state[i]) - sigmoid(gate(3)) * std::tanh(wanted)) < 1e-3);
  }
  for (size_t i = 0; i < gates.size(); ++i)
    CHECK(std::fabs(static_cast<double>(curve[i]) - std::tanh(static_cast<double>(gates[i]))) < 1e-4);
}

void Pairs() {
  const std::vector<float> one = {1}, zero = {0};
  ByteMatrix matrix;
  CHECK(ByteMatrix::Make(std::vector<int8_t>{-128, 0, 64, -64, 127}, 5, {1, 0}, one, zero, &matrix));
  CHECK(!ByteMatrix::Make(std::vector<int8_t>{64, -65}, 2, {1, 0}, one, zero, &matrix));
  CHECK(!ByteMatrix::Make(std::vector<int8_t>{0, 0, 127, 2}, 4, {1, 0}, one, zero, &matrix));
}

// A small encoder with all its numbers.
struct Numbers {
  BlockEncoderShape shape;
  std::vector<float> floats;
  std::vector<int8_t> bytes;
};

Numbers SmallEncoder() {
  Random random(3);
  Numbers numbers;
  BlockEncoderShape& shape = numbers.shape;
  shape.bins = 8;
  shape.width = 32;
  shape.hidden = 48;
  shape.units = 11;
  shape.taps = 5;
  shape.looks = {1, 0, 2};
  shape.epsilon = 1e-5;
  const auto floats = [&](size_t count, float low, float high) {
    const auto values = RandomFloats(random, count, low, high);
    numbers.floats.insert(numbers.floats.end(), values.begin(), values.end());
  };
  const auto matrix = [&](size_t inputs, size_t outputs) {
    numbers.floats.push_back(0.05F);
    numbers.floats.push_back(120);
    floats(outputs, 1e-4F, 1e-3F);
    floats(outputs, -1, 1);
    for (size_t i = 0; i < inputs * outputs; ++i) numbers.bytes.push_back(static_cast<int8_t>(Below(random, 129) - 64));
  };
  floats(2 * shape.bins, 0.1F, 1);
  matrix(5 * shape.bins, shape.width);
  floats(2 * shape.width, 0.1F, 1);
  for (size_t block = 0; block < shape.looks.size(); ++block) {
    floats((shape.taps + 1) * shape.width, -0.5F, 0.5F);
    floats(2 * shape.width, 0.1F, 1);
    matrix(shape.width, shape.hidden);
    matrix(shape.hidden, shape.width);
    floats(shape.width, 0.1F, 1);
  }
  floats(2 * shape.width, 0.1F, 1);
  matrix(shape.width, shape.units);
  return numbers;
}

std::vector<float> Hear(BlockEncoder& encoder, const std::vector<float>& features, size_t chunk, bool looks) {
  const size_t frames = features.size() / encoder.bins() / 3;
  std::vector<float> state(encoder.state_floats()), all;
  for (size_t at = 0; at < frames; at += chunk) {
    const size_t count = std::min(chunk, frames - at);
    std::vector<float> scores(count * encoder.units());
    const BlockEncoder::Turn turn{state, std::span(features).subspan(at * 3 * encoder.bins(), count * 3 * encoder.bins()),
                                  count};
    if (looks) encoder.Run({&turn, 1}, count, false, scores);
    encoder.Run({&turn, 1}, count, true, scores);
    all.insert(all.end(), scores.begin(), scores.end());
  }
  return all;
}

void Chunks() {
  const Numbers numbers = SmallEncoder();
  BlockEncoder encoder;
  std::string reason;
  CHECK(BlockEncoder::Make(numbers.shape, numbers.floats, numbers.bytes, &encoder, &reason));
  Random random(4);
  const auto features = RandomFloats(random, 3 * 24 * 8, -1, 6);
  const auto whole = Hear(encoder, features, 24, false);
  CHECK(whole.size() == 24 * 11);
  for (const float score : whole) CHECK(std::isfinite(score) && score <= 0);
  for (const size_t chunk : {1, 2, 5, 8}) CHECK(SameBits(Hear(encoder, features, chunk, false), whole));
  CHECK(SameBits(Hear(encoder, features, 3, true), whole));
}

void Refusals() {
  const Numbers good = SmallEncoder();
  const auto refused = [](const Numbers& numbers, const char* part) {
    BlockEncoder encoder;
    std::string reason;
    return !BlockEncoder::Make(numbers.shape, numbers.floats, numbers.bytes, &encoder, &reason) &&
           reason.find(part) != std::string::npos;
  };
  Numbers numbers = good;
  numbers.floats.pop_back();
  CHECK(refused(numbers, "floats are missing"));
  numbers = good;
  numbers.floats.push_back(0);
  CHECK(refused(numbers, "more numbers"));
  numbers = good;
  numbers.bytes.pop_back();
  CHECK(refused(numbers, "bytes are missing"));
  numbers = good;
  numbers.floats[0] = std::numeric_limits<float>::quiet_NaN();
  CHECK(refused(numbers, "not finite"));
  numbers = good;
  numbers.floats[16] = 0;
  CHECK(refused(numbers, "the scale must be above 0"));
  numbers = good;
  numbers.floats[17] = 120.5F;
  CHECK(refused(numbers, "whole number from 0 to 255"));
  numbers = good;
  numbers.bytes[0] = 127;
  numbers.bytes[32] = 127;
  CHECK(refused(numbers, "neighbouring weights"));
  numbers = good;
  numbers.shape.looks = {1, 5};
  CHECK(refused(numbers, "look ahead"));
  numbers = good;
  numbers.shape.width = 31;
  CHECK(refused(numbers, "multiples of 16"));
}

}  // namespace
}  // namespace tonegate::test

int main() {
  using namespace tonegate::test;
  Case("products of bytes are the sums of the definition, in every form", Products);
  Case("every form of a loop gives the same bits", Others);
  Case("a step of an LSTM is that of the definition", Cells);
  Case("bytes are rounded half to even and kept from 0 to 255", Bytes);
  Case("neighbouring weights of more than 128 together are refused", Pairs);
  Case("chunks of any length, and looks between them, give the same scores", Chunks);
  Case("numbers that do not fit are refused with a reason", Refusals);
  return Finish();
}
