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

// A program is one that plays samples from its standard input.
type program struct {
	name    string
	args    []string
	needs   string   // a file without which it has no device; "": none
	systems []string // as Go names them
}

// programs are the programs, the best first. PulseAudio's and PipeWire's own are not among them: their server
// is spoken to directly. Nor is afplay of macOS, which plays files only, and begins anew with each.
var programs = []program{
	{ // of ALSA
		name: "aplay", needs: "/dev/snd", systems: []string{"linux"},
		args: []string{"-q", "-t", "raw", "-f", "S16_LE", "-r", "48000", "-c", "2", "--buffer-time=40000", "-"},
	},
	{ // of SoX
		name: "play", systems: []string{"darwin", "freebsd", "netbsd", "openbsd"},
		args: []string{"-q", "--buffer", "2048", "-t", "raw", "-e", "signed", "-b", "16", "-L", "-r", "48000", "-c", "2", "-"},
	},
}

// here reports whether the program plays on this system.
func (p *program) available() bool {
	if !slices.Contains(p.systems, runtime.GOOS) {
		return false
	}
	_, err := os.Stat(p.needs)
	return p.needs == "" || err == nil
}

const (
	// lead is how many samples a program gets ahead of their time: 20 ms.
	leadSamples = sound.Rate * 20 / 1000

	// pieceTime is how often it gets some.
	pieceTime = 5 * time.Millisecond
)

// A pipe is a program that plays.
type pipe struct {
	cmd   *exec.Cmd
	in    *os.File
	wants chan int
	ended chan struct{} // closed when the program has ended
	err   error         // why, once it has

	mu    sync.Mutex
	awake chan struct{} // closed when it rests; nil while it does
	feeds sync.WaitGroup
}

// openPipe starts a program.
func openPipe(p *program) (Device, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	d := &pipe{cmd: exec.Command(p.name, p.args...), in: w, wants: make(chan int), ended: make(chan struct{})}
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

// due returns how many samples a program should have got so long after its first.
func dueSamples(since time.Duration) int {
	return leadSamples + int(since*sound.Rate/time.Second)
}

// feed asks for samples as their time comes, until it rests or the program has ended.
func (d *pipe) feed(awake chan struct{}) {
	ticker := time.NewTicker(pieceTime)
	defer ticker.Stop()
	begun, sent := time.Now(), 0
	for {
		if n := dueSamples(time.Since(begun)) - sent; n > 0 {
			select {
			case d.wants <- n:
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

// Wants implements Device.
func (d *pipe) Wants() <-chan int { return d.wants }

// Write implements Device.
func (d *pipe) Write(samples []byte) error {
	select {
	case <-d.ended:
		if d.err != nil {
			return d.err
		}
		return fmt.Errorf("%s has ended", d.cmd.Path)
	default:
	}
	if err := d.in.SetWriteDeadline(time.Now().Add(serverTimeout)); err != nil {
		return err
	}
	_, err := d.in.Write(samples)
	return err
}

// Rest implements Device: a program that gets nothing plays nothing.
func (d *pipe) Rest(rests bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if rests == (d.awake == nil) {
		return nil
	}
	if rests {
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
	d.Rest(true)
	d.feeds.Wait()
	err := d.in.Close()
	d.cmd.Process.Kill()
	<-d.ended
	return err
}
