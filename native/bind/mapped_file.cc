#include "bind/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tonegate::bind {
namespace {

constexpr off_t kMaxBytes = off_t{1} << 30;

}  // namespace

MappedFile::~MappedFile() {
  if (!bytes_.empty()) munmap(const_cast<uint8_t*>(bytes_.data()), bytes_.size());
}

std::string MappedFile::Open(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::strerror(errno);
  struct stat facts {};
  std::string why;
  if (fstat(file, &facts) != 0) {
    why = std::strerror(errno);
  } else if (!S_ISREG(facts.st_mode)) {
    why = "not a file";
  } else if (facts.st_size == 0 || facts.st_size > kMaxBytes) {
    why = "empty, or longer than 1 GiB";
  } else {
    const auto size = static_cast<size_t>(facts.st_size);
    void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (memory == MAP_FAILED) {
      why = std::strerror(errno);
    } else {
      bytes_ = {static_cast<const uint8_t*>(memory), size};
    }
  }
  close(file);
  return why;
}

std::string MappedFile::Copy(Bytes bytes) {
  if (bytes.empty()) return "empty";
  void* memory = mmap(nullptr, bytes.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return std::strerror(errno);
  std::memcpy(memory, bytes.data(), bytes.size());
  bytes_ = {static_cast<const uint8_t*>(memory), bytes.size()};
  return "";
}

}  // namespace tonegate::bind
