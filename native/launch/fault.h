// The only ways to end without having started the program: a sentence on standard error and a status of its own.
#pragma once

namespace launch {

/** Exit status if this program failed itself; the caller can tell it from the started program's own status. */
inline constexpr int failedStatus = 125;

/** Writes "tonegate-launch: STEP (SUBJECT): reason of errno" and exits. */
[[noreturn]] void fail(const char* step, const char* subject = nullptr);

/** The same for faults without errno: SENTENCE tells what is wrong and what would be right. */
[[noreturn]] void refuse(const char* sentence, const char* subject = nullptr);

}  // namespace launch
