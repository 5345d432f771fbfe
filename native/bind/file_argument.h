// A file from which a class is made, named by the constructor's first argument.
#ifndef TONEGATE_BIND_FILE_ARGUMENT_H_
#define TONEGATE_BIND_FILE_ARGUMENT_H_

#include "bind/arguments.h"
#include "bind/mapped_file.h"
#include "core/base/message.h"

namespace tonegate::bind {

// Lets T::Parse read the bytes of `file`, unless there is already a fault. Returns false if it has thrown; the message
// names the path.
template <typename T>
bool ParseFile(const Napi::CallbackInfo& info, const std::string& path, const std::string& fault, MappedFile* file,
               T* out) {
  Message why;
  if (fault.empty() && T::Parse(file->bytes(), out, &why)) return true;
  Napi::Error::New(info.Env(), path + ": " + (fault.empty() ? why.c_str() : fault)).ThrowAsJavaScriptException();
  return false;
}

// Maps the file at `path` (argument 0) and lets T::Parse read it. The views of T live as long as `file`. Returns false
// if it has thrown; the message names the path and the fault.
template <typename T>
bool OpenFile(const Napi::CallbackInfo& info, MappedFile* file, T* out) {
  std::string path;
  if (!TakeText(info, 0, "path", &path)) return false;
  return ParseFile(info, path, file->Open(path), file, out);
}

// The same, but the bytes of the file may come as argument 1: the file is then not opened, and a copy of them is kept.
template <typename T>
bool OpenFileOrBytes(const Napi::CallbackInfo& info, MappedFile* file, T* out) {
  if (info.Length() < 2 || info[1].IsUndefined()) return OpenFile(info, file, out);
  std::string path;
  std::span<const uint8_t> bytes;
  if (!TakeText(info, 0, "path", &path) || !TakeView(info, 1, "bytes", &bytes)) return false;
  return ParseFile(info, path, file->Copy(bytes), file, out);
}

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_FILE_ARGUMENT_H_
