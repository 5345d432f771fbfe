// The command line: the rights and limits of the program, then `--`, its path and its arguments.
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
  /** Files, and directories with all below them, that the program may read. A missing one is ignored. */
  Paths readable;
  /** Directories below which the program may also make, change and remove files. */
  Paths writable;
  /** Descriptors that stay open besides 0, 1 and 2. */
  Descriptors kept;
  /** Descriptors whose files the program may open again for reading (/proc/self/fd/N). */
  Descriptors inputs;
  /** Bytes of address space, and of writable memory. */
  rlim_t memoryBytes = RLIM_INFINITY;
  rlim_t dataBytes = RLIM_INFINITY;
  rlim_t cpuS = RLIM_INFINITY;
  /** Largest file that the program may write, bytes. */
  rlim_t fileBytes = RLIM_INFINITY;
  rlim_t files = 256;
  int niceness = 0;
  /** True if the program makes machine code while it runs, as V8 does. */
  bool makesCode = false;
  /** True to start nothing and print the means of this kernel as a line of JSON. */
  bool isReport = false;
  /** The absolute path of the program and its arguments, ended by a null pointer. */
  char** command = nullptr;
};

/** Parses the command line. Ends the process with a sentence if it is wrong. */
Options parseOptions(int count, char** arguments);

}  // namespace launch
