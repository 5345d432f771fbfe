// The limits of the process apart from file access: privileges, descriptors, memory and time.
#pragma once

#include "launch/options.h"

namespace launch {

/** Makes this process die with its parent, and keeps it and its children from gaining any privilege. */
void bindToParent();

/** Removes all of root's capabilities except reading the files of others. */
void dropCapabilities();

/** Closes every descriptor from 3 on that is neither kept nor `program`. */
void closeOthers(const Descriptors& kept, int program);

/**
 * Limits memory, time, files and niceness. Afterwards no descriptor can be opened at the number of `files` or above.
 */
void limitResources(const Options& options);

}  // namespace launch
