// A minimal test framework: a case is a sentence and a body; CHECK reports the line that did not hold and goes on. A
// program ends with `return Finish();`, which prints "N passed, N failed".
#ifndef TONEGATE_TEST_CHECK_H_
#define TONEGATE_TEST_CHECK_H_

#include <cstdint>
#include <cstdio>

namespace tonegate::test {

inline int passed = 0;
inline int failed = 0;
inline bool holds = true;

template <typename Body>
void Case(const char* sentence, Body body) {
  holds = true;
  body();
  ++(holds ? passed : failed);
  if (!holds) std::printf("FAILED: %s\n", sentence);
}

inline void Check(bool condition, const char* text, const char* file, int line) {
  if (condition) return;
  holds = false;
  std::printf("%s:%d: %s\n", file, line, text);
}

inline int Finish() {
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}

// Deterministic noise (xorshift64*), so that failures are reproducible.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1) {}
  uint64_t Next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1Du;
  }
  uint32_t Below(uint32_t limit) { return static_cast<uint32_t>((Next() >> 32) * limit >> 32); }
  double Unit() { return static_cast<double>(Next() >> 11) / 9007199254740992.0; }

 private:
  uint64_t state_;
};

}  // namespace tonegate::test

#define CHECK(condition) ::tonegate::test::Check((condition), #condition, __FILE__, __LINE__)

#endif  // TONEGATE_TEST_CHECK_H_
