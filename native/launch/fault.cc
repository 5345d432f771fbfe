#include "launch/fault.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace launch {

void fail(const char* step, const char* subject) {
  const char* reason = strerror(errno);
  if (subject == nullptr) refuse(reason, step);
  fprintf(stderr, "tonegate-launch: %s (%s): %s\n", step, subject, reason);
  exit(failedStatus);
}

void refuse(const char* sentence, const char* subject) {
  if (subject == nullptr) {
    fprintf(stderr, "tonegate-launch: %s\n", sentence);
  } else {
    fprintf(stderr, "tonegate-launch: %s: %s\n", subject, sentence);
  }
  exit(failedStatus);
}

}  // namespace launch
