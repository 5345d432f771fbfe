// JavaScript class RescoringModel: scores of whole sentences, from a file that is mapped.
#include "bind/search/rescoring_class.h"

#include <vector>

#include "bind/file_argument.h"
#include "bind/results.h"

namespace tonegate::bind {

Napi::Function RescoringClass::Define(Napi::Env env) {
  return DefineClass(env, kName,
                     {InstanceAccessor<&RescoringClass::Characters>("characters"),
                      InstanceMethod<&RescoringClass::Score>("score")});
}

RescoringClass::RescoringClass(const Napi::CallbackInfo& info) : Tagged(info) { OpenFile(info, &file_, &model_); }

Napi::Value RescoringClass::Characters(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), model_.characters());
}

Napi::Value RescoringClass::Score(const Napi::CallbackInfo& info) {
  std::span<const uint32_t> characters, ends;
  if (!TakeView(info, 0, "characters", &characters) || !TakeView(info, 1, "ends", &ends)) {
    return info.Env().Undefined();
  }
  std::vector<std::vector<uint32_t>> sentences;
  size_t begin = 0;
  for (const uint32_t end : ends) {
    if (end < begin || end > characters.size()) {
      Refuse(info.Env(), "ends must ascend, up to the number of characters");
      return info.Env().Undefined();
    }
    sentences.emplace_back(characters.begin() + static_cast<ptrdiff_t>(begin),
                           characters.begin() + static_cast<ptrdiff_t>(end));
    begin = end;
  }
  std::vector<float> scores;
  model_.Score(sentences, &scores);
  Napi::Float64Array answer = Napi::Float64Array::New(info.Env(), scores.size());
  for (size_t at = 0; at < scores.size(); ++at) answer[at] = scores[at];
  return answer;
}

}  // namespace tonegate::bind
