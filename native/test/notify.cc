// Notices to a service manager: to a path, to an abstract name, and without a listener.
#include "core/process/notify.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "check.h"

namespace tonegate::test {
namespace {

// A datagram socket, bound as a service manager binds it.
class Listener {
 public:
  explicit Listener(const std::string& address) : descriptor_(socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0)) {
    sockaddr_un own{};
    own.sun_family = AF_UNIX;
    std::copy(address.begin(), address.end(), own.sun_path);
    if (address.front() == '@') own.sun_path[0] = '\0';
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address.size());
    bound_ = bind(descriptor_, reinterpret_cast<const sockaddr*>(&own), length) == 0;
  }
  ~Listener() { close(descriptor_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  bool bound() const { return bound_; }
  std::string Heard() const {
    char text[256];
    const ssize_t bytes = recv(descriptor_, text, sizeof(text), 0);
    return bytes < 0 ? "nothing" : std::string(text, static_cast<size_t>(bytes));
  }

 private:
  int descriptor_;
  bool bound_ = false;
};

const std::string kUnique = "tonegate-notify-" + std::to_string(getpid());
const std::string kText = "STATUS=here";

void Cases() {
  Case("reaches a socket by its path", [] {
    const std::string path = "/tmp/" + kUnique;
    const Listener listener(path);
    CHECK(listener.bound());
    CHECK(SendNotice(path, kText) == Status::kOk);
    CHECK(listener.Heard() == kText);
    unlink(path.c_str());
    CHECK(SendNotice(path, kText) == Status::kNotSent);
  });
  Case("reaches an abstract socket", [] {
    const std::string name = "@" + kUnique;
    const Listener listener(name);
    CHECK(listener.bound());
    CHECK(SendNotice(name, kText) == Status::kOk);
    CHECK(listener.Heard() == kText);
  });
  Case("does not wait for a listener whose queue is full", [] {
    const std::string name = "@" + kUnique;
    const Listener listener(name);
    Status status = Status::kOk;
    for (int i = 0; i < 100'000 && status == Status::kOk; ++i) status = SendNotice(name, kText);
    CHECK(status == Status::kNotSent);
  });
  Case("refuses what is no address", [] {
    const std::string too_long = "/" + std::string(sizeof(sockaddr_un::sun_path), 'a');
    for (const std::string& address : {std::string(), std::string("/"), std::string("tmp/socket"), too_long}) {
      CHECK(SendNotice(address, kText) == Status::kUnsupported);
    }
  });
}

}  // namespace
}  // namespace tonegate::test

int main() {
  tonegate::test::Cases();
  return tonegate::test::Finish();
}
