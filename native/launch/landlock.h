// Landlock: the files that the program may open. The numbers of the kernel's interface are defined here, since the
// headers of the oldest build system are older than the kernels on which this runs.
#pragma once

#include "launch/options.h"

namespace launch {

/** The version of Landlock in this kernel; 0 if there is none, or it is switched off. */
int landlockVersion();

/**
 * Restricts this process and its children from now on: they open only files that `options` allows; they start only
 * `program` (a descriptor) and the loader that it names, connect to and bind no TCP port (version 4), and signal no
 * process outside (version 6). Returns false if this kernel has no Landlock. "No new privileges" must be set before.
 */
bool restrictFiles(const Options& options, int program);

}  // namespace launch
