// MappedFile: the bytes of a file without reading them; the system's page cache holds them once for all processes. A
// file must not be changed or shortened while it is mapped: model files are written once and replaced by renaming.
#ifndef TONEGATE_BIND_MAPPED_FILE_H_
#define TONEGATE_BIND_MAPPED_FILE_H_

#include <string>

#include "core/base/byte_reader.h"

namespace tonegate::bind {

class MappedFile {
 public:
  MappedFile() = default;
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  // Maps the file. Returns an empty text, or the fault. REQUIRES: it is not open yet.
  std::string Open(const std::string& path);
  // Holds a copy of bytes from another source. Returns an empty text, or the fault.
  std::string Copy(Bytes bytes);
  Bytes bytes() const { return bytes_; }

 private:
  Bytes bytes_;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_MAPPED_FILE_H_
