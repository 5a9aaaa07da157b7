package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"

	"arkterm/.ci/vt"
)

// warmUp is how long a case runs before it is measured.
const warmUp = 4 * time.Second

// A watch notes when ticks are drawn and seen, and samples how old the picture is.
type watch struct {
	mu    sync.Mutex
	begun time.Time
	near  *overlay // on the program's side; nil if it cannot be read there
	far   overlay  // on the player's side
	drawn map[int]time.Duration

	tick    int
	changes []time.Duration // when the tick seen has changed
	bytes   int
	seen    []sighting // for ways whose near end cannot be seen
	ages    []time.Duration
	wholes  []time.Duration // ages of the oldest cell
	there   time.Duration
}

// A sighting is a tick and when it was seen, less what it took the game to get there.
type sighting struct{ at, origin time.Duration }

func (w *watch) now() time.Duration { return time.Since(w.begun) }

// Near takes what the program has written.
func (w *watch) Near(p []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.near.Write(p)
	if tick, ok := w.near.Tick(); ok {
		if _, known := w.drawn[tick]; !known {
			w.drawn[tick] = w.now()
		}
	}
}

// Far takes what has arrived.
func (w *watch) Far(p []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.far.Write(p)
	if w.now() >= warmUp {
		w.bytes += len(p)
	}
	if tick, ok := w.far.Tick(); ok && tick != w.tick {
		w.tick = tick
		now := w.now()
		if now >= warmUp {
			w.changes = append(w.changes, now)
		}
		w.seen = append(w.seen, sighting{now, now - time.Duration(tick)*time.Second/240})
	}
}

// sample notes how old the picture is. Where the near end cannot be seen, the newest picture of the last seconds
// is taken for one that had only the way there behind it.
func (w *watch) sample() {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.now()
	if w.tick == 0 {
		return
	}
	if w.near != nil {
		if at, ok := w.drawn[w.tick]; ok {
			w.note(now - at)
		}
		return
	}
	const memory = 5 * time.Second
	w.seen = slices.DeleteFunc(w.seen, func(s sighting) bool { return now-s.at > memory })
	least := now - time.Duration(w.tick)*time.Second/240
	for _, s := range w.seen {
		least = min(least, s.origin)
	}
	w.note(now - time.Duration(w.tick)*time.Second/240 - least + w.there)
}

// note notes the age of the tick seen. What was left out of the frames until then is as much older as the overlay says.
func (w *watch) note(age time.Duration) {
	w.ages = append(w.ages, age)
	w.wholes = append(w.wholes, age+w.far.Rest())
}

// measure plays a scene over a way.
func measure(w way, s scene, program, home string, span time.Duration) (result, error) {
	args := append(slices.Clone(always), s.args...)
	switch w.kind {
	case "direct", "mute":
		return direct(w, s, append([]string{program}, args...), home, span)
	case "ssh", "ssh-mute", "tmux", "jump":
		return overNetwork(w, s, append([]string{program}, args...), home, span)
	}
	return result{}, errors.New("no such kind")
}

// environment is that of the programs, with a home of their own.
func environment(home string, more ...string) []string {
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TERM=xterm-256color", "LC_ALL=C.UTF-8", "XDG_DATA_HOME=" + home + "/data",
		"XDG_STATE_HOME=" + home + "/state", "XDG_CONFIG_HOME=" + home + "/config", "XDG_CACHE_HOME=" + home + "/cache",
	}, more...)
}

// direct plays on a pty, whose other end is read as the way carries it.
func direct(w way, s scene, command []string, home string, span time.Duration) (result, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = environment(home, "SSH_TTY=far") // 30 frames a second
	ptm, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: uint16(s.cols), Rows: uint16(s.rows)})
	if err != nil {
		return result{}, err
	}
	defer end(cmd, ptm)

	watch := &watch{begun: time.Now(), near: &overlay{vt.New(s.cols, s.rows, nil)}, drawn: map[int]time.Duration{}, there: w.trip / 2}
	back := newLine(0, w.trip/2, 0, func(p []byte) { _, _ = ptm.Write(p) })
	defer back.Close()
	var reply func(string)
	if w.kind != "mute" {
		reply = func(text string) { back.Write([]byte(text)) }
	}
	watch.far = overlay{vt.New(s.cols, s.rows, reply)}
	there := newLine(w.rate, w.trip/2, w.room, watch.Far)
	defer there.Close()
	go read(ptm, func(p []byte) {
		watch.Near(p)
		there.Write(slices.Clone(p))
	})
	return watch.result(span)
}

// read passes on what comes from a pty until its end.
func read(ptm io.Reader, take func([]byte)) {
	buf := make([]byte, 4096)
	for {
		n, err := ptm.Read(buf)
		if err != nil {
			return
		}
		take(buf[:n])
	}
}

// result samples for a while. It is an error if nothing is seen.
func (w *watch) result(span time.Duration) (result, error) {
	time.Sleep(warmUp)
	for end := time.Now().Add(span); time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
		w.sample()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.ages) == 0 {
		return result{}, errors.New("nothing is shown")
	}
	n := len(w.ages)
	growth := percentile(w.ages[n-n/3:], 95) - percentile(w.ages[:(n+2)/3], 95)
	return result{
		percentile(w.ages, 50), percentile(w.ages, 95), growth, percentile(w.wholes, 50), percentile(w.wholes, 95),
		float64(len(w.changes)) / span.Seconds(), float64(w.bytes) / span.Seconds(), w.far.Text(),
	}, nil
}

// percentile returns the percentile p of times, or 0 if there are none.
func percentile(times []time.Duration, p int) time.Duration {
	if len(times) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(times))[len(times)*p/100]
}

// end ends a program and closes its terminal.
func end(cmd *exec.Cmd, ptm *os.File) {
	_ = cmd.Process.Signal(syscall.SIGTERM)
	timer := time.AfterFunc(2*time.Second, func() { _ = cmd.Process.Kill() })
	go func() { // it is read to the end, or the program would wait
		buf := make([]byte, 4096)
		for {
			if _, err := ptm.Read(buf); err != nil {
				return
			}
		}
	}()
	_ = cmd.Wait()
	timer.Stop()
	ptm.Close()
}
