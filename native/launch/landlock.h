// Landlock: the files that the program may open. The numbers of the kernel's interface are ours, since the headers of the
// oldest system that this is built on are older than the kernels that it runs on.
#pragma once

#include "launch/options.h"

namespace launch {

/** The version of Landlock in this kernel; 0: it has none, or it is switched off. */
int landlockVersion();

/**
 * From now on this process and what it starts open only what `options` allows; they start only `program` (a descriptor) and
 * the loader that it names, connect to and bind no TCP port (version 4), and signal no process outside (version 6).
 * False: this kernel has no Landlock. No new privileges must be set.
 */
bool restrictFiles(const Options& options, int program);

}  // namespace launch
