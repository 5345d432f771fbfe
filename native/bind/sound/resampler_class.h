#ifndef TONEGATE_BIND_RESAMPLER_CLASS_H_
#define TONEGATE_BIND_RESAMPLER_CLASS_H_

#include <memory>

#include "bind/arguments.h"
#include "core/resample/resampler.h"

namespace tonegate::bind {

class ResamplerClass : public Tagged<ResamplerClass> {
 public:
  static constexpr const char* kName = "Resampler";
  static constexpr napi_type_tag kTag = {0x83f7206bd15e49ca, 0xb8126e4fa093d75c};
  static Napi::Function Define(Napi::Env env);
  explicit ResamplerClass(const Napi::CallbackInfo& info);
  Napi::Value Push(const Napi::CallbackInfo& info);
  Napi::Value Flush(const Napi::CallbackInfo& info);
  void Reset(const Napi::CallbackInfo& info);

 private:
  std::unique_ptr<Resampler> resampler_;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_RESAMPLER_CLASS_H_
