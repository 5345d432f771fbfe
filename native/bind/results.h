// Search results as numbers, in the layout of `unitStride` and `wordStride` of src/native/search.ts.
#ifndef TONEGATE_BIND_RESULTS_H_
#define TONEGATE_BIND_RESULTS_H_

#include <napi.h>

#include <span>

#include "core/search/result.h"

namespace tonegate::bind {

inline Napi::Float64Array NewUnits(Napi::Env env, std::span<const HeardUnit> units) {
  Napi::Float64Array array = Napi::Float64Array::New(env, 4 * units.size());
  if (env.IsExceptionPending()) return array;
  double* to = array.Data();
  for (const HeardUnit& unit : units) {
    *to++ = unit.unit;
    *to++ = unit.start_frame;
    *to++ = unit.end_frame;
    *to++ = unit.confidence;
  }
  return array;
}

inline Napi::Float64Array NewClearness(Napi::Env env, std::span<const HeardUnit> units) {
  Napi::Float64Array array = Napi::Float64Array::New(env, units.size());
  if (env.IsExceptionPending()) return array;
  double* to = array.Data();
  for (const HeardUnit& unit : units) *to++ = unit.clearness;
  return array;
}

inline Napi::Float64Array NewLosses(Napi::Env env, std::span<const HeardUnit> units) {
  Napi::Float64Array array = Napi::Float64Array::New(env, units.size());
  if (env.IsExceptionPending()) return array;
  double* to = array.Data();
  for (const HeardUnit& unit : units) *to++ = unit.lost;
  return array;
}

inline Napi::Float64Array NewWords(Napi::Env env, std::span<const HeardWord> words) {
  Napi::Float64Array array = Napi::Float64Array::New(env, 4 * words.size());
  if (env.IsExceptionPending()) return array;
  double* to = array.Data();
  for (const HeardWord& word : words) {
    *to++ = word.word;
    *to++ = word.first_unit;
    *to++ = word.units;
    *to++ = word.confidence;
  }
  return array;
}

inline Napi::Object NewHypothesis(Napi::Env env, const Hypothesis& hypothesis) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("score", hypothesis.score);
  object.Set("units", NewUnits(env, hypothesis.units));
  object.Set("clearness", NewClearness(env, hypothesis.units));
  object.Set("lost", NewLosses(env, hypothesis.units));
  object.Set("words", NewWords(env, hypothesis.words));
  return object;
}

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_RESULTS_H_
