#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tonegate::fuzz::RescoringFile({data, size});
  return 0;
}
