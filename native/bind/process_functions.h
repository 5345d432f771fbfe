#ifndef TONEGATE_BIND_PROCESS_FUNCTIONS_H_
#define TONEGATE_BIND_PROCESS_FUNCTIONS_H_

#include <napi.h>

namespace tonegate::bind {

// See Addon in src/native/index.ts.
Napi::Value Notify(const Napi::CallbackInfo& info);
Napi::Value TrimMemory(const Napi::CallbackInfo& info);

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_PROCESS_FUNCTIONS_H_
