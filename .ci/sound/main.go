// Sound checks what a sound server's monitor records: that notes are heard with their pitches, how long after they were
// played, and that the program plays a recording as its WAV file says. It plays on the server that PULSE_SERVER
// names, and records with parec.
//
//	go run ./.ci/sound                      notes played one by one
//	go run ./.ci/sound FILE.wav COMMAND …   a command that plays what is in the file
package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"arkterm/cmd/arkterm/audio"
	"arkterm/render/sound"
)

func main() {
	var err error
	if len(os.Args) > 2 {
		err = played(os.Args[1], os.Args[2:])
	} else {
		err = notes()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sound:", err)
		os.Exit(1)
	}
}

// maxLatency is how long after it was played half of the notes may be heard at most, and lateLatency all but a tenth:
// a busy machine lets a note wait now and then.
const (
	maxLatency  = 40 * time.Millisecond
	lateLatency = 60 * time.Millisecond
)

// notes plays notes, at irregular times, and finds them in the recording.
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
	s := audio.New(func() (audio.Device, error) { return device, nil }, func() {})

	type note struct {
		at  time.Duration
		key int
	}
	var played []note
	for i := range 16 {
		time.Sleep(time.Duration(300+37*i%50) * time.Millisecond)
		if i == 7 {
			time.Sleep(3500 * time.Millisecond) // the stream rests
		}
		key := 60 + 5*i%24
		played = append(played, note{r.now(), key})
		s.Play([]sound.Note{{Timbre: sound.Wood, Key: key, Gain: 0.5}})
	}
	time.Sleep(300 * time.Millisecond)
	s.Close(time.Second)
	samples := r.stop()

	var latencies []time.Duration
	for _, n := range played {
		begin := samples.index(n.at)
		i := samples.onset(begin, 200*time.Millisecond)
		if i < 0 {
			return fmt.Errorf("the note played at %v is not heard", n.at)
		}
		if key := samples.pitch(i); key != n.key {
			return fmt.Errorf("the note played at %v has key %d, want %d", n.at, key, n.key)
		}
		latencies = append(latencies, samples.time(i)-n.at)
	}
	slices.Sort(latencies)
	median, late := latencies[len(latencies)/2], latencies[len(latencies)*9/10]
	fmt.Printf("%d notes, all with their pitch, heard after %v (median), %v (nine of ten), %v (the last)\n", len(played),
		median.Round(100*time.Microsecond), late.Round(100*time.Microsecond), latencies[len(latencies)-1].Round(100*time.Microsecond))
	if median > maxLatency || late > lateLatency {
		return fmt.Errorf("too late: want %v, nine of ten within %v", maxLatency, lateLatency)
	}
	return nil
}

// A recorder records the monitor of the sound server.
type recorder struct {
	cmd   *exec.Cmd
	begun time.Time
	all   recording
	wg    sync.WaitGroup
}

// A recording is samples of the left side, and when they came.
type recording struct {
	samples []float64
	origin  time.Duration // of the first sample: the earliest that fits all others
}

// record begins to record.
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

// read reads samples until the end. The recording is behind by as much as the server and parec take to pass it
// on, which counts as latency.
func (r *recorder) read(out io.Reader, first chan struct{}) {
	buf := make([]byte, 4096)
	had := 0
	for {
		n, err := out.Read(buf[had:])
		had += n
		now := r.now()
		whole := had / 4 * 4
		for i := 0; i < whole; i += 4 {
			r.all.samples = append(r.all.samples, float64(int16(uint16(buf[i])|uint16(buf[i+1])<<8)))
		}
		had = copy(buf, buf[whole:had])
		if len(r.all.samples) > 0 && first != nil {
			close(first)
			first = nil
		}
		r.all.origin = min(r.all.origin, now-length(len(r.all.samples)))
		if err != nil {
			return
		}
	}
}

func (r *recorder) now() time.Duration { return time.Since(r.begun) }

// stop ends the recording.
func (r *recorder) stop() *recording {
	r.cmd.Process.Kill()
	r.wg.Wait()
	r.cmd.Wait()
	return &r.all
}

// length returns the time that n samples take.
func length(n int) time.Duration { return time.Duration(n) * time.Second / sound.Rate }

func (r *recording) time(i int) time.Duration { return r.origin + length(i) }
func (r *recording) index(at time.Duration) int {
	return int((at - r.origin) * sound.Rate / time.Second)
}

// threshold is the sample that counts as sound: −44 dB.
const threshold = 200

// onset returns the index of the first sample that is heard from index i on, within a time, or −1.
func (r *recording) onset(i int, within time.Duration) int {
	for end := min(i+int(within*sound.Rate/time.Second), len(r.samples)); i >= 0 && i < end; i++ {
		if math.Abs(r.samples[i]) > threshold {
			return i
		}
	}
	return -1
}

// pitch returns the key that is strongest in the 50 ms after sample i.
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

// window is how long the stretches are whose loudness is compared: 20 ms.
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

// likeness returns how alike two stretches are, 1 for the same up to a factor.
func likeness(a, b []float64) float64 {
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

// place returns where in a recording a part is, and how alike they are there.
func place(part, all []float64) (at int, like float64) {
	for i := 0; i+len(part) <= len(all); i++ {
		if l := likeness(part, all[i:]); l > like {
			at, like = i, l
		}
	}
	return at, like
}

// alike is the least likeness of what is heard to the file. Notes begin with the frame after their contact, so
// it is not quite 1.
const alike = 0.85

// played runs a command that plays what is in a file, and finds it in the recording: its halves, each at its
// time.
func played(file string, command []string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	const header, tail = 44, 2 * sound.Rate
	want := recording{}
	for i := header; i+4 <= len(data)-4*tail; i += 4 {
		want.samples = append(want.samples, float64(int16(uint16(data[i])|uint16(data[i+1])<<8)))
	}

	r, err := record()
	if err != nil {
		return err
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return err
	}
	time.Sleep(length(len(want.samples)) + 2*time.Second)
	cmd.Process.Kill()
	cmd.Wait()

	parts, all := envelope(want.samples), envelope(r.stop().samples)
	half := len(parts) / 2
	first, likeFirst := place(parts[:half], all)
	second, likeSecond := place(parts[half:], all)
	drift := length((second - first - half) * window)
	fmt.Printf("%s: of %.0f s the halves are heard, alike to %.2f and %.2f, %v apart from their time\n",
		file, length(len(want.samples)).Seconds(), likeFirst, likeSecond, drift)
	if min(likeFirst, likeSecond) < alike || drift.Abs() > 2*length(window) {
		return fmt.Errorf("that is not what is in the file: want %.2f, and 40 ms", alike)
	}
	return nil
}
