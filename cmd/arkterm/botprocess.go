package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unicode"

	"arkterm/cmd/arkterm/tty"
	"arkterm/engine"
	"arkterm/engine/bot"
)

// Limits of programs that play. The times are wall-clock times. Only a program that hangs exceeds them, and it loses.
// In all other cases, the result depends only on the program's answers.
const (
	maxAnswerTime      = time.Minute     // for one answer, including the start of the program
	maxGameAnswerTimes = 120             // for all answers of a game together, in multiples of maxAnswerTime
	watchSteps         = 20              // number of steps into which the time of an answer is divided
	maxExitTime        = 2 * time.Second // for exiting after the end of the game; after a mistake, a tenth of it
	maxLastOutput      = 64 << 10        // bytes of output after the end of the game
	maxBotMemory       = 2 << 30         // bytes of memory of each process, not on macOS
	maxBotErrors       = 16 << 10        // bytes of a bot's standard error that are shown
)

// A botProcess is a running program that plays one game.
type botProcess struct {
	*bot.Client
	cmd        *exec.Cmd
	group      processGroup
	in         io.WriteCloser
	out        io.ReadCloser
	errs       *errorLines
	unregister func()

	waiting    atomic.Bool  // the program has not answered yet
	steps      atomic.Int64 // steps since the program received its last request, see watch
	timedOut   atomic.Bool  // the program was ended because its time was over
	gameOver   chan bool    // closed at the end of the game
	watchEnded chan bool    // closed when watch returns
}

// startBot starts a program in a shell, in its own process group. limit is the maximum time to wait for an answer.
func startBot(command string, interval int, seed uint64, limit time.Duration, errs *botErrors) (*botProcess, error) {
	p := &botProcess{
		cmd: shellCommand(command), errs: &errorLines{botErrors: errs},
		gameOver: make(chan bool), watchEnded: make(chan bool),
	}
	p.cmd.Stderr = p.errs
	p.cmd.WaitDelay = maxExitTime // for processes outside of the group that keep standard error open
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if p.group, err = startGroup(p.cmd); err != nil {
		return nil, err
	}
	p.unregister = runningBots.add(p)

	p.Client = bot.NewClient(p, p.in, interval, seed)
	p.BeforeSend = func() {
		p.steps.Store(0)
		p.waiting.Store(true)
	}
	p.AfterAnswer = func() { p.waiting.Store(false) }
	go p.watch(limit / watchSteps)
	return p, nil
}

// watch ends the program when its time is over. It counts the time in steps. If arkterm or the machine is suspended,
// the suspended time counts as at most one step.
func (p *botProcess) watch(step time.Duration) {
	defer close(p.watchEnded)
	ticker := time.NewTicker(step)
	defer ticker.Stop()
	total := 0
	for {
		select {
		case <-p.gameOver:
			return
		case <-ticker.C:
			if !p.waiting.Load() {
				continue
			}
			if total++; p.steps.Add(1) > watchSteps || total > maxGameAnswerTimes*watchSteps {
				p.timedOut.Store(true)
				p.end()
				return
			}
		}
	}
}

// Read reads the program's output. When its time is over, Read returns errLate.
func (p *botProcess) Read(b []byte) (int, error) {
	n, err := p.out.Read(b)
	if n == 0 && err != nil && p.timedOut.Load() {
		return 0, errLate
	}
	return n, err
}

// errLate is the error of a program that has not answered in time. The program loses.
var errLate = errors.New("no answer, because the program hangs")

// end kills the processes of the program. It also closes the pipes, because processes outside of the group can keep the
// other ends open.
func (p *botProcess) end() {
	p.group.kill()
	p.in.Close()
	p.out.Close()
}

// close writes the last line and ends the program. If the program does not exit, it is killed, as are the processes
// that it has started. close returns how the program ended, in parentheses, or "" if it was killed.
func (p *botProcess) close(g *engine.Game) string {
	close(p.gameOver)
	<-p.watchEnded
	exited := make(chan bool)
	go func() {
		p.End(g)
		p.in.Close()
		_, _ = io.Copy(io.Discard, io.LimitReader(p.out, maxLastOutput)) // until the program exits
		close(exited)
	}()
	limit := maxExitTime
	if p.Err() != nil {
		limit /= 10
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-exited:
	case <-timer.C:
	}
	p.end()
	<-exited
	_ = p.cmd.Wait()
	p.group.close()
	p.errs.close()
	p.unregister()
	if state := p.cmd.ProcessState.String(); state != "signal: killed" {
		return " (" + state + ")"
	}
	return ""
}

// A botRegistry contains the running programs, so that a signal that ends arkterm also ends them.
type botRegistry struct {
	mu                  sync.Mutex
	running             map[*botProcess]bool
	removeSignalHandler func() // removes the handler that kills the programs; valid while programs are running
}

var runningBots = botRegistry{running: map[*botProcess]bool{}}

// add adds a program until remove is called.
func (r *botRegistry) add(p *botProcess) (remove func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.running) == 0 {
		// Writing to a program that has closed its input must not end arkterm by SIGPIPE.
		r.removeSignalHandler = tty.OnExitSignal(r.killAll, syscall.SIGPIPE)
	}
	r.running[p] = true
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if delete(r.running, p); len(r.running) == 0 {
			r.removeSignalHandler()
		}
	}
}

// killAll kills all programs.
func (r *botRegistry) killAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for p := range r.running {
		p.group.kill()
	}
}

// A botErrors shows the messages that the processes of a bot write to standard error, with the bot's name. It shows at
// most maxBotErrors bytes.
type botErrors struct {
	name    string
	w       io.Writer
	mu      *sync.Mutex // protects w, which several bots may share
	written int
}

// show shows a line without control characters.
func (e *botErrors) show(line string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.written > maxBotErrors {
		return
	}
	if e.written += len(line) + 1; e.written > maxBotErrors {
		line = "more messages are not shown"
	}
	line = strings.Map(func(r rune) rune {
		if r == '\t' || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(line, "?"))
	fmt.Fprintf(e.w, "%s: %s\n", e.name, line)
}

// An errorLines splits the standard error of a process into lines.
type errorLines struct {
	*botErrors
	line []byte
}

// maxErrorLine is the maximum length of a line on standard error in bytes. Longer lines are split.
const maxErrorLine = 1000

// Write implements [io.Writer]. It never fails, because messages must not end a program.
func (l *errorLines) Write(data []byte) (int, error) {
	n := len(data)
	for len(data) > 0 {
		end := bytes.IndexByte(data, '\n')
		length := end
		if end < 0 {
			length = len(data)
		}
		length = min(length, maxErrorLine-len(l.line))
		l.line, data = append(l.line, data[:length]...), data[length:]
		if len(data) > 0 { // a newline, or the rest of a long line
			data = bytes.TrimPrefix(data, []byte("\n"))
			l.flush()
		}
	}
	return n, nil
}

// close shows an unfinished last line.
func (l *errorLines) close() {
	if len(l.line) > 0 {
		l.flush()
	}
}

func (l *errorLines) flush() {
	l.show(string(bytes.TrimSuffix(l.line, []byte("\r"))))
	l.line = l.line[:0]
}
