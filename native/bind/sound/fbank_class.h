#ifndef TONEGATE_BIND_FBANK_CLASS_H_
#define TONEGATE_BIND_FBANK_CLASS_H_

#include <memory>

#include "bind/arguments.h"
#include "core/feature/extractor.h"

namespace tonegate::bind {

class FbankClass : public Tagged<FbankClass> {
 public:
  static constexpr const char* kName = "FbankExtractor";
  static constexpr napi_type_tag kTag = {0x5c0be2d41f7748a9, 0x9d36a1f8e24b7c53};
  static Napi::Function Define(Napi::Env env);
  explicit FbankClass(const Napi::CallbackInfo& info);
  Napi::Value Push(const Napi::CallbackInfo& info);
  Napi::Value Flush(const Napi::CallbackInfo& info);
  void Reset(const Napi::CallbackInfo& info);
  Napi::Value Width(const Napi::CallbackInfo& info);

 private:
  std::unique_ptr<FeatureExtractor> extractor_;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_FBANK_CLASS_H_
