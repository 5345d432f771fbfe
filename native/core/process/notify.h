// Notices to the service manager that started this process (sd_notify): one datagram to a Unix socket.
#ifndef TONEGATE_CORE_PROCESS_NOTIFY_H_
#define TONEGATE_CORE_PROCESS_NOTIFY_H_

#include <span>
#include <string_view>

#include "core/base/status.h"

namespace tonegate {

// Sends `text` to `address`, an absolute path or an abstract name that begins with '@'. Never blocks. kUnsupported: the
// address has another form, or is longer than the kernel allows; kNotSent: nobody listens there, or the listener's
// queue is full.
Status SendNotice(std::string_view address, std::span<const char> text);

}  // namespace tonegate

#endif  // TONEGATE_CORE_PROCESS_NOTIFY_H_
