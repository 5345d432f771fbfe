#include "launch/landlock.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "launch/fault.h"

namespace launch {
namespace {

// <linux/landlock.h>; the same numbers on every architecture
constexpr long createRuleset = 444, addRule = 445, restrictSelf = 446;
constexpr unsigned versionFlag = 1;
constexpr int pathBeneath = 1;

struct Ruleset {
  uint64_t files, network, scoped;
};
struct __attribute__((packed)) PathRule {
  uint64_t allowed;
  int32_t parent;
};

constexpr uint64_t execute = 1 << 0, readFile = 1 << 2, readDirectory = 1 << 3;
constexpr uint64_t ofVersion1 = (1 << 13) - 1, refer = 1 << 13, truncate = 1 << 14, deviceControl = 1 << 15;
/** The rights to make, change and remove directories and regular files, but no devices, sockets or links. */
constexpr uint64_t change = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | refer | truncate;
/** The rights that a rule for a file may name. */
constexpr uint64_t ofFiles = execute | 1 << 1 | readFile | truncate | deviceControl;
constexpr uint64_t tcp = 3;          // bind, connect
constexpr uint64_t outsideWorld = 3; // abstract UNIX sockets, signals

class Rules {
 public:
  explicit Rules(int version) {
    handled_ = {ofVersion1 | (version >= 2 ? refer : 0) | (version >= 3 ? truncate : 0) | (version >= 5 ? deviceControl : 0),
                version >= 4 ? tcp : 0, version >= 6 ? outsideWorld : 0};
    const size_t size = version >= 6 ? sizeof handled_ : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
    descriptor_ = static_cast<int>(syscall(createRuleset, &handled_, size, 0));
    if (descriptor_ < 0) fail("the Landlock ruleset cannot be created");
  }

  /** Allows a path. A missing path is ignored: nothing can be read there anyway. */
  void allow(const char* path, uint64_t rights) {
    const int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0) return;
    allow(file, rights, path);
    close(file);
  }

  void allow(int file, uint64_t rights, const char* name) {
    struct stat facts;
    if (fstat(file, &facts) != 0) fail("its file status cannot be read", name);
    if (!S_ISDIR(facts.st_mode)) rights &= ofFiles;
    const PathRule rule{rights & handled_.files, file};
    if (syscall(addRule, descriptor_, pathBeneath, &rule, 0) == 0) return;
    if (errno == EBADFD) return;  // a pipe, a socket or a file without a path, which Landlock does not govern
    fail("the Landlock rule for a path cannot be added", name);
  }

  void enforce() {
    if (syscall(restrictSelf, descriptor_, 0) != 0) fail("Landlock cannot be enabled");
    close(descriptor_);
  }

 private:
  Ruleset handled_;
  int descriptor_;
};

/** Finds the path of the loader that a dynamically linked program names; false if it names none. */
bool readLoader(int program, char (&path)[256]) {
  Elf64_Ehdr head;
  if (pread(program, &head, sizeof head, 0) != sizeof head || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) return false;
  for (int at = 0; at < head.e_phnum; at++) {
    Elf64_Phdr part;
    const off_t from = static_cast<off_t>(head.e_phoff) + at * head.e_phentsize;
    if (pread(program, &part, sizeof part, from) != sizeof part) return false;
    if (part.p_type != PT_INTERP) continue;
    if (part.p_filesz == 0 || part.p_filesz > sizeof path) return false;
    const auto wanted = static_cast<ssize_t>(part.p_filesz);
    return pread(program, path, part.p_filesz, static_cast<off_t>(part.p_offset)) == wanted && path[wanted - 1] == '\0';
  }
  return false;
}

}  // namespace

int landlockVersion() {
  const long version = syscall(createRuleset, nullptr, 0, versionFlag);
  return version < 0 ? 0 : static_cast<int>(version);
}

bool restrictFiles(const Options& options, int program) {
  const int version = landlockVersion();
  if (version == 0) return false;
  Rules rules(version);
  rules.allow(program, execute | readFile, options.command[0]);
  char loader[256];
  if (readLoader(program, loader)) rules.allow(loader, execute | readFile);
  for (int at = 0; at < options.readable.count; at++) rules.allow(options.readable.at[at], readFile | readDirectory);
  for (int at = 0; at < options.writable.count; at++) {
    rules.allow(options.writable.at[at], readFile | readDirectory | change);
  }
  for (int at = 0; at < options.inputs.count; at++) rules.allow(options.inputs.at[at], readFile, "--input");
  rules.enforce();
  return true;
}

}  // namespace launch
