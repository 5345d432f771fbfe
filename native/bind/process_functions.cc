// Functions about the process itself: it sends notices to its service manager and gives memory back.
#include "bind/process_functions.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "bind/arguments.h"
#include "core/process/notify.h"

namespace tonegate::bind {

Napi::Value Notify(const Napi::CallbackInfo& info) {
  std::string address, text;
  if (!TakeText(info, 0, "address", &address) || !TakeText(info, 1, "text", &text)) return info.Env().Undefined();
  return NewNumber(info.Env(), SendNotice(address, text));
}

// C libraries other than glibc keep no freed memory that could be given back like this.
Napi::Value TrimMemory(const Napi::CallbackInfo& info) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
  return info.Env().Undefined();
}

}  // namespace tonegate::bind
