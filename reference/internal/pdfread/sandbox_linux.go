package pdfread

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

type isolation bool

const (
	isolated isolation = true  // own user, network, mount, IPC and host name spaces
	plain    isolation = false // limits only, where containers forbid namespaces
)

// executable names the running program by its inode, so that it can be started again even when the file was replaced or
// removed since (`go run` does that).
func executable() (string, error) {
	if _, err := os.Stat("/proc/self/exe"); err == nil {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}

// isolate prepares the worker's process. It dies with the thread that starts it, so that thread is held until release.
func isolate(cmd *exec.Cmd, mode isolation) (release func()) {
	attr := &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if mode == isolated {
		// Until it becomes the worker, the new process borrows the memory of this one, as Go has it without a user name
		// space: to copy the page tables of a server that holds large files takes longer than to read most files.
		attr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS |
			syscall.CLONE_VM | syscall.CLONE_VFORK
	}
	cmd.SysProcAttr = attr
	runtime.LockOSThread()
	return runtime.UnlockOSThread
}

func notPermitted(err error) bool {
	return errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.ENOSPC) ||
		errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOSYS)
}

// lockMemory bounds memory and processor time; beyond them the kernel ends the worker. RLIMIT_AS would be of no use: a Go
// program reserves more address space at its start than any sensible bound.
func lockMemory(o Options) error {
	seconds := uint64((o.CPU + time.Second - 1) / time.Second)
	return errors.Join(
		limit(syscall.RLIMIT_DATA, uint64(o.Memory)*shadow),
		limit(syscall.RLIMIT_CPU, seconds),
		limit(syscall.RLIMIT_FSIZE, 0),
		limit(syscall.RLIMIT_CORE, 0),
	)
}

// lockRest leaves a worker that has used this much processor time at most two seconds more.
func lockRest(used time.Duration) error {
	return limit(syscall.RLIMIT_CPU, uint64(used/time.Second)+2)
}

// processorTime is what this process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// lockDoors forbids new file numbers. The timer makes the runtime open its own poller before that.
func lockDoors() error {
	time.AfterFunc(time.Hour, func() {})
	return limit(syscall.RLIMIT_NOFILE, 0)
}

func limit(resource int, v uint64) error {
	var now syscall.Rlimit
	if err := syscall.Getrlimit(resource, &now); err != nil {
		return err
	}
	v = min(v, now.Max)
	return syscall.Setrlimit(resource, &syscall.Rlimit{Cur: v, Max: v})
}
