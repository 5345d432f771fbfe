#ifndef TONEGATE_BIND_VOCODER_CLASS_H_
#define TONEGATE_BIND_VOCODER_CLASS_H_

#include <memory>
#include <vector>

#include "bind/arguments.h"
#include "core/vocoder/effect.h"
#include "core/vocoder/vocoder.h"

namespace tonegate::bind {

class VocoderClass : public Tagged<VocoderClass> {
 public:
  static constexpr const char* kName = "Vocoder";
  static constexpr napi_type_tag kTag = {0x5c1e90b7f2a8463d, 0x97d403c6a1eb582f};
  static Napi::Function Define(Napi::Env env);
  explicit VocoderClass(const Napi::CallbackInfo& info);
  Napi::Value Push(const Napi::CallbackInfo& info);
  Napi::Value Flush(const Napi::CallbackInfo& info);
  void Reset(const Napi::CallbackInfo& info);

 private:
  // The first `count` samples of sound_, as 16-bit numbers.
  Napi::Value Rounded(Napi::Env env, size_t count);

  std::unique_ptr<Vocoder> vocoder_;
  std::unique_ptr<Effect> effect_;
  bool ended_ = false;
  std::vector<float> sound_;
  std::vector<int16_t> rounded_;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_VOCODER_CLASS_H_
