// The exports of `require('tonegate-process.node')`: functions about the process itself. It sends notices to its service
// manager, gives memory back and starts children. The gateway loads this addon, but never the other one, which reads what clients send.
#include <napi.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <cerrno>
#include <memory>

#include "bind/arguments.h"
#include "core/process/notify.h"
#include "core/process/spawn.h"

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

bool TakeTexts(const Napi::CallbackInfo& info, size_t index, const char* name, std::vector<std::string>* out) {
  if (!info[index].IsArray()) return bind::Refuse(info.Env(), std::string(name) + " must be an array of strings");
  const Napi::Array array = info[index].As<Napi::Array>();
  for (uint32_t at = 0; at < array.Length(); at++) {
    const Napi::Value each = array[at];
    if (!each.IsString()) return bind::Refuse(info.Env(), std::string(name) + " must be an array of strings");
    out->push_back(each.As<Napi::String>().Utf8Value());
    if (out->back().find('\0') != std::string::npos) {
      return bind::Refuse(info.Env(), std::string(name) + " must not contain a NUL character");
    }
  }
  return true;
}

// The thread that sleeps until its child has ended.
struct Watch {
  pid_t pid;
  Napi::ThreadSafeFunction call;
};

void* AwaitChild(void* data) {
  const std::unique_ptr<Watch> watch(static_cast<Watch*>(data));
  AwaitEnd(watch->pid);
  const pid_t pid = watch->pid;
  const napi_status status = watch->call.BlockingCall([pid](Napi::Env own, Napi::Function callback) {
    const Ending ending = Reap(pid);
    callback.Call({bind::NewNumber(own, ending.exit_code), bind::NewNumber(own, ending.signal)});
  });
  if (status == napi_ok) watch->call.Release();  // otherwise JavaScript has ended, and the function with it
  return nullptr;
}

constexpr size_t kStackBytes = 128 * 1024;

// Calls `on_end` in the thread of JavaScript when the child has ended. The child is reaped there, so a process id that JavaScript
// knows never means another process. Returns an errno; 0: the child is watched.
int WatchChild(Napi::Env env, pid_t pid, Napi::Function on_end) {
  const auto call = Napi::ThreadSafeFunction::New(env, on_end, "the end of a child", 0, 1);
  if (env.IsExceptionPending()) return ENOMEM;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  auto watch = std::make_unique<Watch>(Watch{pid, call});
  pthread_t thread;
  const int error = pthread_create(&thread, &attributes, AwaitChild, watch.get());
  pthread_attr_destroy(&attributes);
  if (error == 0) watch.release();  // the thread's
  else watch->call.Release();
  return error;
}

// Ends a child that nobody could watch.
void GiveUp(Spawned* spawned) {
  kill(spawned->pid, SIGKILL);
  Reap(spawned->pid);
  for (int& end : spawned->ends) {
    if (end >= 0) close(end);
    end = -1;
  }
}

Napi::Value SpawnChild(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  SpawnOrder order;
  std::span<const int32_t> descriptors;
  if (!bind::TakeText(info, 0, "file", &order.file) || !TakeTexts(info, 1, "args", &order.args) ||
      !TakeTexts(info, 2, "environment", &order.environment) || !bind::TakeText(info, 3, "directory", &order.directory) ||
      !bind::TakeView(info, 4, "descriptors", &descriptors)) {
    return env.Undefined();
  }
  if (!info[5].IsFunction()) {
    bind::Refuse(env, "onEnd must be a function");
    return env.Undefined();
  }
  order.descriptors.assign(descriptors.begin(), descriptors.end());
  Spawned spawned = Spawn(order);
  if (spawned.error == 0) {
    spawned.error = WatchChild(env, spawned.pid, info[5].As<Napi::Function>());
    if (spawned.error != 0) GiveUp(&spawned);
    if (env.IsExceptionPending()) return env.Undefined();
  }
  Napi::Object result = Napi::Object::New(env);
  result.Set("error", spawned.error);
  result.Set("pid", spawned.pid);
  Napi::Array ends = Napi::Array::New(env, spawned.ends.size());
  for (uint32_t at = 0; at < spawned.ends.size(); at++) ends.Set(at, spawned.ends[at]);
  result.Set("ends", ends);
  return result;
}

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  exports.Set("notify", Napi::Function::New<Notify>(env, "notify"));
  exports.Set("spawn", Napi::Function::New<SpawnChild>(env, "spawn"));
  exports.Set("trimMemory", Napi::Function::New<TrimMemory>(env, "trimMemory"));
  return exports;
}

NODE_API_MODULE(tonegate_process, Init)

}  // namespace
}  // namespace tonegate::process
