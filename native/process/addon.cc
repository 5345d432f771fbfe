// The exports of `require('tonegate-process.node')`: functions about the process itself. It sends notices to its service
// manager and gives memory back. The gateway loads this addon, but never the other one, which reads what clients send.
#include <napi.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "bind/arguments.h"
#include "core/process/notify.h"

namespace tonegate::process {
namespace {

Napi::Value Notify(const Napi::CallbackInfo& info) {
  std::string address, text;
  if (!bind::TakeText(info, 0, "address", &address) || !bind::TakeText(info, 1, "text", &text)) return info.Env().Undefined();
  return bind::NewNumber(info.Env(), SendNotice(address, text));
}

// C libraries other than glibc keep no freed memory that could be given back like this.
Napi::Value TrimMemory(const Napi::CallbackInfo& info) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
  return info.Env().Undefined();
}

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  exports.Set("notify", Napi::Function::New<Notify>(env, "notify"));
  exports.Set("trimMemory", Napi::Function::New<TrimMemory>(env, "trimMemory"));
  return exports;
}

NODE_API_MODULE(tonegate_process, Init)

}  // namespace
}  // namespace tonegate::process
