// Package sound checks the sound of the program with a PulseAudio server that plays to a null sink. It records the
// sink's monitor and checks the pitch and the time of notes. It also plays a game's recording and compares the sound
// with the WAV file of the same recording.
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

// Run carries out the subcommand sound. Each check has SOUND_TRIES attempts (default 3), because a busy machine delays
// single notes. A fault of the program fails all attempts.
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
		return errors.New("pulseaudio has not started within a minute")
	}
	if err := os.Setenv("PULSE_SERVER", "unix:"+socket); err != nil {
		return err
	}
	return errors.Join(attempt(tries, checkNotes), attempt(tries, func() error { return checkReplay(program, dir) }))
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

// Maximum latencies: the median, and the 90th percentile. The latter is longer, because a busy machine delays some
// notes.
const (
	maxMedian = 40 * time.Millisecond
	maxLate   = 60 * time.Millisecond
)

// A note is a key and the time at which it was played.
type note struct {
	at  time.Duration
	key int
}

// checkNotes plays notes at irregular intervals and checks that a recording contains them.
func checkNotes() error {
	r, err := record()
	if err != nil {
		return err
	}
	device, name, err := audio.Open(os.Getenv)
	if err != nil {
		return err
	}
	fmt.Println("playing on", name)
	speaker := audio.New(func() (audio.Device, error) { return device, nil }, func() {})
	var played []note
	for i := range 16 {
		time.Sleep(time.Duration(300+37*i%50) * time.Millisecond)
		if i == 7 {
			time.Sleep(3500 * time.Millisecond) // until the idle stream is suspended
		}
		n := note{r.now(), 60 + 5*i%24}
		played = append(played, n)
		speaker.Play([]sound.Note{{Timbre: sound.Wood, Key: n.key, Gain: 0.5}})
	}
	time.Sleep(300 * time.Millisecond)
	speaker.Close(time.Second)
	return r.stop().find(played)
}

// find checks that a recording contains the notes that were played, with their pitch and within the maximum latencies.
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
	fmt.Printf("%d notes have the correct pitch; latency %v (median), %v (90th percentile)\n", len(played),
		median.Round(100*time.Microsecond), late.Round(100*time.Microsecond))
	if median > maxMedian || late > maxLate {
		return fmt.Errorf("the latency is too high: want at most %v (median) and %v (90th percentile)", maxMedian,
			maxLate)
	}
	return nil
}

// A recorder records the monitor of the null sink.
type recorder struct {
	cmd   *exec.Cmd
	begun time.Time
	all   recording
	wg    sync.WaitGroup
}

// A recording contains the samples of the left channel.
type recording struct {
	samples []float64
	origin  time.Duration // time of the first sample, estimated from the read with the shortest delay
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

// read reads samples until the end and closes first after the first sample. The measured latency includes delays of the
// sound server and of parec.
func (r *recorder) read(out io.Reader, first chan<- struct{}) {
	closeFirst := sync.OnceFunc(func() { close(first) })
	defer closeFirst()
	buf := make([]byte, 4096)
	buffered := 0
	for {
		n, err := out.Read(buf[buffered:])
		buffered += n
		now := r.now()
		complete := buffered / 4 * 4
		r.all.samples = append(r.all.samples, leftChannel(buf[:complete])...)
		buffered = copy(buf, buf[complete:buffered])
		if len(r.all.samples) > 0 {
			closeFirst()
		}
		r.all.origin = min(r.all.origin, now-samplesDuration(len(r.all.samples)))
		if err != nil {
			return
		}
	}
}

// leftChannel returns the samples of the left channel of 16-bit stereo data.
func leftChannel(data []byte) (samples []float64) {
	for ; len(data) >= 4; data = data[4:] {
		samples = append(samples, float64(int16(uint16(data[0])|uint16(data[1])<<8)))
	}
	return samples
}

func (r *recorder) now() time.Duration { return time.Since(r.begun) }

// stop ends the recording and returns it.
func (r *recorder) stop() *recording {
	_ = r.cmd.Process.Kill()
	r.wg.Wait()
	_ = r.cmd.Wait()
	return &r.all
}

// samplesDuration returns the duration of n samples.
func samplesDuration(n int) time.Duration { return time.Duration(n) * time.Second / sound.Rate }

// time returns the time of sample i.
func (r *recording) time(i int) time.Duration { return r.origin + samplesDuration(i) }

// index returns the index of the sample at the given time.
func (r *recording) index(at time.Duration) int {
	return int((at - r.origin) * sound.Rate / time.Second)
}

// threshold is the minimum absolute value of a sample that counts as sound. It corresponds to −44 dB.
const threshold = 200

// onset returns the index of the first sample from index i on that counts as sound, or −1 if there is none within the
// given time.
func (r *recording) onset(i int, within time.Duration) int {
	for end := min(i+int(within*sound.Rate/time.Second), len(r.samples)); i >= 0 && i < end; i++ {
		if math.Abs(r.samples[i]) > threshold {
			return i
		}
	}
	return -1
}

// pitch returns the loudest key in the 50 ms after sample i. It uses the Goertzel algorithm.
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

// envelopeWindow is the number of samples in a window of an envelope. It corresponds to 20 ms.
const envelopeWindow = sound.Rate / 50

// envelope returns the loudness (root mean square) of each window of samples.
func envelope(samples []float64) (all []float64) {
	for ; len(samples) >= envelopeWindow; samples = samples[envelopeWindow:] {
		sum := 0.0
		for _, x := range samples[:envelopeWindow] {
			sum += x * x
		}
		all = append(all, math.Sqrt(sum/envelopeWindow))
	}
	return all
}

// similarity returns the correlation of two envelopes. It is 1 for envelopes that are equal up to a factor.
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

// bestMatch finds the part of a recording that is most similar to sample. It returns the index at which the part
// begins, and the similarity.
func bestMatch(sample, recording []float64) (at int, best float64) {
	for i := 0; i+len(sample) <= len(recording); i++ {
		if s := similarity(sample, recording[i:]); s > best {
			at, best = i, s
		}
	}
	return at, best
}

// minSimilarity is the minimum similarity with the WAV file. It is below 1, because the program starts the note for a
// contact only with the next frame.
const minSimilarity = 0.85

// checkReplay plays a game's recording with the program and records the sound. It checks that the sound contains both
// halves of the WAV file of the same game, at the correct times.
func checkReplay(program, dir string) error {
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
	const header, tail = 44, 2 * sound.Rate * 4 // bytes of the WAV header, and of the last two seconds
	if len(data) < header+tail {
		return fmt.Errorf("%s has %d bytes, want at least %d", file, len(data), header+tail)
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
	time.Sleep(samplesDuration(len(want)) + 2*time.Second)
	terminal.End()

	parts, all := envelope(want), envelope(r.stop().samples)
	half := len(parts) / 2
	first, firstSimilarity := bestMatch(parts[:half], all)
	second, secondSimilarity := bestMatch(parts[half:], all)
	drift := samplesDuration((second - first - half) * envelopeWindow)
	fmt.Printf("the halves of a game of %.0f s have similarities of %.2f and %.2f and a drift of %v\n",
		samplesDuration(len(want)).Seconds(), firstSimilarity, secondSimilarity, drift)
	if min(firstSimilarity, secondSimilarity) < minSimilarity || drift.Abs() > 2*samplesDuration(envelopeWindow) {
		return fmt.Errorf(
			"the sound differs from the WAV file: want similarities of at least %.2f and a drift of at most 40 ms",
			minSimilarity)
	}
	return nil
}
