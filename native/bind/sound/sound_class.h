#ifndef TONEGATE_BIND_SOUND_CLASS_H_
#define TONEGATE_BIND_SOUND_CLASS_H_

#include "bind/arguments.h"
#include "core/vad/sound_net.h"

namespace tonegate::bind {

class SoundModelClass : public Tagged<SoundModelClass> {
 public:
  static constexpr const char* kName = "SoundModel";
  static constexpr napi_type_tag kTag = {0x3ad27c9b51e84f06, 0x8b1f6e42c0d97a35};
  static Napi::Function Define(Napi::Env env);
  explicit SoundModelClass(const Napi::CallbackInfo& info);
  Napi::Value LookMs(const Napi::CallbackInfo& info);
  Napi::Value Outputs(const Napi::CallbackInfo& info);
  Napi::Value Classes(const Napi::CallbackInfo& info);

  const SoundNet& net() const { return net_; }

 private:
  SoundNet net_;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_SOUND_CLASS_H_
