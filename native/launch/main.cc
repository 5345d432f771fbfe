// Starts a program that reads hostile bytes, after removing everything that the program does not need: files, network,
// other processes, privileges, memory and time. This process becomes the program, so that its process id, exit and
// output are the program's.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "launch/fault.h"
#include "launch/landlock.h"
#include "launch/limits.h"
#include "launch/options.h"
#include "launch/seccomp.h"

using namespace launch;

namespace {

/**
 * Opens the program at a descriptor number that the limit of open files makes unreachable afterwards: the filter allows
 * only the file at that number to be started, and no other file can ever get that number.
 */
int openProgram(Options& options) {
  rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) fail("the limit of open files cannot be read");
  if (options.files >= files.rlim_cur) options.files = files.rlim_cur - 1;
  const int opened = open(options.command[0], O_RDONLY | O_CLOEXEC);
  if (opened < 0) fail("it cannot be opened", options.command[0]);
  const int program = fcntl(opened, F_DUPFD_CLOEXEC, static_cast<int>(options.files));
  if (program < 0) fail("its descriptor cannot be moved", options.command[0]);
  return program;
}

}  // namespace

int main(int count, char** arguments) {
  Options options = parseOptions(count, arguments);
  if (options.isReport) {
    printf("{\"landlock\":%d,\"seccomp\":%s}\n", landlockVersion(), hasSeccomp() ? "true" : "false");
    return 0;
  }
  bindToParent();
  const int program = openProgram(options);
  closeOthers(options.kept, program);
  restrictFiles(options, program);
  limitResources(options);
  dropCapabilities();
  const bool isFiltered = restrictCalls({program, options.makesCode, options.writable.count > 0});
  syscall(SYS_execveat, program, "", options.command, environ, AT_EMPTY_PATH);
  // Processor emulators have neither this call nor the filter.
  if (!isFiltered) execv(options.command[0], options.command);
  fail("it cannot be started", options.command[0]);
}
