#include "core/process/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace tonegate {
namespace {

std::vector<char*> PointersTo(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

void CloseAll(std::vector<int>* descriptors) {
  for (int& descriptor : *descriptors) {
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
  }
}

// The actions and attributes of one spawn, destroyed with it.
class Plan {
 public:
  Plan() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Plan() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

// The descriptor, or a duplicate of it that no descriptor of the child replaces. -1: errno says why there is none.
int OutOfTheWay(int descriptor, int count) {
  return descriptor >= count ? descriptor : fcntl(descriptor, F_DUPFD_CLOEXEC, count);
}

// A duplicate with the same number loses its close-on-exec flag.
int AddDescriptor(Plan* plan, int source, int target) {
  if (source == kNothing) return posix_spawn_file_actions_addopen(&plan->actions, target, "/dev/null", O_RDWR, 0);
  return posix_spawn_file_actions_adddup2(&plan->actions, source, target);
}

}  // namespace

Spawned Spawn(const SpawnOrder& order) {
  Spawned spawned;
  std::vector<int> theirs;
  Plan plan;
  if (!order.directory.empty()) {
    spawned.error = posix_spawn_file_actions_addchdir_np(&plan.actions, order.directory.c_str());
  }
  const int count = static_cast<int>(order.descriptors.size());
  for (int target = 0; target < count && spawned.error == 0; target++) {
    int source = order.descriptors[static_cast<size_t>(target)];
    int pair[2] = {-1, -1};
    const bool is_pair = source == kSocketPair;
    if (is_pair && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) spawned.error = errno;
    spawned.ends.push_back(pair[0]);
    if (pair[1] >= 0) theirs.push_back(pair[1]);
    if (spawned.error != 0) break;
    if (is_pair) source = pair[1];
    if (source >= 0 && source != target) {
      const int moved = OutOfTheWay(source, count);
      if (moved < 0) spawned.error = errno;
      if (moved >= 0 && moved != source) theirs.push_back(moved);
      source = moved;
    }
    if (spawned.error == 0) spawned.error = AddDescriptor(&plan, source, target);
  }
  if (spawned.error == 0) {
    std::vector<char*> args = PointersTo(order.args), environment = PointersTo(order.environment);
    spawned.error = posix_spawn(&spawned.pid, order.file.c_str(), &plan.actions, &plan.attributes, args.data(), environment.data());
  }
  CloseAll(&theirs);
  if (spawned.error != 0) CloseAll(&spawned.ends);
  return spawned;
}

void AwaitEnd(pid_t pid) {
  siginfo_t info;
  while (waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
}

Ending Reap(pid_t pid) {
  int status = 0;
  pid_t reaped = 0;
  while ((reaped = waitpid(pid, &status, 0)) < 0 && errno == EINTR) {
  }
  if (reaped < 0) return {.exit_code = kUnknownExitCode, .signal = 0};
  if (WIFSIGNALED(status)) return {.exit_code = 0, .signal = WTERMSIG(status)};
  return {.exit_code = WEXITSTATUS(status), .signal = 0};
}

}  // namespace tonegate
