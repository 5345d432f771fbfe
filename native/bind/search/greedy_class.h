#ifndef TONEGATE_BIND_GREEDY_CLASS_H_
#define TONEGATE_BIND_GREEDY_CLASS_H_

#include <memory>

#include "bind/arguments.h"
#include "core/search/greedy.h"

namespace tonegate::bind {

class GreedyClass : public Tagged<GreedyClass> {
 public:
  static constexpr const char* kName = "GreedyDecoder";
  static constexpr napi_type_tag kTag = {0xa57ba7ce1c80496f, 0x19e025e680897f65};
  static Napi::Function Define(Napi::Env env);
  explicit GreedyClass(const Napi::CallbackInfo& info);
  void Push(const Napi::CallbackInfo& info);
  Napi::Value Heard(const Napi::CallbackInfo& info);
  void Reset(const Napi::CallbackInfo& info);
  void Restart(const Napi::CallbackInfo& info);
  Napi::Value Frames(const Napi::CallbackInfo& info);
  Napi::Value TrailingFrames(const Napi::CallbackInfo& info);

 private:
  uint32_t units_ = 0;
  std::unique_ptr<GreedySearch> search_;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_GREEDY_CLASS_H_
