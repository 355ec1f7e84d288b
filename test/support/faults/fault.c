/*
 * Makes single system calls of a program fail: loaded with LD_PRELOAD, it counts the calls on files below FAULT_ROOT and
 * on sockets, and at those that FAULT_AT names (`EIO:17,kill:40`) returns an error, or ends the process. A fault that the
 * n-th call cannot have is had by the next call that can. FAULT_LOG gets a line for each call (`call`, only when there is
 * no FAULT_AT) and for each fault (`fault`).
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* What can happen to a call: it reads, it takes space, it opens, it writes bytes, it uses a socket. */
enum { READS = 1, GROWS = 2, OPENS = 4, WRITES = 8, SOCKET = 16 };

/* The kind of a call, one letter each, for the log. */
static const char letters[] = "rgows";

enum { NOTHING = 0, TORN = -1 };

struct fault {
  char kind[16];
  long at;
  atomic_int done;
};

static struct fault faults[8];
static int planned;
static char root[4096];
static size_t root_length;
static int log_fd = -1;
static atomic_long count;

__attribute__((constructor)) static void start(void) {
  const char *folder = getenv("FAULT_ROOT"), *log = getenv("FAULT_LOG"), *plan = getenv("FAULT_AT");
  if (folder == NULL || log == NULL) return;
  root_length = (size_t)snprintf(root, sizeof root, "%s/", folder);
  for (; plan != NULL && *plan != '\0' && planned < 8; planned++) {
    if (sscanf(plan, "%15[^:]:%ld", faults[planned].kind, &faults[planned].at) != 2) break;
    plan = strchr(plan, ',');
    if (plan != NULL) plan++;
  }
  log_fd = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  /* Only this process: the position would mean another call in a child. */
  unsetenv("LD_PRELOAD");
}

static void note(const char *format, ...) {
  char line[9000];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(line, sizeof line, format, values);
  va_end(values);
  if (length > (int)sizeof line) length = sizeof line;
  (void)!syscall(SYS_write, log_fd, line, length);
}

static int happens(const struct fault *fault, int kind) {
  if (strcmp(fault->kind, "EMFILE") == 0) return (kind & OPENS) != 0;
  if (strcmp(fault->kind, "ENOSPC") == 0) return (kind & GROWS) != 0;
  if (strcmp(fault->kind, "torn") == 0) return (kind & WRITES) != 0;
  return 1;
}

static void end(void) {
  syscall(SYS_kill, (int)syscall(SYS_getpid), SIGKILL);
  for (;;) pause();
}

/* The error that this call is to return, TORN, or NOTHING. */
static int decide(const char *call, int kind, const char *path) {
  long n = atomic_fetch_add(&count, 1) + 1;
  if (planned == 0) {
    char said[8] = "", *next = said;
    for (int bit = 0; bit < 5; bit++)
      if (kind & (1 << bit)) *next++ = letters[bit];
    note("call %ld %s %s %s\n", n, call, said, path);
    return NOTHING;
  }
  for (int index = 0; index < planned; index++) {
    struct fault *fault = &faults[index];
    if (n < fault->at || !happens(fault, kind) || atomic_exchange(&fault->done, 1)) continue;
    note("fault %ld %s %s %s\n", n, fault->kind, call, path);
    if (strcmp(fault->kind, "kill") == 0) end();
    if (strcmp(fault->kind, "torn") == 0) return TORN;
    if (kind & SOCKET) return ECONNRESET;
    if (strcmp(fault->kind, "EMFILE") == 0) return EMFILE;
    if (strcmp(fault->kind, "ENOSPC") == 0) return ENOSPC;
    return EIO;
  }
  return NOTHING;
}

static int below(const char *path) {
  return root_length > 0 && strncmp(path, root, root_length) == 0;
}

static int at_path(const char *call, int kind, const char *path) {
  char full[8192];
  if (log_fd < 0 || path == NULL) return NOTHING;
  if (path[0] != '/') {
    char folder[4096];
    if (getcwd(folder, sizeof folder) == NULL) return NOTHING;
    snprintf(full, sizeof full, "%s/%s", folder, path);
    path = full;
  }
  return below(path) ? decide(call, kind, path + root_length) : NOTHING;
}

static int at_fd(const char *call, int kind, int fd) {
  char link[64], path[4096];
  if (log_fd < 0 || fd < 3) return NOTHING;
  int saved = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  errno = saved;
  if (length <= 0) return NOTHING;
  path[length] = '\0';
  if (below(path)) return decide(call, kind, path + root_length);
  int is_socket = strncmp(path, "socket:", 7) == 0 && strcmp(call, "close") != 0;
  return is_socket ? decide(call, SOCKET | (kind & WRITES), "socket") : NOTHING;
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name);

#define FAIL(what, kind, check) \
  int fault = check; \
  if (fault > 0) { \
    errno = fault; \
    return what; \
  } \
  (void)fault;

static int open_kind(int flags) {
  return OPENS | ((flags & O_CREAT) ? GROWS : 0) | READS;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name) \
    va_list more; \
    va_start(more, flags); \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0; \
    va_end(more); \
    FAIL(-1, 0, at_path("open", open_kind(flags), path)) \
    return real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    REAL(name) \
    va_list more; \
    va_start(more, flags); \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0; \
    va_end(more); \
    FAIL(-1, 0, at_path("open", open_kind(flags), path)) \
    return real(folder, path, flags, mode); \
  }
OPENAT(openat)
OPENAT(openat64)

/* A call on an open file. `half` writes the first half, before the process ends. */
#define ON_FD(type, name, kind, half, parameters, ...) \
  type name parameters { \
    REAL(name) \
    FAIL(-1, kind, at_fd(#name, kind, fd)) \
    if (fault == TORN) { \
      half; \
      end(); \
    } \
    return real(__VA_ARGS__); \
  }
#define NONE (void)0

ON_FD(ssize_t, read, READS, NONE, (int fd, void *to, size_t size), fd, to, size)
ON_FD(ssize_t, pread, READS, NONE, (int fd, void *to, size_t size, off_t at), fd, to, size, at)
ON_FD(ssize_t, pread64, READS, NONE, (int fd, void *to, size_t size, off_t at), fd, to, size, at)
ON_FD(ssize_t, readv, READS, NONE, (int fd, const struct iovec *to, int n), fd, to, n)
ON_FD(ssize_t, preadv64, READS, NONE, (int fd, const struct iovec *to, int n, off_t at), fd, to, n, at)
ON_FD(ssize_t, write, GROWS | WRITES, (void)!real(fd, from, size / 2), (int fd, const void *from, size_t size), fd, from, size)
ON_FD(ssize_t, pwrite, GROWS | WRITES, (void)!real(fd, from, size / 2, at), (int fd, const void *from, size_t size, off_t at), fd, from, size, at)
ON_FD(ssize_t, pwrite64, GROWS | WRITES, (void)!real(fd, from, size / 2, at), (int fd, const void *from, size_t size, off_t at), fd, from, size, at)
ON_FD(ssize_t, writev, GROWS | WRITES, (void)!write(fd, from[0].iov_base, from[0].iov_len / 2), (int fd, const struct iovec *from, int n), fd, from, n)
ON_FD(ssize_t, pwritev64, GROWS | WRITES, (void)!real(fd, from, n / 2, at), (int fd, const struct iovec *from, int n, off_t at), fd, from, n, at)
ON_FD(ssize_t, send, WRITES, (void)!real(fd, from, size / 2, flags), (int fd, const void *from, size_t size, int flags), fd, from, size, flags)
ON_FD(ssize_t, sendmsg, WRITES, NONE, (int fd, const struct msghdr *message, int flags), fd, message, flags)
ON_FD(ssize_t, recv, READS, NONE, (int fd, void *to, size_t size, int flags), fd, to, size, flags)
ON_FD(ssize_t, recvmsg, READS, NONE, (int fd, struct msghdr *message, int flags), fd, message, flags)
ON_FD(int, connect, 0, NONE, (int fd, const struct sockaddr *to, socklen_t size), fd, to, size)
ON_FD(int, fsync, GROWS, NONE, (int fd), fd)
ON_FD(int, fdatasync, GROWS, NONE, (int fd), fd)
ON_FD(int, ftruncate, GROWS, NONE, (int fd, off_t size), fd, size)
ON_FD(int, ftruncate64, GROWS, NONE, (int fd, off_t size), fd, size)
ON_FD(int, fchmod, 0, NONE, (int fd, mode_t mode), fd, mode)

/* As the system does, closes the file even where it reports an error. */
int close(int fd) {
  REAL(close)
  int fault = at_fd("close", 0, fd);
  int result = real(fd);
  if (fault <= 0) return result;
  errno = fault;
  return -1;
}

#define ON_PATH(type, failed, name, kind, parameters, ...) \
  type name parameters { \
    REAL(name) \
    FAIL(failed, kind, at_path(#name, kind, path)) \
    return real(__VA_ARGS__); \
  }

ON_PATH(int, -1, unlink, 0, (const char *path), path)
ON_PATH(int, -1, remove, 0, (const char *path), path)
ON_PATH(int, -1, unlinkat, 0, (int folder, const char *path, int flags), folder, path, flags)
ON_PATH(int, -1, rmdir, 0, (const char *path), path)
ON_PATH(int, -1, mkdir, GROWS, (const char *path, mode_t mode), path, mode)
ON_PATH(char *, NULL, mkdtemp, GROWS, (char *path), path)
ON_PATH(int, -1, chmod, 0, (const char *path, mode_t mode), path, mode)
ON_PATH(int, -1, rename, GROWS, (const char *path, const char *to), path, to)
ON_PATH(int, -1, link, GROWS, (const char *path, const char *to), path, to)
ON_PATH(ssize_t, -1, readlink, READS, (const char *path, char *to, size_t size), path, to, size)
ON_PATH(DIR *, NULL, opendir, READS | OPENS, (const char *path), path)
ON_PATH(int, -1, scandir64, READS | OPENS, (const char *path, struct dirent64 ***list, int (*filter)(const struct dirent64 *), int (*order)(const struct dirent64 **, const struct dirent64 **)), path, list, filter, order)
