#include "launch/options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "launch/fault.h"

namespace launch {
namespace {

rlim_t number(const char* option, const char* text) {
  char* end = nullptr;
  errno = 0;
  const unsigned long long value = strtoull(text, &end, 10);
  if (!isdigit(static_cast<unsigned char>(text[0])) || *end != '\0' || errno != 0) {
    refuse("must be followed by a whole number", option);
  }
  return value;
}

void add(Paths& paths, const char* option, const char* text) {
  if (paths.count == maxPaths) refuse("is given too many times", option);
  paths.at[paths.count++] = text;
}

void add(Descriptors& descriptors, const char* option, const char* text) {
  if (descriptors.count == maxDescriptors) refuse("is given too many times", option);
  const rlim_t descriptor = number(option, text);
  if (descriptor < 3 || descriptor > 1000) refuse("must name a descriptor from 3 to 1000", option);
  descriptors.at[descriptors.count++] = static_cast<int>(descriptor);
}

}  // namespace

Options parseOptions(int count, char** arguments) {
  Options options;
  int at = 1;
  const auto is = [&](const char* name) { return strcmp(arguments[at], name) == 0; };
  for (; at < count && !is("--"); at++) {
    if (is("--report")) {
      options.isReport = true;
      continue;
    }
    if (is("--makes-code")) {
      options.makesCode = true;
      continue;
    }
    const char* option = arguments[at];
    if (at + 1 >= count) refuse("must be followed by a value, or is not an option", option);
    const char* value = arguments[at + 1];
    if (is("--read")) {
      add(options.readable, option, value);
    } else if (is("--write")) {
      add(options.writable, option, value);
    } else if (is("--keep")) {
      add(options.kept, option, value);
    } else if (is("--input")) {
      add(options.inputs, option, value);
      add(options.kept, option, value);
    } else if (is("--memory")) {
      options.memoryBytes = number(option, value);
    } else if (is("--data")) {
      options.dataBytes = number(option, value);
    } else if (is("--cpu")) {
      options.cpuS = number(option, value);
    } else if (is("--file-bytes")) {
      options.fileBytes = number(option, value);
    } else if (is("--files")) {
      options.files = number(option, value);
      if (options.files < 8 || options.files > 100'000) refuse("must be 8 to 100000", option);
    } else if (is("--nice")) {
      const rlim_t niceness = number(option, value);
      if (niceness > 19) refuse("must be 0 to 19", option);
      options.niceness = static_cast<int>(niceness);
    } else {
      refuse("is not an option", option);
    }
    at++;
  }
  if (options.isReport) return options;
  if (at + 1 >= count) refuse("must end with -- PROGRAM ARGUMENTS", "the command line");
  options.command = arguments + at + 1;
  if (options.command[0][0] != '/') refuse("the program must be named by its absolute path", options.command[0]);
  return options;
}

}  // namespace launch
