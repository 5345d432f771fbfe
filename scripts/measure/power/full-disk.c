// A disk that is full from the n-th write on, for one process: loaded before the C library (LD_PRELOAD), so that
// SQLite's writes fail as those of everything else do. Only files below FULL_DISK_UNDER count. The numbers lie in a
// shared file, FULL_DISK_CONTROL, where the test reads and sets them while the process runs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

struct control {
  int64_t full_from; /* number of the first write that fails, from 1; 0: none does */
  int64_t writes;    /* writes tried so far */
  int64_t refused;
};

static struct control *control;
static const char *under;

static void begin(void) {
  if (control != NULL) return;
  under = FULL_DISK_UNDER;
  int file = open(FULL_DISK_CONTROL, O_RDWR);
  if (file < 0) return;
  void *place = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (place != MAP_FAILED) control = place;
  close(file);
}

static int is_under(const char *path) {
  begin();
  return control != NULL && under != NULL && strncmp(path, under, strlen(under)) == 0;
}

static int is_ours(int file) {
  char link[64], path[4096];
  begin();
  if (control == NULL) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_under(path);
}

/* 1: this write finds the disk full. */
static int is_full(void) {
  int64_t number = __atomic_add_fetch(&control->writes, 1, __ATOMIC_SEQ_CST);
  if (control->full_from == 0 || number < control->full_from) return 0;
  __atomic_add_fetch(&control->refused, 1, __ATOMIC_SEQ_CST);
  errno = ENOSPC;
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t count) {
  if (is_ours(file) && is_full()) return -1;
  return REAL(write)(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  if (is_ours(file) && is_full()) return -1;
  return REAL(pwrite)(file, bytes, count, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
  if (is_ours(file) && is_full()) return -1;
  return REAL(pwrite64)(file, bytes, count, at);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  if (is_ours(file) && is_full()) return -1;
  return REAL(writev)(file, parts, count);
}

int mkdir(const char *path, mode_t mode) {
  if (is_under(path) && is_full()) return -1;
  return REAL(mkdir)(path, mode);
}

/* Nothing is free, whatever is removed: another program takes it at once. */
static int shows_full(const char *path) {
  return is_under(path) && control->full_from > 0 && control->writes + 1 >= control->full_from;
}

int statfs(const char *path, struct statfs *found) {
  int outcome = REAL(statfs)(path, found);
  if (outcome == 0 && shows_full(path)) found->f_bavail = 0;
  return outcome;
}

int statfs64(const char *path, struct statfs64 *found) {
  int outcome = REAL(statfs64)(path, found);
  if (outcome == 0 && shows_full(path)) found->f_bavail = 0;
  return outcome;
}
