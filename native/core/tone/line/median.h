// Finds the middle value of a short row by halving the range of values: counting can be vectorised, sorting cannot.
#ifndef TONEGATE_CORE_TONE_MEDIAN_H_
#define TONEGATE_CORE_TONE_MEDIAN_H_

#include <algorithm>
#include <limits>

namespace tonegate {

// A row with room for whole vectors; entries past `count` are ignored and overwritten.
template <int kRoom>
struct MedianRow {
  static_assert(kRoom % 16 == 0);
  alignas(16) float value[kRoom];
  int count = 0;

  // Adds a value. REQUIRES: count < kRoom.
  void Add(float x) { value[count++] = x; }

  // Returns the value with `rank` values below it in sorted order, 0 for an empty row. Bounded: after 40 halvings only
  // equal values are left.
  float Ranked(int rank) {
    if (count == 0) return 0;
    const int padded = (count + 15) / 16 * 16;
    std::fill(value + count, value + padded, std::numeric_limits<float>::max());
    float low = value[0];
    float high = value[0];
    for (int i = 1; i < count; ++i) {
      low = std::min(low, value[i]);
      high = std::max(high, value[i]);
    }
    if (CountUpTo(low, padded) > rank) return low;
    int below = 0;      // values <= low; the wanted one is in (low, high]
    int up_to = count;  // values <= high
    for (int halving = 0; halving < 40 && up_to - below > 1; ++halving) {
      const float middle = low + 0.5F * (high - low);
      const int n = CountUpTo(middle, padded);
      if (n > rank) {
        high = middle;
        up_to = n;
      } else {
        low = middle;
        below = n;
      }
    }
    float best = -std::numeric_limits<float>::max();
    for (int i = 0; i < padded; ++i) best = std::max(best, value[i] <= high ? value[i] : best);
    return best;
  }

  // Returns the middle value, 0 for an empty row.
  float Median() { return Ranked(count / 2); }

 private:
  int CountUpTo(float limit, int padded) const {
    int n = 0;
    for (int block = 0; block < padded; block += 16) {
      for (int i = 0; i < 16; ++i) n += value[block + i] <= limit ? 1 : 0;
    }
    return n;
  }
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_MEDIAN_H_
