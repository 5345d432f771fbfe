// The lists from which seccomp.cc builds its filter. Not listed, and therefore refused: sockets, new processes,
// programs, tracing, the memory of other processes, mounts, namespaces, keys, BPF, io_uring, performance events, file
// handles, clocks, reboot.
#pragma once

#include <sys/syscall.h>

namespace launch {

/** Calls that affect only the process itself and its open descriptors. */
inline constexpr int harmlessCalls[] = {
    // descriptors
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev, SYS_lseek, SYS_close,
    SYS_close_range, SYS_dup, SYS_dup3, SYS_pipe2, SYS_fstat, SYS_fadvise64, SYS_readahead, SYS_flock, SYS_fsync,
    SYS_fdatasync, SYS_sendfile, SYS_copy_file_range, SYS_splice, SYS_tee, SYS_ppoll, SYS_pselect6, SYS_epoll_create1,
    SYS_epoll_ctl, SYS_epoll_pwait, SYS_epoll_pwait2, SYS_eventfd2, SYS_timerfd_create, SYS_timerfd_settime,
    SYS_timerfd_gettime, SYS_signalfd4,
    // the channel to the gateway, which is an already connected socket
    SYS_getsockname, SYS_getpeername, SYS_getsockopt, SYS_shutdown,
    // names of files
    SYS_newfstatat, SYS_statx, SYS_statfs, SYS_fstatfs, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_getdents64,
    SYS_getcwd, SYS_chdir, SYS_fchdir, SYS_umask,
    // memory
    SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise, SYS_mincore, SYS_msync, SYS_mlock, SYS_mlock2, SYS_munlock, SYS_membarrier,
    SYS_get_mempolicy, SYS_set_mempolicy,
    // threads and time
    SYS_futex, SYS_set_robust_list, SYS_get_robust_list, SYS_set_tid_address, SYS_rseq, SYS_exit, SYS_exit_group,
    SYS_restart_syscall, SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler,
    SYS_sched_get_priority_max, SYS_sched_get_priority_min, SYS_getpriority, SYS_nanosleep, SYS_clock_nanosleep,
    SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_times, SYS_getitimer, SYS_setitimer, SYS_timer_create,
    SYS_timer_settime, SYS_timer_gettime, SYS_timer_getoverrun, SYS_timer_delete, SYS_getcpu,
    // signals to itself
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_rt_sigtimedwait, SYS_rt_sigpending,
    SYS_sigaltstack,
    // facts about itself and the machine
    SYS_getpid, SYS_getppid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getresuid, SYS_getresgid,
    SYS_getgroups, SYS_getpgid, SYS_getsid, SYS_capget, SYS_getrusage, SYS_getrlimit, SYS_sysinfo, SYS_uname, SYS_getrandom,
#if defined(__x86_64__)
    SYS_arch_prctl, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_poll, SYS_select, SYS_epoll_create, SYS_epoll_wait,
    SYS_eventfd, SYS_pipe, SYS_dup2, SYS_time, SYS_alarm, SYS_getpgrp, SYS_pause, SYS_getdents,
#endif
};

/** Calls of programs that make machine code while they run. */
inline constexpr int codeCalls[] = {SYS_mmap, SYS_mprotect, SYS_pkey_alloc, SYS_pkey_free, SYS_pkey_mprotect};

/** Calls of programs that may change files; Landlock limits which files. */
inline constexpr int writingCalls[] = {
    SYS_openat, SYS_mkdirat, SYS_unlinkat, SYS_renameat, SYS_renameat2, SYS_linkat, SYS_ftruncate, SYS_truncate,
    SYS_fallocate, SYS_sync_file_range, SYS_syncfs, SYS_utimensat, SYS_fchmod, SYS_fchmodat,
#if defined(__x86_64__)
    SYS_open, SYS_mkdir, SYS_rmdir, SYS_unlink, SYS_rename, SYS_link, SYS_chmod, SYS_creat,
#endif
};

// Requests of ioctl, fcntl and prctl that affect nothing outside; headers name them differently from system to system.
inline constexpr unsigned getTerminal = 0x5401, getWindowSize = 0x5413, bytesWaiting = 0x541b, setBlocking = 0x5421;
inline constexpr unsigned keepAtExec = 0x5450, closeAtExec = 0x5451;
inline constexpr unsigned pipeSize = 1032;
inline constexpr unsigned setMemoryName = 0x53564d41;

}  // namespace launch
