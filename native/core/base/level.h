// Levels in dBm0. Source: ITU-T G.711, A-law: a sine that just reaches full scale has +3.14 dBm0.
#ifndef TONEGATE_CORE_BASE_LEVEL_H_
#define TONEGATE_CORE_BASE_LEVEL_H_

#include <cmath>
#include <limits>

namespace tonegate {

inline constexpr double kFullScaleSineDbm0 = 3.14;
inline constexpr double kFullScaleSineMeanSquare = 32768.0 * 32768.0 / 2;

// Level in dBm0 of a mean square of 16-bit samples; -inf for silence.
inline double Dbm0OfMeanSquare(double mean_square) {
  if (!(mean_square > 0)) return -std::numeric_limits<double>::infinity();
  return 10 * std::log10(mean_square / kFullScaleSineMeanSquare) + kFullScaleSineDbm0;
}

// Mean square of 16-bit samples at a level in dBm0; the inverse of Dbm0OfMeanSquare().
inline double MeanSquareOfDbm0(double level_dbm0) {
  return kFullScaleSineMeanSquare * std::pow(10.0, (level_dbm0 - kFullScaleSineDbm0) / 10);
}

// Amplitude of a sine at a level in dBm0, in 16-bit steps.
inline double AmplitudeOfDbm0(double level_dbm0) { return std::sqrt(2 * MeanSquareOfDbm0(level_dbm0)); }

}  // namespace tonegate

#endif  // TONEGATE_CORE_BASE_LEVEL_H_
