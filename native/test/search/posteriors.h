// Frames of an imaginary recogniser: log probabilities for a known run of units, with typical mistakes.
#ifndef TONEGATE_TEST_POSTERIORS_H_
#define TONEGATE_TEST_POSTERIORS_H_

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "test/check.h"

namespace tonegate::test {

struct PosteriorOptions {
  uint32_t units = 0;
  uint16_t blank = 0;
  double doubt = 0.1;   // mean share of a unit's frame that goes to similar units
  double mistakes = 0;  // share of units for which another unit is the likeliest
  double missing = 0;   // share of units that are nearly all blank
};

// Each unit has one or two frames, followed by one to three frames of blank. `alike[u]`: units that are confused with
// u.
inline std::vector<float> MakePosteriors(std::span<const uint16_t> units, const PosteriorOptions& options,
                                         const std::vector<std::vector<uint16_t>>& alike, Random* random) {
  std::vector<float> rows;
  const double hum = 1e-6;
  auto frame = [&](std::span<const std::pair<uint16_t, double>> shares) {
    std::vector<double> row(options.units, hum);
    for (const auto& [unit, share] : shares) row[unit] += share;
    double sum = 0;
    for (const double value : row) sum += value;
    for (const double value : row) rows.push_back(static_cast<float>(std::log(value / sum)));
  };
  auto blanks = [&](uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) frame(std::vector<std::pair<uint16_t, double>>{{options.blank, 0.999}});
  };
  blanks(3);
  for (const uint16_t unit : units) {
    const auto& others = alike[unit];
    std::vector<std::pair<uint16_t, double>> shares;
    double away = std::min(0.9, -options.doubt * std::log(1 - random->Unit()));
    if (random->Unit() < options.mistakes) away = 0.6 + 0.35 * random->Unit();
    double blank = 0.05 + 0.2 * random->Unit();
    if (random->Unit() < options.missing) blank = 0.97;
    if (others.empty()) away = 0;
    shares.emplace_back(options.blank, blank);
    shares.emplace_back(unit, (1 - blank) * (1 - away));
    if (!others.empty()) {
      const uint16_t most = others[random->Below(static_cast<uint32_t>(others.size()))];
      shares.emplace_back(most, (1 - blank) * away * 0.7);
      for (const uint16_t other : others) {
        shares.emplace_back(other, (1 - blank) * away * 0.3 / static_cast<double>(others.size()));
      }
    }
    frame(shares);
    if (random->Below(3) == 0) frame(shares);
    blanks(1 + random->Below(3));
  }
  blanks(3);
  return rows;
}

}  // namespace tonegate::test

#endif  // TONEGATE_TEST_POSTERIORS_H_
