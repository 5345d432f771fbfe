// A file that a class is made of, named by the constructor's first argument.
#ifndef TONEGATE_BIND_FILE_ARGUMENT_H_
#define TONEGATE_BIND_FILE_ARGUMENT_H_

#include "bind/arguments.h"
#include "bind/mapped_file.h"
#include "core/base/message.h"

namespace tonegate::bind {

// Maps the file at `path` (argument 0) and has T::Parse read it. What T keeps of the bytes lives as long as `file`.
// false: thrown; the message has the path and what is wrong.
template <typename T>
bool OpenFile(const Napi::CallbackInfo& info, MappedFile* file, T* out) {
  std::string path;
  if (!TakeText(info, 0, "path", &path)) return false;
  const std::string fault = file->Open(path);
  Message why;
  if (fault.empty() && T::Parse(file->bytes(), out, &why)) return true;
  Napi::Error::New(info.Env(), path + ": " + (fault.empty() ? why.c_str() : fault)).ThrowAsJavaScriptException();
  return false;
}

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_FILE_ARGUMENT_H_
