#include "launch/seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "launch/fault.h"
#include "launch/system_calls.h"

namespace launch {
namespace {

#if defined(__x86_64__)
constexpr uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
#error "The list of system calls is known for x86_64 and aarch64."
#endif

/**
 * Calls that came with or after clone3 are reported as missing: the C library then uses the older ones, which are
 * checked.
 */
constexpr uint32_t firstNewCall = 435;
/** Bit of the call numbers of the x32 interface, which is not used here. */
[[maybe_unused]] constexpr uint32_t x32Bit = 0x40000000;
constexpr uint32_t refused = SECCOMP_RET_ERRNO | EPERM;
constexpr uint32_t unknown = SECCOMP_RET_ERRNO | ENOSYS;

class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    jump(BPF_JEQ, architecture, 1, 0);
    end(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
    jump(BPF_JGE, x32Bit, 0, 1);
    end(SECCOMP_RET_KILL_PROCESS);
#endif
  }

  void allow(int call) {
    jump(BPF_JEQ, number(call), 0, 1);
    end(SECCOMP_RET_ALLOW);
  }

  /** Allows the call if the argument, of 32 bits, is one of these values. */
  template <typename... Values>
  void allowWith(int call, int argument, Values... values) {
    constexpr int count = sizeof...(values);
    jump(BPF_JEQ, number(call), 0, 2 * count + 2);
    load(low(argument));
    (
        [&] {
          jump(BPF_JEQ, static_cast<uint32_t>(values), 0, 1);
          end(SECCOMP_RET_ALLOW);
        }(),
        ...);
    end(refused);
  }

  /** Allows the call if one argument or the other, each of 32 bits, has its value. */
  void allowEither(int call, int first, uint32_t firstValue, int second, uint32_t secondValue) {
    jump(BPF_JEQ, number(call), 0, 7);
    load(low(first));
    jump(BPF_JEQ, firstValue, 0, 1);
    end(SECCOMP_RET_ALLOW);
    load(low(second));
    jump(BPF_JEQ, secondValue, 0, 1);
    end(SECCOMP_RET_ALLOW);
    end(refused);
  }

  /** Allows the call if the argument has all bits of `set` and none of `clear`. */
  void allowBits(int call, int argument, uint32_t set, uint32_t clear) {
    jump(BPF_JEQ, number(call), 0, 5);
    load(low(argument));
    add(BPF_ALU | BPF_AND | BPF_K, set | clear);
    jump(BPF_JEQ, set, 0, 1);
    end(SECCOMP_RET_ALLOW);
    end(refused);
  }

  /** Allows the call unless the argument has all bits of `together`. */
  void allowUnless(int call, int argument, uint32_t together) {
    jump(BPF_JEQ, number(call), 0, 5);
    load(low(argument));
    add(BPF_ALU | BPF_AND | BPF_K, together);
    jump(BPF_JEQ, together, 1, 0);
    end(SECCOMP_RET_ALLOW);
    end(refused);
  }

  /** Allows the call if the argument is a null pointer. */
  void allowNull(int call, int argument) { allowZeros(call, low(argument), low(argument) + sizeof(uint32_t)); }

  /** Allows the call if both arguments, of 32 bits, are 0. */
  void allowBothZero(int call, int first, int second) { allowZeros(call, low(first), low(second)); }
  bool enforce() {
    jump(BPF_JGE, firstNewCall, 0, 1);
    end(unknown);
    end(refused);
    sock_fprog program{static_cast<unsigned short>(count_), code_};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
  }

 private:
  static constexpr uint32_t number(int call) { return static_cast<uint32_t>(call); }
  /** Offset of the low half of an argument; both architectures are little-endian. */
  static constexpr uint32_t low(int argument) {
    return static_cast<uint32_t>(offsetof(seccomp_data, args) + sizeof(uint64_t) * static_cast<size_t>(argument));
  }

  void allowZeros(int call, uint32_t firstWord, uint32_t secondWord) {
    jump(BPF_JEQ, number(call), 0, 6);
    load(firstWord);
    jump(BPF_JEQ, 0, 0, 3);
    load(secondWord);
    jump(BPF_JEQ, 0, 0, 1);
    end(SECCOMP_RET_ALLOW);
    end(refused);
  }

  void add(unsigned code, uint32_t value, int yes = 0, int no = 0) {
    if (count_ == capacity) refuse("the list of system calls is too long for the filter", "seccomp");
    code_[count_++] = {static_cast<uint16_t>(code), static_cast<uint8_t>(yes), static_cast<uint8_t>(no), value};
  }
  void load(uint32_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset); }
  void jump(unsigned test, uint32_t value, int yes, int no) { add(BPF_JMP | test | BPF_K, value, yes, no); }
  void end(uint32_t action) { add(BPF_RET | BPF_K, action); }

  static constexpr int capacity = 1024;
  sock_filter code_[capacity];
  int count_ = 0;
};

void files(Filter& filter, bool writes) {
  if (writes) {
    for (const int call : writingCalls) filter.allow(call);
    return;
  }
  constexpr uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
  filter.allowBits(SYS_openat, 2, 0, writing);
#ifdef SYS_open
  filter.allowBits(SYS_open, 1, 0, writing);
#endif
}

void code(Filter& filter, bool makesCode) {
  if (makesCode) {
    for (const int call : codeCalls) filter.allow(call);
    return;
  }
  filter.allowUnless(SYS_mmap, 2, PROT_WRITE | PROT_EXEC);
  filter.allowBits(SYS_mprotect, 2, 0, PROT_EXEC);
}

void processes(Filter& filter, int program) {
  filter.allowBits(SYS_clone, 0, CLONE_THREAD, 0);
  filter.allowWith(SYS_execveat, 0, program);
  const auto self = static_cast<uint32_t>(getpid());  // it stays the same, since this process becomes the program
  filter.allowEither(SYS_kill, 0, self, 1, 0);        // signal 0 tells whether a process (the holder of a lock) exists
  filter.allowWith(SYS_tgkill, 0, self);
  filter.allowNull(SYS_prlimit64, 2);
  filter.allowBothZero(SYS_setpriority, 0, 1);  // PRIO_PROCESS, itself
  filter.allowWith(SYS_prctl, 0, PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_CAPBSET_READ, setMemoryName);
}

void devices(Filter& filter) {
  filter.allowWith(SYS_ioctl, 1, getTerminal, getWindowSize, bytesWaiting, setBlocking, closeAtExec, keepAtExec);
  filter.allowWith(SYS_fcntl, 1, F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW,
                   F_DUPFD_CLOEXEC, pipeSize);
}

}  // namespace

bool hasSeccomp() {
  const uint32_t action = SECCOMP_RET_KILL_PROCESS;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

bool restrictCalls(const Calls& calls) {
  if (!hasSeccomp()) return false;
  Filter filter;
  for (const int call : harmlessCalls) filter.allow(call);
  files(filter, calls.writes);
  code(filter, calls.makesCode);
  processes(filter, calls.program);
  devices(filter);
  if (!filter.enforce()) fail("the system-call filter cannot be enabled");
  return true;
}

}  // namespace launch
