#ifndef TONEGATE_BIND_CTC_CLASS_H_
#define TONEGATE_BIND_CTC_CLASS_H_

#include <memory>

#include "bind/arguments.h"
#include "core/search/beam.h"

namespace tonegate::bind {

class CtcClass : public Tagged<CtcClass> {
 public:
  static constexpr const char* kName = "CtcDecoder";
  static constexpr napi_type_tag kTag = {0x4f512a54ea7e48d7, 0xba4db32aaa0e776c};
  static Napi::Function Define(Napi::Env env);
  explicit CtcClass(const Napi::CallbackInfo& info);
  void SetHotwords(const Napi::CallbackInfo& info);
  void SetCorpus(const Napi::CallbackInfo& info);
  Napi::Value Push(const Napi::CallbackInfo& info);
  Napi::Value Best(const Napi::CallbackInfo& info);
  Napi::Value Finish(const Napi::CallbackInfo& info);
  Napi::Value Peek(const Napi::CallbackInfo& info);
  void Reset(const Napi::CallbackInfo& info);
  void Restart(const Napi::CallbackInfo& info);
  Napi::Value Frames(const Napi::CallbackInfo& info);
  Napi::Value TrailingFrames(const Napi::CallbackInfo& info);

 private:
  uint32_t units_ = 0;
  bool has_lexicon_ = false;
  // Objects that must live as long as the search reads them.
  Napi::ObjectReference lexicon_, language_, hotwords_, corpus_;
  std::unique_ptr<BeamSearch> search_;
  Hypothesis partial_;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_CTC_CLASS_H_
