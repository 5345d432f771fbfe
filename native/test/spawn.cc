// Children that are started without a copy of this process: their descriptors, environment, directory, signals and end.
#include "core/process/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

#include "check.h"

namespace tonegate::test {
namespace {

SpawnOrder Shell(const std::string& script) {
  return {.file = "/bin/sh", .args = {"sh", "-c", script}, .environment = {"SAID=hello"}, .directory = "", .descriptors = {kNothing, kSocketPair, 2}};
}

std::string ReadAll(int descriptor) {
  std::string text;
  char piece[256];
  for (ssize_t bytes = 0; (bytes = read(descriptor, piece, sizeof piece)) > 0;) text.append(piece, static_cast<size_t>(bytes));
  close(descriptor);
  return text;
}

Ending EndOf(pid_t pid) {
  AwaitEnd(pid);
  return Reap(pid);
}

// True if scripts/native-test.mjs runs this program in an emulator. QEMU copies the process where Linux shares its memory, so
// that the C library never hears why a program could not be started, and the child ends with 127.
bool IsEmulated() { return getenv("NATIVE_TEST_RUNNER") != nullptr; }

void TestOutput() {
  SpawnOrder order = Shell("echo $SAID; pwd; exit 7");
  order.directory = "/usr";
  const Spawned spawned = Spawn(order);
  CHECK(spawned.error == 0);
  CHECK(ReadAll(spawned.ends[1]) == std::string("hello\n/usr\n"));
  const Ending ending = EndOf(spawned.pid);
  CHECK(ending.exit_code == 7);
  CHECK(ending.signal == 0);
}

void TestInputAndOwnDescriptor() {
  int pipe_ends[2];
  CHECK(pipe2(pipe_ends, O_CLOEXEC) == 0);
  SpawnOrder order = Shell("cat; cat <&3");
  order.descriptors = {kSocketPair, kSocketPair, 2, pipe_ends[0]};
  const Spawned spawned = Spawn(order);
  CHECK(spawned.error == 0);
  CHECK(write(pipe_ends[1], "second", 6) == 6);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  CHECK(write(spawned.ends[0], "first ", 6) == 6);
  shutdown(spawned.ends[0], SHUT_WR);
  CHECK(ReadAll(spawned.ends[1]) == std::string("first second"));
  close(spawned.ends[0]);
  CHECK(EndOf(spawned.pid).exit_code == 0);
}

void TestDescriptorInTheWay() {
  int pipe_ends[2];
  CHECK(pipe2(pipe_ends, O_CLOEXEC) == 0);
  if (pipe_ends[0] != 3) CHECK(dup3(pipe_ends[0], 3, O_CLOEXEC) == 3);
  SpawnOrder order = Shell("cat <&4");
  order.descriptors = {kNothing, kSocketPair, 2, kNothing, 3};
  const Spawned spawned = Spawn(order);
  CHECK(spawned.error == 0);
  CHECK(write(pipe_ends[1], "moved", 5) == 5);
  close(pipe_ends[1]);
  close(3);
  if (pipe_ends[0] != 3) close(pipe_ends[0]);
  CHECK(ReadAll(spawned.ends[1]) == std::string("moved"));
  CHECK(EndOf(spawned.pid).exit_code == 0);
}

void TestSignals() {
  signal(SIGTERM, SIG_IGN);
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  const Spawned spawned = Spawn(Shell("kill -TERM $$; echo still there"));
  sigprocmask(SIG_SETMASK, &before, nullptr);
  signal(SIGTERM, SIG_DFL);
  CHECK(spawned.error == 0);
  CHECK(ReadAll(spawned.ends[1]) == std::string());
  CHECK(EndOf(spawned.pid).signal == SIGTERM);
}

void TestMissingProgram() {
  SpawnOrder order = Shell("");
  order.file = "/nowhere/program";
  const int before = dup(2);
  close(before);
  const Spawned spawned = Spawn(order);
  if (spawned.error == 0 && IsEmulated()) {
    CHECK(EndOf(spawned.pid).exit_code == 127);
    close(spawned.ends[1]);
    return;
  }
  CHECK(spawned.error == ENOENT);
  const int after = dup(2);
  close(after);
  CHECK(after == before);  // nothing stayed open
  for (int end : spawned.ends) CHECK(end == -1);
}

}  // namespace
}  // namespace tonegate::test

int main() {
  using namespace tonegate::test;
  Case("a child has its environment, directory and output, and tells its exit code", TestOutput);
  Case("a child reads from a socket pair and from a descriptor of this process", TestInputAndOwnDescriptor);
  Case("a descriptor is moved if another one of the child takes its number", TestDescriptorInTheWay);
  Case("a signal that this process ignores and blocks ends the child", TestSignals);
  Case("a missing program is an errno, and leaves no descriptor open", TestMissingProgram);
  return Finish();
}
