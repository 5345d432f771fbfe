#ifndef TONEGATE_BIND_ENCODER_CLASS_H_
#define TONEGATE_BIND_ENCODER_CLASS_H_

#include <vector>

#include "bind/arguments.h"
#include "core/encoder/block_encoder.h"

namespace tonegate::bind {

class EncoderClass : public Tagged<EncoderClass> {
 public:
  static constexpr const char* kName = "BlockEncoder";
  static constexpr napi_type_tag kTag = {0x1f7b02d96ac14e35, 0x8e50c3b7719d2fa4};
  static Napi::Function Define(Napi::Env env);
  explicit EncoderClass(const Napi::CallbackInfo& info);
  void Run(const Napi::CallbackInfo& info);
  Napi::Value StateFloats(const Napi::CallbackInfo& info);

 private:
  BlockEncoder encoder_;
  std::vector<BlockEncoder::Turn> turns_;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_ENCODER_CLASS_H_
