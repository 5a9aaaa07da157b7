// Package sound checks the sound with a PulseAudio server that plays to a null sink. It records the sink's monitor,
// and compares the pitch and the time of notes, and a played recording with its WAV file.
package sound

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"arkterm/ci/harness"
	"arkterm/cmd/arkterm/audio"
	"arkterm/render/sound"
)

// Run carries out the subcommand. Each check has SOUND_TRIES attempts (3), because a busy machine delays single
// notes. A fault fails all of them.
func Run(dir string, _ []string) error {
	tries, err := strconv.Atoi(os.Getenv("SOUND_TRIES"))
	if err != nil {
		tries = 3
	}
	program, err := harness.Build(dir, "arkterm")
	if err != nil {
		return err
	}
	socket := filepath.Join(dir, "native")
	server := exec.Command("pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
		"--disable-shm=yes",
		"--realtime=no", "--high-priority=no", "-L", "module-native-protocol-unix socket="+socket+" auth-anonymous=1",
		"-L", "module-null-sink sink_name=null rate=48000 channels=2")
	server.Env = harness.Environment(dir, "XDG_RUNTIME_DIR="+dir)
	if err := server.Start(); err != nil {
		return err
	}
	defer func() { _ = server.Process.Kill(); _ = server.Wait() }()
	if !harness.Until(time.Minute, func() bool { _, err := os.Stat(socket); return err == nil }) {
		return errors.New("pulseaudio does not start")
	}
	if err := os.Setenv("PULSE_SERVER", "unix:"+socket); err != nil {
		return err
	}
	return errors.Join(attempt(tries, notes), attempt(tries, func() error { return played(program, dir) }))
}

// attempt calls a check until it succeeds or has failed n times.
func attempt(n int, check func() error) (err error) {
	for range n {
		if err = check(); err == nil {
			return nil
		}
		fmt.Println("sound: failed attempt:", err)
	}
	return err
}

// Limits of the latency of half of the notes, and of nine of ten. A busy machine delays a note now and then.
const (
	maxMedian = 40 * time.Millisecond
	maxLate   = 60 * time.Millisecond
)

// A note is a key with the time when it was played.
type note struct {
	at  time.Duration
	key int
}

// notes plays notes at irregular times and finds them in the recording.
func notes() error {
	r, err := record()
	if err != nil {
		return err
	}
	device, name, err := audio.Open(os.Getenv)
	if err != nil {
		return err
	}
	fmt.Println("plays on", name)
	speaker := audio.New(func() (audio.Device, error) { return device, nil }, func() {})
	var played []note
	for i := range 16 {
		time.Sleep(time.Duration(300+37*i%50) * time.Millisecond)
		if i == 7 {
			time.Sleep(3500 * time.Millisecond) // the stream is suspended
		}
		n := note{r.now(), 60 + 5*i%24}
		played = append(played, n)
		speaker.Play([]sound.Note{{Timbre: sound.Wood, Key: n.key, Gain: 0.5}})
	}
	time.Sleep(300 * time.Millisecond)
	speaker.Close(time.Second)
	return r.stop().find(played)
}

// find compares a recording with the notes that were played.
func (r *recording) find(played []note) error {
	var latencies []time.Duration
	for _, n := range played {
		i := r.onset(r.index(n.at), 200*time.Millisecond)
		if i < 0 {
			return fmt.Errorf("the note played at %v is not heard", n.at)
		}
		if key := r.pitch(i); key != n.key {
			return fmt.Errorf("the note played at %v has key %d, want %d", n.at, key, n.key)
		}
		latencies = append(latencies, r.time(i)-n.at)
	}
	slices.Sort(latencies)
	median, late := latencies[len(latencies)/2], latencies[len(latencies)*9/10]
	fmt.Printf("%d notes with their pitch, latency %v (median), %v (nine of ten)\n", len(played),
		median.Round(100*time.Microsecond), late.Round(100*time.Microsecond))
	if median > maxMedian || late > maxLate {
		return fmt.Errorf("notes are late: want at most %v (median) and %v (nine of ten)", maxMedian, maxLate)
	}
	return nil
}

// A recorder records the null sink.
type recorder struct {
	cmd   *exec.Cmd
	begun time.Time
	all   recording
	wg    sync.WaitGroup
}

// A recording has the samples of the left channel.
type recording struct {
	samples []float64
	origin  time.Duration // of the first sample: the earliest time that fits all reads
}

// record starts a recorder and waits for its first samples.
func record() (*recorder, error) {
	r := &recorder{
		cmd: exec.Command("parec", "--raw", "--rate=48000", "--channels=2", "--format=s16le", "--latency-msec=5",
			"--process-time-msec=2", "--device=null.monitor"),
		begun: time.Now(),
		all:   recording{origin: math.MaxInt64},
	}
	r.cmd.Stderr = os.Stderr
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := r.cmd.Start(); err != nil {
		return nil, err
	}
	first := make(chan struct{})
	r.wg.Go(func() { r.read(out, first) })
	<-first
	return r, nil
}

// read reads samples until the end. The delay of the sound server and of parec counts as latency.
func (r *recorder) read(out io.Reader, first chan<- struct{}) {
	told := sync.OnceFunc(func() { close(first) })
	defer told()
	buf := make([]byte, 4096)
	had := 0
	for {
		n, err := out.Read(buf[had:])
		had += n
		now := r.now()
		whole := had / 4 * 4
		r.all.samples = append(r.all.samples, leftChannel(buf[:whole])...)
		had = copy(buf, buf[whole:had])
		if len(r.all.samples) > 0 {
			told()
		}
		r.all.origin = min(r.all.origin, now-length(len(r.all.samples)))
		if err != nil {
			return
		}
	}
}

// leftChannel returns the left samples of 16-bit stereo.
func leftChannel(data []byte) (samples []float64) {
	for ; len(data) >= 4; data = data[4:] {
		samples = append(samples, float64(int16(uint16(data[0])|uint16(data[1])<<8)))
	}
	return samples
}

func (r *recorder) now() time.Duration { return time.Since(r.begun) }

// stop ends the recording.
func (r *recorder) stop() *recording {
	_ = r.cmd.Process.Kill()
	r.wg.Wait()
	_ = r.cmd.Wait()
	return &r.all
}

// length returns the duration of n samples.
func length(n int) time.Duration { return time.Duration(n) * time.Second / sound.Rate }

func (r *recording) time(i int) time.Duration { return r.origin + length(i) }
func (r *recording) index(at time.Duration) int {
	return int((at - r.origin) * sound.Rate / time.Second)
}

// threshold is the smallest audible sample: −44 dB.
const threshold = 200

// onset returns the index of the first audible sample at or after index i, or −1 if there is none within a time.
func (r *recording) onset(i int, within time.Duration) int {
	for end := min(i+int(within*sound.Rate/time.Second), len(r.samples)); i >= 0 && i < end; i++ {
		if math.Abs(r.samples[i]) > threshold {
			return i
		}
	}
	return -1
}

// pitch returns the strongest key in the 50 ms after sample i, by the Goertzel algorithm.
func (r *recording) pitch(i int) (key int) {
	best := 0.0
	for k := 50; k < 100; k++ {
		c := 2 * math.Cos(2*math.Pi*sound.Frequency(k)/sound.Rate)
		var a, b float64
		for _, x := range r.samples[i:min(i+sound.Rate/20, len(r.samples))] {
			a, b = x+c*a-b, a
		}
		if p := a*a + b*b - c*a*b; p > best {
			best, key = p, k
		}
	}
	return key
}

// window is the number of samples whose loudness is compared: 20 ms.
const window = sound.Rate / 50

// envelope returns the loudness of each window.
func envelope(samples []float64) (all []float64) {
	for ; len(samples) >= window; samples = samples[window:] {
		sum := 0.0
		for _, x := range samples[:window] {
			sum += x * x
		}
		all = append(all, math.Sqrt(sum/window))
	}
	return all
}

// similarity returns the correlation of two envelopes, 1 for equal ones up to a factor.
func similarity(a, b []float64) float64 {
	var ab, aa, bb float64
	for i := range min(len(a), len(b)) {
		ab += a[i] * b[i]
		aa += a[i] * a[i]
		bb += b[i] * b[i]
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}

// search returns the best position of a part in an envelope, and the similarity there.
func search(part, all []float64) (at int, best float64) {
	for i := 0; i+len(part) <= len(all); i++ {
		if s := similarity(part, all[i:]); s > best {
			at, best = i, s
		}
	}
	return at, best
}

// minSimilarity is below 1, because notes begin with the frame after their contact.
const minSimilarity = 0.85

// played plays a recording with the program, and finds both halves of its WAV file in the recorded sound, each at its
// time.
func played(program, dir string) error {
	game, file := filepath.Join(dir, "game.ark"), filepath.Join(dir, "game.wav")
	for _, args := range [][]string{
		{"sim", "--bot", "--level", "4", "--seed", "7", "--ticks", "2400", "--force", "--record", game},
		{"replay", game, "--force", "--wav", file},
	} {
		if err := harness.Run(exec.Command(program, args...)); err != nil {
			return err
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	const header, tail = 44, 2 * sound.Rate * 4 // bytes
	if len(data) < header+tail {
		return fmt.Errorf("%s has only %d bytes", file, len(data))
	}
	want := leftChannel(data[header : len(data)-tail])
	r, err := record()
	if err != nil {
		return err
	}
	cmd := exec.Command(program, "replay", game, "--sound", "100", "--no-probe")
	cmd.Env = harness.Environment(dir, "PULSE_SERVER="+os.Getenv("PULSE_SERVER"))
	terminal, err := harness.Start(cmd, 80, 24, func([]byte) {})
	if err != nil {
		return err
	}
	time.Sleep(length(len(want)) + 2*time.Second)
	terminal.End()

	parts, all := envelope(want), envelope(r.stop().samples)
	half := len(parts) / 2
	first, likeFirst := search(parts[:half], all)
	second, likeSecond := search(parts[half:], all)
	drift := length((second - first - half) * window)
	fmt.Printf("the halves of a recording of %.0f s have similarities %.2f and %.2f and a drift of %v\n",
		length(len(want)).Seconds(), likeFirst, likeSecond, drift)
	if min(likeFirst, likeSecond) < minSimilarity || drift.Abs() > 2*length(window) {
		return fmt.Errorf(
			"the recording is not heard as in its WAV file: want similarities of %.2f and at most 40 ms of drift",
			minSimilarity)
	}
	return nil
}
