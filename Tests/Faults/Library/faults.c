// Weakens a program that loads this library first (LD_PRELOAD): some system calls are shortened, or
// reported as done without being made. The environment selects them:
//
//   FAULTS="skip pwrite64 40+ */tally.db;cut pwrite64 3 *-journal"
//
// skips the pwrite64 calls from the 40th on to files with such a path, and shortens the 3rd to the
// journal. "mask" makes a call but hides its failure; "repeat" repeats the first answer; "fail"
// fails with EIO; "kill" kills the process before the call; "delay" makes a sync take 10 ms longer.
// Calls are counted per entry in the whole process, from 1; calls that open a file count only if
// they may change it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { entryLimit = 8 };
enum { NONE = 0, SKIP = 's', CUT = 'c', MASK = 'm', REPEAT = 'r', FAIL = 'f', KILL = 'k', DELAY = 'd' };

static struct {
  char effect[16], call[16], pattern[128];
  long first;
  int isEndless;
  atomic_long count;
} entries[entryLimit];
static int entryCount;

__attribute__((constructor)) static void readEnvironment(void) {
  const char *text = getenv("FAULTS");
  while (text && *text && entryCount < entryLimit) {
    char when[32] = "";
    if (sscanf(text, "%15s %15s %31s %127[^;]", entries[entryCount].effect,
               entries[entryCount].call, when, entries[entryCount].pattern) != 4)
      abort();
    entries[entryCount].first = atol(when);
    entries[entryCount].isEndless = strchr(when, '+') != NULL;
    entryCount++;
    text = strchr(text, ';');
    if (text) text++;
  }
}

// The first letter of the effect on the next call to a path, or none.
static char effectAt(const char *call, const char *path) {
  for (int i = 0; i < entryCount; i++) {
    if (strcmp(entries[i].call, call) != 0) continue;
    if (fnmatch(entries[i].pattern, path, 0) != 0) continue;
    long number = ++entries[i].count;
    if (number == entries[i].first || (number > entries[i].first && entries[i].isEndless)) {
      if (entries[i].effect[0] == KILL) raise(SIGKILL);
      return entries[i].effect[0];
    }
  }
  return NONE;
}

// The effect on the next call to an open file.
static char effect(const char *call, int file) {
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = entryCount > 0 ? readlink(link, path, sizeof path - 1) : -1;
  if (length < 0) return NONE;
  path[length] = 0;
  return effectAt(call, path);
}

// The path of a name in an open folder, also through the folder's descriptor.
static const char *located(int folder, const char *name, char path[4096]) {
  int used = 0;
  if (sscanf(name, "/proc/self/fd/%d/%n", &folder, &used) == 1 && used > 0) name += used;
  else if (name[0] == '/' || folder == AT_FDCWD) return name;
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
  ssize_t length = readlink(link, path, 4095);
  if (length < 0) return name;
  snprintf(path + length, 4096 - length, "/%s", name);
  return path;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  switch (effect("pwrite64", file)) {
    case SKIP: return count;
    case CUT: return REAL(pwrite64)(file, bytes, (count + 1) / 2, offset);
    case MASK: {
      ssize_t written = REAL(pwrite64)(file, bytes, count, offset);
      return written < 0 ? (ssize_t)count : written;
    }
    default: return REAL(pwrite64)(file, bytes, count, offset);
  }
}

static int openFile(__typeof__(&open64) real, const char *path, int flags, mode_t mode) {
  char whole[4096];
  if (flags & (O_CREAT | O_WRONLY)) effectAt("openat", located(AT_FDCWD, path, whole));
  return real(path, flags, mode);
}

static int openFileAt(__typeof__(&openat64) real, int folder, const char *path, int flags,
                      mode_t mode) {
  char whole[4096];
  if (flags & (O_CREAT | O_WRONLY)) effectAt("openat", located(folder, path, whole));
  return real(folder, path, flags, mode);
}

#define OPEN(name)                                               \
  int name(const char *path, int flags, ...) {                   \
    va_list arguments;                                           \
    va_start(arguments, flags);                                  \
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0; \
    va_end(arguments);                                           \
    return openFile(REAL(name), path, flags, mode);              \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                             \
  int name(int folder, const char *path, int flags, ...) {       \
    va_list arguments;                                           \
    va_start(arguments, flags);                                  \
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0; \
    va_end(arguments);                                           \
    return openFileAt(REAL(name), folder, path, flags, mode);    \
  }
OPENAT(openat)
OPENAT(openat64)

int fdatasync(int file) {
  switch (effect("fdatasync", file)) {
    case DELAY: usleep(10000); return REAL(fdatasync)(file);
    case NONE: return REAL(fdatasync)(file);
    case FAIL: errno = EIO; return -1;
    default: return 0;
  }
}

ssize_t write(int file, const void *bytes, size_t count) {
  effect("write", file);
  return REAL(write)(file, bytes, count);
}

int fsync(int file) {
  if (effect("fsync", file) == DELAY) usleep(10000);
  return REAL(fsync)(file);
}

int unlink(const char *path) {
  effectAt("unlink", path);
  return REAL(unlink)(path);
}

int rename(const char *path, const char *other) {
  effectAt("rename", path);
  return REAL(rename)(path, other);
}

int mkdir(const char *path, mode_t mode) {
  effectAt("mkdir", path);
  return REAL(mkdir)(path, mode);
}

int rmdir(const char *path) {
  effectAt("rmdir", path);
  return REAL(rmdir)(path);
}

int unlinkat(int folder, const char *name, int flags) {
  char path[4096];
  effectAt("unlinkat", located(folder, name, path));
  return REAL(unlinkat)(folder, name, flags);
}

int renameat(int folder, const char *name, int otherFolder, const char *otherName) {
  char path[4096];
  effectAt("renameat", located(folder, name, path));
  return REAL(renameat)(folder, name, otherFolder, otherName);
}

int mkdirat(int folder, const char *name, mode_t mode) {
  char path[4096];
  effectAt("mkdirat", located(folder, name, path));
  return REAL(mkdirat)(folder, name, mode);
}

int ftruncate64(int file, off64_t length) {
  return effect("ftruncate", file) ? 0 : REAL(ftruncate64)(file, length);
}

int stat64(const char *path, struct stat64 *status) {
  static struct stat64 first;
  static atomic_int isKnown;
  int isRepeated = effectAt("stat64", path) == REPEAT;
  if (isRepeated && isKnown) {
    *status = first;
    return 0;
  }
  int result = REAL(stat64)(path, status);
  if (isRepeated && result == 0) {
    first = *status;
    isKnown = 1;
  }
  return result;
}

int flock(int file, int operation) {
  return effect("flock", file) ? 0 : REAL(flock)(file, operation);
}

int fcntl64(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (command == F_SETLK && effect("lock", file)) return 0;
  return REAL(fcntl64)(file, command, argument);
}
