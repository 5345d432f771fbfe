// Seccomp: the system calls of the program. A call that is not on the list is refused (EPERM), not punished: libraries
// try many calls that they do not need.
#pragma once

namespace launch {

struct Calls {
  /** Descriptor number of the program, the only file that may be started. */
  int program;
  /** True if the program makes machine code while it runs. */
  bool makesCode;
  /** True if the program may open files for writing, and make and remove them. */
  bool writes;
};

/** True if this kernel filters system calls. */
bool hasSeccomp();

/** Restricts the system calls; false if this kernel cannot. "No new privileges" must be set before. */
bool restrictCalls(const Calls& calls);

}  // namespace launch
