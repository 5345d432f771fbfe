// The one way to end without having started the program: a sentence on standard error and a status of its own.
#pragma once

namespace launch {

/** Status of this program where it could not do its part; the caller can tell it from the program's own. */
inline constexpr int failedStatus = 125;

/** Writes "tonegate-launch: STEP (SUBJECT): reason of errno" and exits. */
[[noreturn]] void fail(const char* step, const char* subject = nullptr);

/** The same where errno says nothing: SENTENCE tells what is wrong and what would be right. */
[[noreturn]] void refuse(const char* sentence, const char* subject = nullptr);

}  // namespace launch
