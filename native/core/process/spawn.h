// Starts a child process without copying this one. fork() copies the page tables of the whole process before the child
// becomes another program, and holds up the thread that calls it for 10 ms where the process has 150 MB; posix_spawn(3)
// lends the memory to the child until then.
#ifndef TONEGATE_CORE_PROCESS_SPAWN_H_
#define TONEGATE_CORE_PROCESS_SPAWN_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace tonegate {

// The descriptor of a child: /dev/null, one end of a new pair of connected sockets, or (from 0 on) a descriptor of this
// process.
inline constexpr int kNothing = -1;
inline constexpr int kSocketPair = -2;

struct SpawnOrder {
  std::string file;  // its path; no search
  std::vector<std::string> args;  // the first one is the name of the program
  std::vector<std::string> environment;  // NAME=value
  std::string directory;  // empty: that of this process
  // The descriptors of the child, by their numbers there.
  std::vector<int> descriptors;
};

struct Spawned {
  int error = 0;  // an errno; 0: the child runs
  pid_t pid = 0;
  std::vector<int> ends;  // this process's end of each socket pair, close-on-exec; -1 for other descriptors
};

// The child has no other descriptor that is close-on-exec, no blocked signal, and the default action for every signal. Without a
// child no descriptor stays open.
Spawned Spawn(const SpawnOrder& order);

// The exit code of a child whose end the system does not tell.
inline constexpr int kUnknownExitCode = 255;

struct Ending {
  int exit_code = 0;
  int signal = 0;  // 0: it ended by itself
};

// Waits until the child has ended. Its process id stays in use until `Reap`.
void AwaitEnd(pid_t pid);

// Gives the id of a child that has ended back to the system, and returns how it ended.
Ending Reap(pid_t pid);

}  // namespace tonegate

#endif  // TONEGATE_CORE_PROCESS_SPAWN_H_
