#include "core/encoder/loops.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/exp_log.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#include <sys/auxv.h>
#endif

#define TONEGATE_INLINE inline __attribute__((always_inline))

namespace tonegate {
namespace {

constexpr size_t kColumns = ByteMatrix::kColumns;
constexpr size_t kQuad = ByteMatrix::kQuad;

// The loops in plain C++. Each processor-specific form below compiles them as functions of its own with more
// instructions; only the products of tiles are written by hand.

TONEGATE_INLINE uint8_t ByteOf(float x, ByteScale scale) {
  const float low = static_cast<float>(-scale.offset), high = static_cast<float>(255 - scale.offset);
  float value = x / scale.scale;
  value = value > low ? value : low;
  value = value < high ? value : high;
  constexpr float kWhole = 12582912.0F;  // 1.5 * 2^23: a sum with it has no fraction, and is rounded half to even
  return static_cast<uint8_t>(static_cast<int32_t>((value + kWhole) - kWhole) + scale.offset);
}

TONEGATE_INLINE void QuantiseInto(const float* x, size_t count, ByteScale scale, uint8_t* out) {
  for (size_t i = 0; i < count; ++i) out[i] = ByteOf(x[i], scale);
}

TONEGATE_INLINE void MemoryInto(const float* context, size_t rows, size_t width, size_t taps, size_t centre,
                                const float* weights, const float* bias, float* out) {
  constexpr size_t kBlock = 32;
  for (size_t t = 0; t < rows; ++t) {
    const float* from = context + t * width;
    size_t c = 0;
    for (; c + kBlock <= width; c += kBlock) {
      float sum[kBlock];
      for (size_t i = 0; i < kBlock; ++i) sum[i] = bias[c + i];
      for (size_t tap = 0; tap < taps; ++tap) {
        const float* x = from + tap * width + c;
        const float* w = weights + tap * width + c;
        for (size_t i = 0; i < kBlock; ++i) sum[i] += x[i] * w[i];
      }
      const float* middle = from + centre * width + c;
      for (size_t i = 0; i < kBlock; ++i) out[t * width + c + i] = middle[i] + sum[i];
    }
    for (; c < width; ++c) {
      float sum = bias[c];
      for (size_t tap = 0; tap < taps; ++tap) sum += from[tap * width + c] * weights[tap * width + c];
      out[t * width + c] = from[centre * width + c] + sum;
    }
  }
}

// Sums use kLanes lanes on every processor: the order of additions is part of the result.
constexpr size_t kLanes = 8;

TONEGATE_INLINE double Total(const double* lanes) {
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

TONEGATE_INLINE void NormInPlace(float* rows, size_t row_count, size_t width, const float* gain, const float* bias,
                                 double epsilon) {
  for (size_t r = 0; r < row_count; ++r) {
    float* row = rows + r * width;
    double lanes[kLanes] = {};
    size_t c = 0;
    for (; c + kLanes <= width; c += kLanes) {
      for (size_t i = 0; i < kLanes; ++i) lanes[i] += static_cast<double>(row[c + i]);
    }
    for (size_t i = 0; c + i < width; ++i) lanes[i] += static_cast<double>(row[c + i]);
    const double mean = Total(lanes) / static_cast<double>(width);
    double squares[kLanes] = {};
    for (c = 0; c + kLanes <= width; c += kLanes) {
      for (size_t i = 0; i < kLanes; ++i) {
        const double centred = static_cast<double>(row[c + i]) - mean;
        squares[i] += centred * centred;
      }
    }
    for (size_t i = 0; c + i < width; ++i) {
      const double centred = static_cast<double>(row[c + i]) - mean;
      squares[i] += centred * centred;
    }
    const double spread = std::sqrt(Total(squares) / static_cast<double>(width) + epsilon);
    for (c = 0; c < width; ++c) {
      row[c] = static_cast<float>((static_cast<double>(row[c]) - mean) / spread) * gain[c] + bias[c];
    }
  }
}

TONEGATE_INLINE void ResidualInto(const float* centre, const float* update, size_t rows, size_t width,
                                  const float* scale, float* out) {
  for (size_t t = 0; t < rows; ++t) {
    for (size_t c = 0; c < width; ++c) {
      out[t * width + c] = centre[t * width + c] + scale[c] * update[t * width + c];
    }
  }
}

TONEGATE_INLINE void LogSoftmaxInPlace(float* rows, size_t row_count, size_t width) {
  for (size_t r = 0; r < row_count; ++r) {
    float* row = rows + r * width;
    float high = row[0];
    for (size_t c = 1; c < width; ++c) high = std::max(high, row[c]);
    double sum = 0;
    for (size_t c = 0; c < width; ++c) sum += static_cast<double>(Exp(row[c] - high));
    const float log_sum = Ln(static_cast<float>(sum));
    for (size_t c = 0; c < width; ++c) row[c] = row[c] - high - log_sum;
  }
}

// The hyperbolic tangent, to 1e-4. Source: Lambert's continued fraction, which reaches 1 at 4.97. Values are bounded in a
// loop of their own: in one loop GCC 12 makes branches of the bounds, and no vectors.
TONEGATE_INLINE void TanhInPlace(float* values, size_t count) {
  constexpr float kMost = 4.97F;
  for (size_t i = 0; i < count; ++i) {
    const float x = values[i] > -kMost ? values[i] : -kMost;
    values[i] = x < kMost ? x : kMost;
  }
  for (size_t i = 0; i < count; ++i) {
    const float x = values[i], q = x * x;
    values[i] = x * (135135 + q * (17325 + q * (378 + q))) / (135135 + q * (62370 + q * (3150 + 28 * q)));
  }
}

// A logistic function is half of 1 + tanh(x / 2).
TONEGATE_INLINE void LstmInPlace(const float* gates, const float* more, size_t width, float* cell, float* state) {
  constexpr size_t kBlock = 64;
  for (size_t from = 0; from < width; from += kBlock) {
    const size_t count = std::min(kBlock, width - from);
    float in[kBlock], forget[kBlock], fresh[kBlock], out[kBlock];
    const float* x = gates + from;
    const float* y = more + from;
    for (size_t i = 0; i < count; ++i) {
      const size_t f = i + width, g = f + width, o = g + width;
      in[i] = 0.5F * (x[i] + y[i]);
      forget[i] = 0.5F * (x[f] + y[f]);
      fresh[i] = x[g] + y[g];
      out[i] = 0.5F * (x[o] + y[o]);
    }
    TanhInPlace(in, count);
    TanhInPlace(forget, count);
    TanhInPlace(fresh, count);
    TanhInPlace(out, count);
    float* c = cell + from;
    float* h = state + from;
    for (size_t i = 0; i < count; ++i) {
      c[i] = (0.5F + 0.5F * forget[i]) * c[i] + (0.5F + 0.5F * in[i]) * fresh[i];
      fresh[i] = c[i];
    }
    TanhInPlace(fresh, count);
    for (size_t i = 0; i < count; ++i) h[i] = (0.5F + 0.5F * out[i]) * fresh[i];
  }
}

// One value of a tile, with the offset of its activations removed.
TONEGATE_INLINE float ValueOf(int32_t sum, int32_t weights, int32_t offset, float width, float bias) {
  return static_cast<float>(sum - offset * weights) * width + bias;
}

struct AsFloats {
  float* out;
  size_t outputs;
  TONEGATE_INLINE void Take(const ByteMatrix& matrix, size_t panel, size_t row, const int32_t* sums,
                            int32_t offset) const {
    const int32_t* weights = matrix.sums(panel);
    const float* widths = matrix.widths(panel);
    const float* bias = matrix.bias(panel);
    float* to = out + row * outputs + panel * kColumns;
    const size_t columns = std::min(kColumns, outputs - panel * kColumns);
    if (columns == kColumns) {
      for (size_t n = 0; n < kColumns; ++n) to[n] = ValueOf(sums[n], weights[n], offset, widths[n], bias[n]);
    } else {
      for (size_t n = 0; n < columns; ++n) to[n] = ValueOf(sums[n], weights[n], offset, widths[n], bias[n]);
    }
  }
};

struct AsHidden {
  uint8_t* out;
  size_t stride;
  ByteScale next;
  TONEGATE_INLINE void Take(const ByteMatrix& matrix, size_t panel, size_t row, const int32_t* sums,
                            int32_t offset) const {
    const int32_t* weights = matrix.sums(panel);
    const float* widths = matrix.widths(panel);
    const float* bias = matrix.bias(panel);
    uint8_t* to = out + row * stride + panel * kColumns;
    for (size_t n = 0; n < kColumns; ++n) {
      const float value = ValueOf(sums[n], weights[n], offset, widths[n], bias[n]);
      to[n] = ByteOf(value > 0 ? value : 0.0F, next);
    }
  }
};

// Multiplies as many rows from `*row` on as fill tiles of kCount, and moves `*row` behind them.
// Tile::Sums<kCount>(panel, quads, first row, stride, sums) gives sums[row][column] of kCount x kColumns products.
template <typename Tile, size_t kCount, typename Taker>
TONEGATE_INLINE void TilesInto(const ByteMatrix& matrix, size_t panel, const uint8_t* rows, size_t row_count,
                               size_t* row, const Taker& taker) {
  const int32_t offset = matrix.scale().offset + Tile::kShift;
  alignas(64) int32_t sums[kCount][kColumns];
  for (; *row + kCount <= row_count; *row += kCount) {
    Tile::template Sums<kCount>(matrix.panel(panel), matrix.quads(), rows + *row * matrix.stride(), matrix.stride(),
                                sums);
    for (size_t i = 0; i < kCount; ++i) taker.Take(matrix, panel, *row + i, sums[i], offset);
  }
}

template <typename Tile, typename Taker>
TONEGATE_INLINE void ProductInto(const ByteMatrix& matrix, const uint8_t* rows, size_t row_count, const Taker& taker) {
  for (size_t p = 0; p < matrix.panels(); ++p) {
    size_t r = 0;
    TilesInto<Tile, Tile::kRows>(matrix, p, rows, row_count, &r, taker);
    if constexpr (Tile::kRows > 4) TilesInto<Tile, 4>(matrix, p, rows, row_count, &r, taker);
    TilesInto<Tile, 1>(matrix, p, rows, row_count, &r, taker);
  }
}

// Each tile has kRows rows while there are so many.
struct PlainTile {
  static constexpr size_t kRows = 4;
  static constexpr int32_t kShift = 0;  // shift that Sums applies to each activation
  template <size_t kCount>
  static TONEGATE_INLINE void Sums(const int8_t* panel, size_t quads, const uint8_t* rows, size_t stride,
                                   int32_t (*sums)[kColumns]) {
    for (size_t i = 0; i < kCount; ++i) {
      int32_t row[kColumns] = {};
      for (size_t q = 0; q < quads; ++q) {
        const uint8_t* a = rows + i * stride + q * kQuad;
        const int8_t* w = panel + q * kQuad * kColumns;
        for (size_t n = 0; n < kColumns; ++n) {
          row[n] += a[0] * w[n * kQuad] + a[1] * w[n * kQuad + 1] + a[2] * w[n * kQuad + 2] + a[3] * w[n * kQuad + 3];
        }
      }
      std::memcpy(sums[i], row, sizeof(row));
    }
  }
};

#if defined(__x86_64__)
#define TONEGATE_AVX2 __attribute__((target("avx2")))

struct Avx2Tile {
  static constexpr size_t kRows = 4;
  static constexpr int32_t kShift = 0;
  template <size_t kCount>
  static TONEGATE_AVX2 void Sums(const int8_t* panel, size_t quads, const uint8_t* rows, size_t stride,
                                 int32_t (*sums)[kColumns]) {
    const __m256i ones = _mm256_set1_epi16(1);
    __m256i low[kCount], high[kCount];
    for (size_t i = 0; i < kCount; ++i) low[i] = high[i] = _mm256_setzero_si256();
    for (size_t q = 0; q < quads; ++q) {
      const auto* w = reinterpret_cast<const __m256i*>(panel + q * kQuad * kColumns);
      const __m256i first = _mm256_loadu_si256(w), second = _mm256_loadu_si256(w + 1);
      for (size_t i = 0; i < kCount; ++i) {
        int32_t quad;
        std::memcpy(&quad, rows + i * stride + q * kQuad, sizeof(quad));
        const __m256i a = _mm256_set1_epi32(quad);
        low[i] = _mm256_add_epi32(low[i], _mm256_madd_epi16(_mm256_maddubs_epi16(a, first), ones));
        high[i] = _mm256_add_epi32(high[i], _mm256_madd_epi16(_mm256_maddubs_epi16(a, second), ones));
      }
    }
    for (size_t i = 0; i < kCount; ++i) {
      _mm256_store_si256(reinterpret_cast<__m256i*>(sums[i]), low[i]);
      _mm256_store_si256(reinterpret_cast<__m256i*>(sums[i]) + 1, high[i]);
    }
  }
};

#define TONEGATE_VNNI __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512vnni")))

// A register holds a quad of each column of a panel, and one instruction adds its four products to their sum.
struct VnniTile {
  static constexpr size_t kRows = 8;
  static constexpr int32_t kShift = 0;
  template <size_t kCount>
  static TONEGATE_VNNI void Sums(const int8_t* panel, size_t quads, const uint8_t* rows, size_t stride,
                                 int32_t (*sums)[kColumns]) {
    __m512i sum[kCount];
    for (size_t i = 0; i < kCount; ++i) sum[i] = _mm512_setzero_si512();
    for (size_t q = 0; q < quads; ++q) {
      const __m512i w = _mm512_loadu_si512(panel + q * kQuad * kColumns);
      for (size_t i = 0; i < kCount; ++i) {
        int32_t quad;
        std::memcpy(&quad, rows + i * stride + q * kQuad, sizeof(quad));
        sum[i] = _mm512_dpbusd_epi32(sum[i], _mm512_set1_epi32(quad), w);
      }
    }
    for (size_t i = 0; i < kCount; ++i) _mm512_store_si512(sums[i], sum[i]);
  }
};
#endif

#if defined(__aarch64__)
#define TONEGATE_DOT __attribute__((target("arch=armv8.2-a+dotprod")))

// Activations minus 128, which are signed like weights.
struct NeonTile {
  static constexpr size_t kRows = 4;
  static constexpr int32_t kShift = -128;
  template <size_t kCount>
  static TONEGATE_INLINE void Sums(const int8_t* panel, size_t quads, const uint8_t* rows, size_t stride,
                                   int32_t (*sums)[kColumns]) {
    int32x4_t sum[kCount][4];
    for (size_t i = 0; i < kCount; ++i) {
      for (int32x4_t& part : sum[i]) part = vdupq_n_s32(0);
    }
    for (size_t q = 0; q < quads; ++q) {
      const int8_t* w = panel + q * kQuad * kColumns;
      const int8x16_t weights[4] = {vld1q_s8(w), vld1q_s8(w + 16), vld1q_s8(w + 32), vld1q_s8(w + 48)};
      for (size_t i = 0; i < kCount; ++i) {
        uint32_t quad;
        std::memcpy(&quad, rows + i * stride + q * kQuad, sizeof(quad));
        const int8x16_t a = vreinterpretq_s8_u32(vdupq_n_u32(quad ^ 0x80808080U));
        for (size_t n = 0; n < 4; ++n) {
          const int32x4_t left = vpaddlq_s16(vmull_s8(vget_low_s8(a), vget_low_s8(weights[n])));
          const int32x4_t right = vpaddlq_s16(vmull_high_s8(a, weights[n]));
          sum[i][n] = vaddq_s32(sum[i][n], vpaddq_s32(left, right));
        }
      }
    }
    for (size_t i = 0; i < kCount; ++i) {
      for (size_t n = 0; n < 4; ++n) vst1q_s32(sums[i] + 4 * n, sum[i][n]);
    }
  }
};

struct DotTile {
  static constexpr size_t kRows = 4;
  static constexpr int32_t kShift = -128;
  template <size_t kCount>
  static TONEGATE_DOT void Sums(const int8_t* panel, size_t quads, const uint8_t* rows, size_t stride,
                                 int32_t (*sums)[kColumns]) {
    int32x4_t sum[kCount][4];
    for (size_t i = 0; i < kCount; ++i) {
      for (int32x4_t& part : sum[i]) part = vdupq_n_s32(0);
    }
    for (size_t q = 0; q < quads; ++q) {
      const int8_t* w = panel + q * kQuad * kColumns;
      const int8x16_t weights[4] = {vld1q_s8(w), vld1q_s8(w + 16), vld1q_s8(w + 32), vld1q_s8(w + 48)};
      for (size_t i = 0; i < kCount; ++i) {
        uint32_t quad;
        std::memcpy(&quad, rows + i * stride + q * kQuad, sizeof(quad));
        const int8x16_t a = vreinterpretq_s8_u32(vdupq_n_u32(quad ^ 0x80808080U));
        for (size_t n = 0; n < 4; ++n) sum[i][n] = vdotq_s32(sum[i][n], a, weights[n]);
      }
    }
    for (size_t i = 0; i < kCount; ++i) {
      for (size_t n = 0; n < 4; ++n) vst1q_s32(sums[i] + 4 * n, sum[i][n]);
    }
  }
};
#endif

// The functions of one form. TARGET: instructions that the compiler may use.
#define TONEGATE_LOOPS(Name, shown, TARGET, Tile)                                                                      \
  struct Name {                                                                                                        \
    static TARGET void Quantise(const float* x, size_t count, ByteScale scale, uint8_t* out) {                         \
      QuantiseInto(x, count, scale, out);                                                                              \
    }                                                                                                                  \
    static TARGET void Product(const ByteMatrix& matrix, const uint8_t* rows, size_t row_count, float* out) {          \
      ProductInto<Tile>(matrix, rows, row_count, AsFloats{out, matrix.outputs()});                                     \
    }                                                                                                                  \
    static TARGET void Hidden(const ByteMatrix& matrix, const uint8_t* rows, size_t row_count, ByteScale next,         \
                              size_t stride, uint8_t* out) {                                                           \
      ProductInto<Tile>(matrix, rows, row_count, AsHidden{out, stride, next});                                         \
    }                                                                                                                  \
    static TARGET void Memory(const float* context, size_t rows, size_t width, size_t taps, size_t centre,             \
                              const float* weights, const float* bias, float* out) {                                   \
      MemoryInto(context, rows, width, taps, centre, weights, bias, out);                                              \
    }                                                                                                                  \
    static TARGET void Norm(float* rows, size_t row_count, size_t width, const float* gain, const float* bias,         \
                            double epsilon) {                                                                          \
      NormInPlace(rows, row_count, width, gain, bias, epsilon);                                                        \
    }                                                                                                                  \
    static TARGET void Residual(const float* centre, const float* update, size_t rows, size_t width,                   \
                                const float* scale, float* out) {                                                      \
      ResidualInto(centre, update, rows, width, scale, out);                                                           \
    }                                                                                                                  \
    static TARGET void LogSoftmax(float* rows, size_t row_count, size_t width) {                                       \
      LogSoftmaxInPlace(rows, row_count, width);                                                                       \
    }                                                                                                                  \
    static TARGET void Lstm(const float* gates, const float* more, size_t width, float* cell, float* state) {          \
      LstmInPlace(gates, more, width, cell, state);                                                                    \
    }                                                                                                                  \
    static TARGET void TanhOf(float* values, size_t count) { TanhInPlace(values, count); }                             \
    static constexpr Loops kLoops = {shown, Quantise, Product, Hidden, Memory, Norm,                                   \
                                     Residual, LogSoftmax, Lstm, TanhOf};                                              \
  }

TONEGATE_LOOPS(Plain, "plain", , PlainTile);
#if defined(__x86_64__)
TONEGATE_LOOPS(Avx2, "AVX2", TONEGATE_AVX2, Avx2Tile);
TONEGATE_LOOPS(Vnni, "AVX-512 VNNI", TONEGATE_VNNI, VnniTile);
#endif
#if defined(__aarch64__)
TONEGATE_LOOPS(Neon, "NEON", , NeonTile);
TONEGATE_LOOPS(Dot, "NEON with dot products", TONEGATE_DOT, DotTile);
#endif

}  // namespace

LoopsList AllLoops() {
  LoopsList list{{&Plain::kLoops}, 1};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) list.items[list.count++] = &Avx2::kLoops;
  const bool has_vnni = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512vnni");
  if (__builtin_cpu_supports("avx2") && has_vnni) list.items[list.count++] = &Vnni::kLoops;
#endif
#if defined(__aarch64__)
  list.items[list.count++] = &Neon::kLoops;
  constexpr unsigned long kDotProducts = 1UL << 20;  // HWCAP_ASIMDDP of Linux
  if ((getauxval(AT_HWCAP) & kDotProducts) != 0) list.items[list.count++] = &Dot::kLoops;
#endif
  return list;
}

const Loops& BestLoops() {
  static const LoopsList list = AllLoops();
  return *list.items[list.count - 1];
}

}  // namespace tonegate
