#include "core/process/notify.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>

namespace tonegate {

Status SendNotice(std::string_view address, std::span<const char> text) {
  sockaddr_un to{};
  if (address.size() < 2 || address.size() >= sizeof(to.sun_path)) return Status::kUnsupported;
  if (address.front() != '/' && address.front() != '@') return Status::kUnsupported;
  to.sun_family = AF_UNIX;
  std::copy(address.begin(), address.end(), to.sun_path);
  if (address.front() == '@') to.sun_path[0] = '\0';
  // The length determines the end of an abstract name; a path may lack its final zero.
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address.size());
  const int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return Status::kNotSent;
  const ssize_t sent = sendto(descriptor, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
                              reinterpret_cast<const sockaddr*>(&to), length);
  close(descriptor);
  return sent == static_cast<ssize_t>(text.size()) ? Status::kOk : Status::kNotSent;
}

}  // namespace tonegate
