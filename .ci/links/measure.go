package links

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"arkterm/ci/harness"
	"arkterm/engine"
	"arkterm/render/ansi"
)

// ages are the results of a trial.
type ages struct {
	p50, p95        time.Duration // age of the paddle, the balls near it and the overlay's tick
	growth          time.Duration // p95 of the last third minus p95 of the first third
	whole, wholeP95 time.Duration // age of the oldest cell
	pictures, bytes float64       // per second
	overlay         string
}

// capped returns the row of the overlay about a cap on the rate, or "".
func (a *ages) capped() string {
	for line := range strings.Lines(a.overlay) {
		if strings.Contains(line, "cap") {
			return strings.Join(strings.Fields(line), " ")
		}
	}
	return ""
}

// warmUp is the time before a measurement.
const warmUp = 4 * time.Second

// A watch samples the age of the picture. It knows when each tick was drawn at the near end of the link, if the near
// end is observable. Otherwise, it assumes that the newest picture of the last five seconds had only the delay of the
// link.
type watch struct {
	mu    sync.Mutex
	begun time.Time
	near  *ansi.Emulator // nil if the near end is not observable
	far   *ansi.Emulator
	drawn map[int]time.Duration // by tick
	delay time.Duration         // of the link

	tick             int
	changes, bytes   int        // since the warm-up
	sightings        []sighting // of the last seconds
	samples, maxAges []time.Duration
}

// A sighting is the time of a new picture and that time minus the picture's game time.
type sighting struct{ at, origin time.Duration }

func newWatch(l link, s scene, observable bool, reply func(string)) *watch {
	w := &watch{
		begun: time.Now(), far: ansi.NewEmulator(s.cols, s.rows), drawn: map[int]time.Duration{},
		delay: l.trip / 2,
	}
	if !strings.HasSuffix(l.kind, "mute") {
		w.far.Reply = reply
	}
	if observable {
		w.near = ansi.NewEmulator(s.cols, s.rows)
	}
	return w
}

func (w *watch) now() time.Duration { return time.Since(w.begun) }

// sent takes output at the near end.
func (w *watch) sent(p []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.near.Write(p)
	if tick, ok := shownTick(w.near); ok && w.drawn[tick] == 0 {
		w.drawn[tick] = w.now()
	}
}

// arrived takes output at the far end.
func (w *watch) arrived(p []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.far.Write(p)
	now := w.now()
	if now >= warmUp {
		w.bytes += len(p)
	}
	if tick, ok := shownTick(w.far); ok && tick != w.tick {
		w.tick = tick
		if now >= warmUp {
			w.changes++
		}
		w.sightings = append(w.sightings, sighting{now, now - gameTime(tick)})
	}
}

func gameTime(tick int) time.Duration {
	return time.Duration(tick) * time.Second / engine.TicksPerSecond
}

// sample notes the age of the picture.
func (w *watch) sample() {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.now()
	if w.tick == 0 {
		return
	}
	origin := now - gameTime(w.tick)
	age := now - w.drawn[w.tick]
	if w.near == nil {
		w.sightings = slices.DeleteFunc(w.sightings, func(s sighting) bool { return now-s.at > 5*time.Second })
		first := origin
		for _, s := range w.sightings {
			first = min(first, s.origin)
		}
		age = origin - first + w.delay
	} else if w.drawn[w.tick] == 0 {
		return
	}
	rest, _ := time.ParseDuration(figure(w.far, "rest")) // age of the cells that were left out of frames
	w.samples = append(w.samples, age)
	w.maxAges = append(w.maxAges, age+rest)
}

// restart forgets everything seen so far.
func (w *watch) restart() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begun, w.sightings = time.Now(), nil
	clear(w.drawn)
}

// result samples for a span after the warm-up.
func (w *watch) result(span time.Duration) (ages, error) {
	time.Sleep(warmUp)
	for end := time.Now().Add(span); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		w.sample()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(w.samples)
	if n == 0 {
		return ages{}, errors.New("the program shows no ticks")
	}
	return ages{
		p50: percentile(w.samples, 50), p95: percentile(w.samples, 95),
		growth: percentile(w.samples[n-n/3:], 95) - percentile(w.samples[:(n+2)/3], 95),
		whole:  percentile(w.maxAges, 50), wholeP95: percentile(w.maxAges, 95),
		pictures: float64(w.changes) / span.Seconds(), bytes: float64(w.bytes) / span.Seconds(),
		overlay: overlay(w.far),
	}, nil
}

// percentile returns the percentile p of times, or 0 if there are none.
func percentile(times []time.Duration, p int) time.Duration {
	if len(times) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(times))[len(times)*p/100]
}

// overlay returns the text of the program's debug overlay, which is in the upper left corner.
func overlay(screen *ansi.Emulator) string {
	const w, h = 26, 12
	var rows []string
	for y := range min(h, screen.H) {
		rows = append(rows, screen.Text(0, y, w))
	}
	return strings.Join(rows, "\n")
}

// figure returns a figure of the overlay without commas and spaces, or "".
func figure(screen *ansi.Emulator, name string) string {
	_, after, _ := strings.Cut(overlay(screen), name)
	line, _, _ := strings.Cut(after, "\n")
	value, _, _ := strings.Cut(strings.TrimSpace(line), "  ")
	return strings.NewReplacer(",", "", " ", "").Replace(value)
}

// shownTick returns the tick in the overlay.
func shownTick(screen *ansi.Emulator) (tick int, ok bool) {
	tick, err := strconv.Atoi(figure(screen, "tick"))
	return tick, err == nil
}

// measure plays a scene over a link.
func measure(l link, s scene, program, home string, span time.Duration) (ages, error) {
	command := append([]string{program}, strings.Fields(commonArgs+s.args)...)
	switch l.kind {
	case "direct", "mute":
		return direct(l, s, exec.Command(command[0], command[1:]...), home, span)
	case "ssh", "ssh-mute", "tmux", "jump":
		return overNetwork(l, s, command, home, span)
	}
	return ages{}, fmt.Errorf("unknown kind of link %q (want direct, mute, ssh, ssh-mute, tmux or jump)", l.kind)
}

// direct plays on a pseudo-terminal whose output and input pass through lines.
func direct(l link, s scene, cmd *exec.Cmd, home string, span time.Duration) (ages, error) {
	var terminal *harness.Terminal
	var back *harness.Line
	w := newWatch(l, s, true, func(text string) { back.Write([]byte(text)) })
	there := harness.NewLine(l.rate, l.trip/2, room, w.arrived)
	defer there.Close()
	started := make(chan struct{})
	back = harness.NewLine(0, l.trip/2, 0, func(p []byte) { <-started; terminal.Type(string(p)) })
	defer back.Close()
	cmd.Env = harness.Environment(home, "SSH_TTY=far") // 30 frames per second
	terminal, err := harness.Start(cmd, s.cols, s.rows, func(p []byte) {
		w.sent(p)
		there.Write(slices.Clone(p))
	})
	if err != nil {
		return ages{}, err
	}
	close(started)
	defer terminal.End()
	return w.result(span)
}

// pictureTime is the time between two pictures of the minimal program.
const pictureTime = time.Second / 30

// ShowTicks is the minimal program. It shows ticks and never returns.
func ShowTicks() {
	begun := time.Now()
	for now := range time.Tick(pictureTime) {
		fmt.Printf("\x1b[Htick %d  ", now.Sub(begun)*engine.TicksPerSecond/time.Second)
	}
}

// machineDelay returns the age of the minimal program's pictures beyond the time between two of them. A busy machine
// delays the program and its measurement.
func machineDelay(home string, span time.Duration) (time.Duration, error) {
	cmd, err := harness.Self("links-ticks")
	if err != nil {
		return 0, err
	}
	a, err := direct(link{kind: "direct"}, scene{cols: 80, rows: 24}, cmd, home, span)
	return max(0, a.p95-pictureTime), err
}
