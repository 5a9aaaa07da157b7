package audio

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"time"

	"arkterm/render/sound"
)

// A program is an external program that plays samples from its standard input.
type program struct {
	name       string
	args       []string
	devicePath string   // path that exists if the program has a device; "" if not known
	systems    []string // values of GOOS on which it is used
}

// programs are the supported programs, the best first. The programs of PulseAudio and PipeWire are not needed, because
// package audio connects to their server. afplay of macOS only plays files.
var programs = []program{
	{ // ALSA
		name: "aplay", devicePath: "/dev/snd", systems: []string{"linux"},
		args: []string{"-q", "-t", "raw", "-f", "S16_LE", "-r", "48000", "-c", "2", "--buffer-time=40000", "-"},
	},
	{ // SoX
		name: "play", systems: []string{"darwin", "freebsd", "netbsd", "openbsd"},
		args: []string{
			"-q", "--buffer", "2048", "-t", "raw", "-e", "signed", "-b", "16", "-L", "-r", "48000", "-c",
			"2", "-",
		},
	},
}

// available reports whether the program can be used on this system.
func (p *program) available() bool {
	if !slices.Contains(p.systems, runtime.GOOS) {
		return false
	}
	_, err := os.Stat(p.devicePath)
	return p.devicePath == "" || err == nil
}

const (
	// leadSamples is the number of samples that are written ahead of time: 20 ms.
	leadSamples = sound.Rate * 20 / 1000

	// writeInterval is the time between two writes.
	writeInterval = 5 * time.Millisecond
)

// A pipe is a Device that plays through a program.
type pipe struct {
	cmd      *exec.Cmd
	in       *os.File
	requests chan int
	ended    chan struct{} // closed when the program has exited
	err      error         // exit error of the program; valid after ended is closed

	mu    sync.Mutex
	awake chan struct{}  // closed when the device is paused; nil while it is paused
	feeds sync.WaitGroup // running calls of feed
}

// openPipe starts a program and returns a device that plays through it.
func openPipe(p *program) (Device, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	d := &pipe{cmd: exec.Command(p.name, p.args...), in: w, requests: make(chan int), ended: make(chan struct{})}
	d.cmd.Stdin = r
	err = d.cmd.Start()
	r.Close()
	if err != nil {
		w.Close()
		return nil, err
	}
	go func() {
		defer close(d.ended)
		if err := d.cmd.Wait(); err != nil {
			d.err = fmt.Errorf("%s: %w", p.name, err)
		}
	}()
	return d, nil
}

// dueSamples returns the total number of samples that must have been written when the given time has elapsed since the
// first sample.
func dueSamples(elapsed time.Duration) int {
	return leadSamples + int(elapsed*sound.Rate/time.Second)
}

// feed requests samples in real time, until awake is closed or the program has exited.
func (d *pipe) feed(awake chan struct{}) {
	ticker := time.NewTicker(writeInterval)
	defer ticker.Stop()
	start, sent := time.Now(), 0
	for {
		if n := dueSamples(time.Since(start)) - sent; n > 0 {
			select {
			case d.requests <- n:
				sent += n
			case <-awake:
				return
			case <-d.ended:
				return
			}
		}
		select {
		case <-ticker.C:
		case <-awake:
			return
		case <-d.ended:
			return
		}
	}
}

// Requests implements Device.
func (d *pipe) Requests() <-chan int { return d.requests }

// Write implements Device.
func (d *pipe) Write(samples []byte) error {
	select {
	case <-d.ended:
		if d.err != nil {
			return d.err
		}
		return fmt.Errorf("%s has exited", d.cmd.Path)
	default:
	}
	if err := d.in.SetWriteDeadline(time.Now().Add(serverTimeout)); err != nil {
		return err
	}
	_, err := d.in.Write(samples)
	return err
}

// SetPaused implements Device. While the device is paused, the program gets no input and is silent.
func (d *pipe) SetPaused(paused bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if paused == (d.awake == nil) {
		return nil
	}
	if paused {
		close(d.awake)
		d.awake = nil
		return nil
	}
	awake := make(chan struct{})
	d.awake = awake
	d.feeds.Go(func() { d.feed(awake) })
	return nil
}

// Close implements Device.
func (d *pipe) Close() error {
	d.SetPaused(true)
	d.feeds.Wait()
	err := d.in.Close()
	d.cmd.Process.Kill()
	<-d.ended
	return err
}
