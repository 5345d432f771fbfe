#ifndef TONEGATE_BIND_RESCORING_CLASS_H_
#define TONEGATE_BIND_RESCORING_CLASS_H_

#include "bind/arguments.h"
#include "bind/mapped_file.h"
#include "core/search/words/rescoring.h"

namespace tonegate::bind {

class RescoringClass : public Tagged<RescoringClass> {
 public:
  static constexpr const char* kName = "RescoringModel";
  static constexpr napi_type_tag kTag = {0x5d0c43c1e8b74a0d, 0x8e1f60a9d2c7b354};
  static Napi::Function Define(Napi::Env env);
  explicit RescoringClass(const Napi::CallbackInfo& info);
  Napi::Value Characters(const Napi::CallbackInfo& info);
  Napi::Value Score(const Napi::CallbackInfo& info);

 private:
  MappedFile file_;
  RescoringModel model_;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_RESCORING_CLASS_H_
