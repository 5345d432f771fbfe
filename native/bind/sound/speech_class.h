#ifndef TONEGATE_BIND_SPEECH_CLASS_H_
#define TONEGATE_BIND_SPEECH_CLASS_H_

#include <memory>
#include <vector>

#include "bind/arguments.h"
#include "core/vad/sound_net.h"

namespace tonegate::bind {

class SpeechClass : public Tagged<SpeechClass> {
 public:
  static constexpr const char* kName = "SpeechDetector";
  static constexpr napi_type_tag kTag = {0xc41e90d7a85b4b2f, 0x96f3d02e7b1c485d};
  static Napi::Function Define(Napi::Env env);
  explicit SpeechClass(const Napi::CallbackInfo& info);
  Napi::Value Push(const Napi::CallbackInfo& info);
  Napi::Value Flush(const Napi::CallbackInfo& info);
  void Reset(const Napi::CallbackInfo& info);
  Napi::Value Sounds(const Napi::CallbackInfo& info);
  Napi::Value Windows(const Napi::CallbackInfo& info);

 private:
  Napi::Value Speech(Napi::Env env) const;

  Napi::ObjectReference model_;  // keeps the weights alive
  std::unique_ptr<SoundStream> stream_;
  size_t outputs_ = 0;
  size_t classes_ = 0;
  size_t look_ = 0;
  std::vector<float> rows_;
  std::vector<float> windows_;
  SoundStream::Given given_;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_SPEECH_CLASS_H_
