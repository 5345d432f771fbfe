#include "launch/limits.h"

#include <errno.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "launch/fault.h"

namespace launch {
namespace {

constexpr int closeRange = 436;  // the same on every architecture

void closeFromTo(unsigned first, unsigned last) {
  if (first > last || syscall(closeRange, first, last, 0) == 0) return;
  rlimit files;  // needed before Linux 5.9
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) fail("the limit of open files cannot be read");
  for (unsigned descriptor = first; descriptor <= last && descriptor < files.rlim_cur; descriptor++) {
    close(static_cast<int>(descriptor));
  }
}

void limit(__rlimit_resource resource, rlim_t value, const char* name) {
  rlimit now;
  if (getrlimit(resource, &now) != 0) fail("a limit cannot be read", name);
  if (now.rlim_max < value) value = now.rlim_max;
  const rlimit wanted{value, value};
  if (setrlimit(resource, &wanted) != 0) fail("a limit cannot be set", name);
}

}  // namespace

void bindToParent() {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail("the signal for the death of the parent cannot be set");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("no_new_privs cannot be set");
}

void dropCapabilities() {
  constexpr unsigned kept = 1u << CAP_DAC_READ_SEARCH;
  __user_cap_header_struct head{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct own[2];
  if (syscall(SYS_capget, &head, own) != 0) fail("its capabilities cannot be read");
  if ((own[0].permitted & ~kept) == 0 && own[1].permitted == 0) return;
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  own[0] = {own[0].effective & kept, own[0].permitted & kept, 0};
  own[1] = {0, 0, 0};
  if (syscall(SYS_capset, &head, own) != 0) fail("its capabilities cannot be dropped");
}

void closeOthers(const Descriptors& kept, int program) {
  Descriptors all = kept;
  all.at[all.count == maxDescriptors ? maxDescriptors - 1 : all.count++] = program;
  qsort(all.at, static_cast<size_t>(all.count), sizeof(int),
        [](const void* a, const void* b) { return *static_cast<const int*>(a) - *static_cast<const int*>(b); });
  unsigned from = 3;
  for (int at = 0; at < all.count; at++) {
    const auto stays = static_cast<unsigned>(all.at[at]);
    if (stays > from) closeFromTo(from, stays - 1);
    from = stays + 1;
  }
  closeFromTo(from, ~0u);
}

void limitResources(const Options& options) {
  limit(RLIMIT_CORE, 0, "core");
#ifndef TONEGATE_SANITIZED
  limit(RLIMIT_AS, options.memoryBytes, "--memory");
  limit(RLIMIT_DATA, options.dataBytes, "--data");
#endif
  limit(RLIMIT_CPU, options.cpuS, "--cpu");
  limit(RLIMIT_FSIZE, options.fileBytes, "--file-bytes");
  limit(RLIMIT_NOFILE, options.files, "--files");
  errno = 0;
  if (options.niceness > 0 && nice(options.niceness) == -1 && errno != 0) fail("its priority cannot be lowered");
}

}  // namespace launch
