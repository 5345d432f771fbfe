// The limits of the process besides what it may reach: its privileges, descriptors, memory and time.
#pragma once

#include "launch/options.h"

namespace launch {

/** It dies with the process that started it, and neither it nor what it starts ever gains a privilege. */
void bindToParent();

/** Root keeps its name but none of its powers, besides reading files of others. */
void dropCapabilities();

/** Closes every descriptor from 3 on that is neither kept nor `program`. */
void closeOthers(const Descriptors& kept, int program);

/** Memory, time, files and niceness. Afterwards no descriptor can be opened at the number of `files` or above. */
void limitResources(const Options& options);

}  // namespace launch
