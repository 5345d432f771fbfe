// The command line: what the program may see and use, then `--`, its path and its arguments.
#pragma once

#include <sys/resource.h>

namespace launch {

inline constexpr int maxPaths = 64;
inline constexpr int maxDescriptors = 16;

struct Paths {
  const char* at[maxPaths];
  int count = 0;
};

struct Descriptors {
  int at[maxDescriptors];
  int count = 0;
};

struct Options {
  /** Files, and directories with all below them, that it may read. One that is not there is passed over. */
  Paths readable;
  /** Directories below which it may also make, change and remove files. */
  Paths writable;
  /** Descriptors that stay open besides 0, 1 and 2. */
  Descriptors kept;
  /** The descriptors whose files it may open again for reading (/proc/self/fd/N). */
  Descriptors inputs;
  /** Bytes of address space, and of memory that it may write to. */
  rlim_t memoryBytes = RLIM_INFINITY;
  rlim_t dataBytes = RLIM_INFINITY;
  rlim_t cpuS = RLIM_INFINITY;
  /** Most bytes of a file that it writes. */
  rlim_t fileBytes = RLIM_INFINITY;
  rlim_t files = 256;
  int niceness = 0;
  /** It makes machine code while it runs, as V8 does. */
  bool makesCode = false;
  /** Nothing is started: the means of this kernel are printed as a line of JSON. */
  bool isReport = false;
  /** Its absolute path and its arguments, ended by a null pointer. */
  char** command = nullptr;
};

/** Ends the process with a sentence where the command line is wrong. */
Options parseOptions(int count, char** arguments);

}  // namespace launch
