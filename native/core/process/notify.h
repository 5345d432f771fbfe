// Messages to the service manager that started this process (sd_notify): one datagram to a unix socket.
#ifndef TONEGATE_CORE_PROCESS_NOTIFY_H_
#define TONEGATE_CORE_PROCESS_NOTIFY_H_

#include <span>
#include <string_view>

#include "core/base/status.h"

namespace tonegate {

// `address` is an absolute path, or an abstract name that begins with '@'. Never blocks. kUnsupported: no such form of
// address, or longer than the kernel takes; kNotSent: nobody listens there, or the queue of the listener is full.
Status SendNotice(std::string_view address, std::span<const char> text);

}  // namespace tonegate

#endif  // TONEGATE_CORE_PROCESS_NOTIFY_H_
