package mutate

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// A verdict is the result of testing a mutant.
type verdict int

const (
	invalid verdict = iota // the mutant does not compile, or compiles to the same program
	killed
	timedOut
	survived
)

// String returns the word for a verdict in the report.
func (v verdict) String() string { return [...]string{"invalid", "killed", "timeout", "survived"}[v] }

// Limits of the processes that run a mutant's tests, so that an endless loop cannot fill the machine's memory or disk.
const (
	memoryLimit = 8 << 20 // KiB of address space
	fileLimit   = 2 << 20 // KiB per file
)

// A baseline describes the tests of a package without a mutation.
type baseline struct {
	hash [sha256.Size]byte // hash of the test program
	time time.Duration     // duration of the tests
}

// A tester compiles mutants and runs their tests.
type tester struct {
	short     bool
	timeout   time.Duration       // added to five times the duration of the baseline
	dir       string              // folder of the test program, the mutated file and temporary files of the tests
	env       []string            // environment of the tests
	baselines map[string]baseline // the baselines of packages, by import path
}

// newTester returns a tester that stores its files in dir.
func newTester(ctx context.Context, dir string, short bool, timeout time.Duration) (*tester, error) {
	env := append(os.Environ(), "HOME="+dir, "TMPDIR="+filepath.Join(dir, "tmp"))
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} { // because the defaults depend on HOME
		value, err := exec.CommandContext(ctx, "go", "env", name).Output()
		if err != nil {
			return nil, fmt.Errorf("go env: %w", err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(value)))
	}
	return &tester{short: short, timeout: timeout, dir: dir, env: env, baselines: map[string]baseline{}}, nil
}

// test compiles a mutant and runs the tests of its package.
func (t *tester) test(ctx context.Context, s site) (verdict, error) {
	base, ok := t.baselines[s.pkg.ImportPath]
	if !ok {
		var err error
		if base, err = t.measure(ctx, s.pkg); err != nil {
			return 0, err
		}
		t.baselines[s.pkg.ImportPath] = base
	}
	overlay, err := t.overlay(s)
	if err != nil {
		return 0, err
	}
	hash, _, err := t.compile(ctx, s.pkg, "-overlay", overlay)
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err != nil || hash == base.hash {
		return invalid, nil
	}
	_, err = t.run(ctx, s.pkg, 5*base.time+t.timeout)
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return timedOut, nil
	case err != nil:
		return killed, nil
	}
	return survived, nil
}

// measure runs the tests of a package without a mutation. They must pass.
func (t *tester) measure(ctx context.Context, p *pkg) (baseline, error) {
	hash, output, err := t.compile(ctx, p)
	if err != nil {
		return baseline{}, fmt.Errorf("%s does not compile: %w\n%s", p.ImportPath, err, output)
	}
	begun := time.Now()
	if output, err := t.run(ctx, p, 30*time.Minute); err != nil {
		return baseline{}, fmt.Errorf("the tests of %s fail without a mutation: %w\n%s", p.ImportPath, err, output)
	}
	return baseline{hash, time.Since(begun)}, nil
}

// overlay writes the mutated file, and a file for the -overlay flag of go build. It returns the path of the file for
// -overlay.
func (t *tester) overlay(s site) (string, error) {
	file, table := filepath.Join(t.dir, "mutant.go"), filepath.Join(t.dir, "overlay.json")
	text, err := json.Marshal(map[string]map[string]string{"Replace": {s.path: file}})
	if err != nil {
		return "", err
	}
	return table, errors.Join(os.WriteFile(file, s.mutated(), 0o600), os.WriteFile(table, text, 0o600))
}

// program returns the path of the test program.
func (t *tester) program() string { return filepath.Join(t.dir, "program.test") }

// compile builds the test program of a package. Imported packages come from Go's build cache.
func (t *tester) compile(ctx context.Context, p *pkg, args ...string) (hash [sha256.Size]byte, output string,
	err error,
) {
	os.Remove(t.program())
	args = append([]string{"test", "-c", "-vet=off", "-ldflags=-s -w -buildid=", "-o", t.program()}, args...)
	combined, err := exec.CommandContext(ctx, "go", append(args, p.ImportPath)...).CombinedOutput()
	if err != nil {
		return hash, string(combined), err
	}
	program, err := os.ReadFile(t.program())
	return sha256.Sum256(program), "", err
}

// run runs the test program in the package's folder, in its own session. It kills all processes that the program leaves
// running. After the timeout, the error is context.DeadlineExceeded. The shell leads the session, because a leader that
// opens a pseudo-terminal would get a hangup signal when the pseudo-terminal is closed.
func (t *tester) run(ctx context.Context, p *pkg, timeout time.Duration) (output string, err error) {
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	temp := filepath.Join(t.dir, "tmp")
	if err := os.MkdirAll(temp, 0o700); err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	script := fmt.Sprintf(`ulimit -v %d -f %d && "$@"; exit $?`, memoryLimit, fileLimit)
	cmd := exec.CommandContext(limited, "bash", "-c", script, "bash", t.program(), "-test.failfast",
		"-test.paniconexit0", fmt.Sprintf("-test.short=%t", t.short))
	var text strings.Builder
	cmd.Stdout, cmd.Stderr = &text, &text
	cmd.Dir, cmd.Env = p.Dir, t.env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	if cmd.Process != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	if limited.Err() != nil {
		err = limited.Err()
	}
	return text.String(), err
}
