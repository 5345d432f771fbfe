#ifndef TONEGATE_BIND_PARAMETRIC_CLASS_H_
#define TONEGATE_BIND_PARAMETRIC_CLASS_H_

#include "bind/arguments.h"
#include "core/vocoder/parametric_voice.h"

namespace tonegate::bind {

class ParametricClass : public Tagged<ParametricClass> {
 public:
  static constexpr const char* kName = "ParametricVoice";
  static constexpr napi_type_tag kTag = {0xe80f57d21c6b49a3, 0x4d9a02b58f71ce36};
  static Napi::Function Define(Napi::Env env);
  explicit ParametricClass(const Napi::CallbackInfo& info);
  Napi::Value Units(const Napi::CallbackInfo& info);
  Napi::Value OwnUnits(const Napi::CallbackInfo& info);
  Napi::Value MeanHz(const Napi::CallbackInfo& info);
  Napi::Value Render(const Napi::CallbackInfo& info);

 private:
  ParametricTable table_;
  size_t own_units_ = 0;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_PARAMETRIC_CLASS_H_
