#ifndef TONEGATE_BIND_FUNCTIONS_H_
#define TONEGATE_BIND_FUNCTIONS_H_

#include <napi.h>

namespace tonegate::bind {

// See Addon in src/native/index.ts.
Napi::Value ParseWavFile(const Napi::CallbackInfo& info);
Napi::Value DecodeOggFile(const Napi::CallbackInfo& info);
Napi::Value Decode(const Napi::CallbackInfo& info);
Napi::Value Encode(const Napi::CallbackInfo& info);
Napi::Value SplitPacked(const Napi::CallbackInfo& info);

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_FUNCTIONS_H_
