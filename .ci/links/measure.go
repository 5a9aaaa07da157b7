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

// ages are the results of a trial. An age is the time since the program has drawn what the terminal shows.
type ages struct {
	p50, p95          time.Duration // age of the paddle, the balls near it and the overlay's tick
	growth            time.Duration // p95 of the last third minus p95 of the first third
	oldest, oldestP95 time.Duration // age of the oldest cell
	pictures, bytes   float64       // pictures and bytes per second
	overlay           string        // text of the debug overlay at the end
}

// capped returns the row of the overlay that shows a cap on the rate, or "".
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

// A meter samples the age of the picture at the far end of a link, where the terminal is. If it can observe the output
// at the near end, where the program runs, it records when each tick was drawn there. Otherwise, it assumes that the
// picture with the shortest delay in the last five seconds had only the delay of the link.
type meter struct {
	mu    sync.Mutex
	begun time.Time
	near  *ansi.Emulator        // nil if the near end is not observable
	far   *ansi.Emulator        // the emulated terminal at the far end
	drawn map[int]time.Duration // when each tick was drawn at the near end
	delay time.Duration         // delay of the link in one direction

	tick           int             // last tick at the far end; 0 if none
	changes, bytes int             // pictures and bytes since the warm-up
	observations   []observation   // pictures of the last five seconds; used only if near is nil
	paddleAges     []time.Duration // sampled ages of the paddle and the balls
	oldestCellAges []time.Duration // sampled ages of the oldest cell
}

// An observation is the time at which a new picture arrived, and that time minus the picture's game time.
type observation struct{ at, origin time.Duration }

// newMeter returns a meter for a link. reply sends replies of the emulated terminal; it is not used for mute links.
func newMeter(l link, s scene, observable bool, reply func(string)) *meter {
	m := &meter{
		begun: time.Now(), far: ansi.NewEmulator(s.cols, s.rows), drawn: map[int]time.Duration{},
		delay: l.rtt / 2,
	}
	if !strings.HasSuffix(l.kind, "mute") {
		m.far.Reply = reply
	}
	if observable {
		m.near = ansi.NewEmulator(s.cols, s.rows)
	}
	return m
}

func (m *meter) now() time.Duration { return time.Since(m.begun) }

// sent handles output at the near end.
func (m *meter) sent(p []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.near.Write(p)
	if tick, ok := shownTick(m.near); ok && m.drawn[tick] == 0 {
		m.drawn[tick] = m.now()
	}
}

// arrived handles output at the far end.
func (m *meter) arrived(p []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.far.Write(p)
	now := m.now()
	if now >= warmUp {
		m.bytes += len(p)
	}
	if tick, ok := shownTick(m.far); ok && tick != m.tick {
		m.tick = tick
		if now >= warmUp {
			m.changes++
		}
		m.observations = append(m.observations, observation{now, now - gameTime(tick)})
	}
}

// gameTime returns the time of a tick since the start of the game.
func gameTime(tick int) time.Duration {
	return time.Duration(tick) * time.Second / engine.TicksPerSecond
}

// sample records the age of the picture.
func (m *meter) sample() {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	if m.tick == 0 {
		return
	}
	origin := now - gameTime(m.tick)
	age := now - m.drawn[m.tick]
	if m.near == nil {
		m.observations = slices.DeleteFunc(m.observations, func(s observation) bool { return now-s.at > 5*time.Second })
		first := origin
		for _, s := range m.observations {
			first = min(first, s.origin)
		}
		age = origin - first + m.delay
	} else if m.drawn[m.tick] == 0 {
		return
	}
	pending, _ := time.ParseDuration(overlayValue(m.far, "pending")) // age of the cells that frames have omitted
	m.paddleAges = append(m.paddleAges, age)
	m.oldestCellAges = append(m.oldestCellAges, age+pending)
}

// restart discards all pictures observed so far.
func (m *meter) restart() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.begun, m.observations = time.Now(), nil
	clear(m.drawn)
}

// result waits for the warm-up, samples the age for the given time, and returns the results.
func (m *meter) result(span time.Duration) (ages, error) {
	time.Sleep(warmUp)
	for end := time.Now().Add(span); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		m.sample()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	n := len(m.paddleAges)
	if n == 0 {
		return ages{}, errors.New("the program shows no ticks")
	}
	return ages{
		p50: percentile(m.paddleAges, 50), p95: percentile(m.paddleAges, 95),
		growth: percentile(m.paddleAges[n-n/3:], 95) - percentile(m.paddleAges[:(n+2)/3], 95),
		oldest: percentile(m.oldestCellAges, 50), oldestP95: percentile(m.oldestCellAges, 95),
		pictures: float64(m.changes) / span.Seconds(), bytes: float64(m.bytes) / span.Seconds(),
		overlay: overlay(m.far),
	}, nil
}

// percentile returns the percentile p of times, or 0 if times is empty.
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

// overlayValue returns the value after a name in the overlay, without commas and spaces, or "" if it is not shown.
func overlayValue(screen *ansi.Emulator, name string) string {
	_, after, _ := strings.Cut(overlay(screen), name)
	line, _, _ := strings.Cut(after, "\n")
	value, _, _ := strings.Cut(strings.TrimSpace(line), "  ")
	return strings.NewReplacer(",", "", " ", "").Replace(value)
}

// shownTick returns the tick that the overlay shows. ok is false if it shows none.
func shownTick(screen *ansi.Emulator) (tick int, ok bool) {
	tick, err := strconv.Atoi(overlayValue(screen, "tick"))
	return tick, err == nil
}

// measure plays a scene over a link and measures it for the given time.
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

// direct plays on a pseudo-terminal. The output and the input pass through lines with the rate and the delay of the
// link.
func direct(l link, s scene, cmd *exec.Cmd, home string, span time.Duration) (ages, error) {
	var terminal *harness.Terminal
	var toProgram *harness.Line
	m := newMeter(l, s, true, func(text string) { toProgram.Write([]byte(text)) })
	toTerminal := harness.NewLine(l.rate, l.rtt/2, maxQueued, m.arrived)
	defer toTerminal.Close()
	started := make(chan struct{})
	toProgram = harness.NewLine(0, l.rtt/2, 0, func(p []byte) { <-started; terminal.Type(string(p)) })
	defer toProgram.Close()
	cmd.Env = harness.Environment(home, "SSH_TTY=far") // limits the program to 30 frames per second
	terminal, err := harness.Start(cmd, s.cols, s.rows, func(p []byte) {
		m.sent(p)
		toTerminal.Write(slices.Clone(p))
	})
	if err != nil {
		return ages{}, err
	}
	close(started)
	defer terminal.End()
	return m.result(span)
}

// pictureTime is the time between two pictures of the minimal program.
const pictureTime = time.Second / 30

// ShowTicks is the minimal program. It shows the tick 30 times per second, and never returns.
func ShowTicks() {
	begun := time.Now()
	for now := range time.Tick(pictureTime) {
		fmt.Printf("\x1b[Htick %d  ", now.Sub(begun)*engine.TicksPerSecond/time.Second)
	}
}

// machineDelay returns the delay that other work on the machine causes: the 95th percentile of the age of the minimal
// program's pictures, minus the time between two pictures.
func machineDelay(home string, span time.Duration) (time.Duration, error) {
	cmd, err := harness.Self("links-ticks")
	if err != nil {
		return 0, err
	}
	a, err := direct(link{kind: "direct"}, scene{cols: 80, rows: 24}, cmd, home, span)
	return max(0, a.p95-pictureTime), err
}
