#ifndef TONEGATE_BIND_FRONTEND_CLASS_H_
#define TONEGATE_BIND_FRONTEND_CLASS_H_

#include <memory>

#include "bind/arguments.h"
#include "core/frontend/frontend.h"

namespace tonegate::bind {

class FrontendClass : public Tagged<FrontendClass> {
 public:
  static constexpr const char* kName = "Frontend";
  static constexpr napi_type_tag kTag = {0x6f0e1b7c52a94d31, 0x9d3a7745c1e8b206};
  static Napi::Function Define(Napi::Env env);
  explicit FrontendClass(const Napi::CallbackInfo& info);

  Napi::Value Push(const Napi::CallbackInfo& info);
  Napi::Value Flush(const Napi::CallbackInfo& info);
  void Reset(const Napi::CallbackInfo& info);
  Napi::Value Events(const Napi::CallbackInfo& info);
  Napi::Value SliceMs(const Napi::CallbackInfo& info);
  Napi::Value TotalMs(const Napi::CallbackInfo& info);
  Napi::Value MeanLevelDbm0(const Napi::CallbackInfo& info);
  Napi::Value PeakLevelDbm0(const Napi::CallbackInfo& info);
  Napi::Value DroppedEvents(const Napi::CallbackInfo& info);
  Napi::Value Samples(const Napi::CallbackInfo& info);
  Napi::Value SampleCount(const Napi::CallbackInfo& info);
  Napi::Value NarrowSamples(const Napi::CallbackInfo& info);
  Napi::Value NarrowSampleCount(const Napi::CallbackInfo& info);

 private:
  Napi::Float64Array MakeArray(Napi::Env env);
  bool Publish(Napi::Env env);
  Napi::Value Answer(Napi::Env env, Status status);

  std::unique_ptr<Frontend> frontend_;
  EventList events_;
  Napi::Reference<Napi::Float64Array> array_;
  Napi::Reference<Napi::Int16Array> samples_;  // empty if no samples are wanted
  Napi::Reference<Napi::Int16Array> narrow_;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_FRONTEND_CLASS_H_
