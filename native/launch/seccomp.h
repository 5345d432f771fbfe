// Seccomp: the system calls of the program. What is not on the list is refused (EPERM), not punished: libraries try many
// things that they can do without.
#pragma once

namespace launch {

struct Calls {
  /** The descriptor number of the program: the only one that may be started. */
  int program;
  /** It makes machine code while it runs. */
  bool makesCode;
  /** It may open files for writing, and make and remove them. */
  bool writes;
};

/** This kernel filters system calls. */
bool hasSeccomp();

/** False: this kernel cannot. No new privileges must be set. */
bool restrictCalls(const Calls& calls);

}  // namespace launch
