package screen_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"arkterm/cmd/arkterm/screen"
)

// scenes are programs without an event loop. start returns a function that draws the next frame and calls Show. Most of
// them draw everything in every frame, because many programs do.
var scenes = []struct {
	name   string
	frames int     // number of frames that a test compares
	ratio  float64 // minimum ratio of the bytes of tcell's screen to ours
	start  func(s tcell.Screen) func()
}{
	{"random boxes", 40, 1.1, boxScene},
	{"scrolling text", 40, 20, scrollScene},
	{"tview form, table and text", 40, 3, formScene},
	{"typing in an editor", 70, 30, editorScene}, // the second line begins after 60 frames
	{"all cells change color", 4, 1.1, noiseScene},
}

const sceneW, sceneH = 80, 24

func boxScene(s tcell.Screen) func() {
	rng := rand.New(rand.NewPCG(3, 4))
	return func() {
		randomBox(s, rng)
		s.Show()
	}
}

// words are the words in generated text.
var words = []string{
	"func", "return", "the", "quick", "brown", "fox", "jumps", "over", "lazy", "dogs", "世界", "if", "x",
	":=", "42", "nil",
}

// A word is a word of generated text with its style.
type word struct {
	text  string
	style tcell.Style
}

// line returns 2 to 11 random words.
func line(rng *rand.Rand) (l []word) {
	for range 2 + rng.IntN(10) {
		n := rng.IntN(len(words))
		style := tcell.StyleDefault
		if n%3 == 0 {
			style = style.Foreground(tcell.PaletteColor(1 + n%7)).Bold(n%2 == 0)
		}
		l = append(l, word{words[n], style})
	}
	return l
}

// putLine draws words and returns the column after them.
func putLine(s tcell.Screen, x, y int, l []word) int {
	for _, w := range l {
		s.PutStrStyled(x, y, w.text, w.style)
		x += tview.TaggedStringWidth(w.text) + 1
	}
	return x
}

func scrollScene(s tcell.Screen) func() {
	rng := rand.New(rand.NewPCG(5, 6))
	lines := make([][]word, sceneH)
	return func() {
		lines = append(lines[1:], line(rng))
		s.Clear()
		for y, l := range lines {
			putLine(s, 0, y, l)
		}
		s.Show()
	}
}

func formScene(s tcell.Screen) func() {
	root, parts := newForm()
	root.SetRect(0, 0, sceneW, sceneH)
	keys := []*tcell.EventKey{
		tcell.NewEventKey(tcell.KeyRune, 'x', 0), tcell.NewEventKey(tcell.KeyDown, 0, 0),
		tcell.NewEventKey(tcell.KeyDown, 0, 0),
		tcell.NewEventKey(tcell.KeyRune, 'y', 0), tcell.NewEventKey(tcell.KeyRight, 0, 0),
		tcell.NewEventKey(tcell.KeyPgDn, 0, 0),
		tcell.NewEventKey(tcell.KeyBackspace2, 0, 0), tcell.NewEventKey(tcell.KeyLeft, 0, 0),
		tcell.NewEventKey(tcell.KeyPgUp, 0, 0),
	}
	var focused tview.Primitive
	var focus func(p tview.Primitive)
	focus = func(p tview.Primitive) {
		if focused != nil {
			focused.Blur()
		}
		focused = p
		p.Focus(focus)
	}
	n := 0
	return func() {
		focus(parts[n%len(parts)])
		focused.InputHandler()(keys[n%len(keys)], focus)
		n++
		s.Clear()
		root.Draw(s)
		s.Show()
	}
}

func editorScene(s tcell.Screen) func() {
	rng := rand.New(rand.NewPCG(7, 8))
	lines := [][]word{nil}
	for range sceneH {
		lines = append(lines, line(rng))
	}
	typed, column, n := "", 0, 0
	return func() {
		n++
		if typed += string(rune('a' + n%26)); n%6 == 0 {
			typed += " "
		}
		row := sceneH/2 - 1
		if len(typed) > 60 {
			lines = append(lines[1:], nil)
			copy(lines[row+1:], lines[row:])
			lines[row-1] = []word{{typed, tcell.StyleDefault}}
			typed = ""
		}
		lines[row] = []word{{typed, tcell.StyleDefault}}
		column = 5 + len(typed)
		s.Clear()
		for y := range sceneH - 1 {
			s.PutStrStyled(0, y, fmt.Sprintf("%4d", y+n/40), tcell.StyleDefault.Dim(true))
			putLine(s, 5, y, lines[y])
		}
		bar := tcell.StyleDefault.Reverse(true)
		for x := range sceneW {
			s.PutStrStyled(x, sceneH-1, " ", bar)
		}
		s.PutStrStyled(1, sceneH-1, fmt.Sprintf("main.go [+] line %d, column %d", row, column), bar)
		s.ShowCursor(column, row)
		s.Show()
	}
}

func noiseScene(s tcell.Screen) func() {
	rng := rand.New(rand.NewPCG(9, 10))
	return func() {
		for y := range sceneH {
			for x := range sceneW {
				s.SetContent(x, y, '▀', nil,
					tcell.StyleDefault.Foreground(tcell.NewHexColor(rng.Int32N(1<<24))).Background(
						tcell.NewHexColor(rng.Int32N(1<<24))))
			}
		}
		s.Show()
	}
}

// Scenes look the same on all screens, and our screen sends fewer bytes than tcell's.
func TestScenes(t *testing.T) {
	for _, scene := range scenes {
		t.Run(scene.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var displays []*display
				var frames []func()
				for _, create := range newDisplays {
					d := create(t, sceneW, sceneH)
					d.start(t)
					d.Clear()
					displays = append(displays, d)
					frames = append(frames, scene.start(&truecolorScreen{d}))
				}
				count := scene.frames
				if testing.Short() {
					count = max(count/10, 2) // comparing the pictures takes most of the time
				}
				var sent [2][]int // bytes after the first frame and after the last one, of tcell's screen and ours
				for n := range count {
					for _, frame := range frames {
						frame()
					}
					if diff := compare(displays); diff != "" {
						t.Fatalf("after frame %d, the screens differ: %s", n, diff)
					}
					for k := range sent {
						bytes, _ := displays[1+k].terminal.sums()
						sent[k] = append(sent[k][:min(n, 1)], bytes)
					}
				}
				tcells, ours := sent[0][1]-sent[0][0], sent[1][1]-sent[1][0]
				if float64(tcells) < scene.ratio*float64(ours) && !testing.Short() {
					t.Errorf("%d bytes, want at most 1/%v of the %d bytes of tcell's screen", ours, scene.ratio, tcells)
				}
			})
		})
	}
}

// A truecolorScreen is a screen that reports 24-bit colors. The simulation reports only 256 colors.
type truecolorScreen struct{ tcell.Screen }

func (truecolorScreen) Colors() int { return 1 << 24 }

// BenchmarkScreens draws the scenes on our screen and on tcell's. It reports the time, bytes and write calls per frame.
// The part "frame" measures all calls of a frame, and "show" only the call of Show.
func BenchmarkScreens(b *testing.B) {
	for _, scene := range scenes {
		for _, impl := range []struct {
			name   string
			create func(b *testing.B, sink *terminal) tcell.Screen
		}{{"ours", benchOwn}, {"tcell", benchTerminfo}} {
			for _, part := range []string{"frame", "show"} {
				b.Run(fmt.Sprintf("%s/%s/%s", scene.name, impl.name, part), func(b *testing.B) {
					sink := newTerminal(sceneW, sceneH)
					sink.blind = true
					s := impl.create(b, sink)
					if err := s.Init(); err != nil {
						b.Fatal(err)
					}
					defer s.Fini()
					s.Clear()
					s.Show()
					timed := &showTimer{Screen: s, b: b, sink: sink, showOnly: part == "show"}
					frame := scene.start(timed)
					for range 30 {
						frame() // until buffers have grown to their final size
					}
					bytes, writes := sink.sums()
					b.ReportAllocs()
					b.ResetTimer()
					if timed.showOnly {
						b.StopTimer()
					}
					timed.started = true
					for range b.N {
						frame()
					}
					b.StopTimer()
					bytes2, writes2 := sink.sums()
					b.ReportMetric(float64(bytes2-bytes)/float64(b.N), "bytes/frame")
					b.ReportMetric(float64(writes2-writes)/float64(b.N), "writes/frame")
				})
			}
		}
	}
}

// A showTimer can limit a benchmark's timer to calls of Show.
type showTimer struct {
	tcell.Screen
	b        *testing.B
	sink     *terminal
	started  bool // the measurement has started
	showOnly bool // the timer runs only in Show
}

func (s *showTimer) Colors() int { return 1 << 24 }

func (s *showTimer) Show() {
	if s.started && s.showOnly {
		s.b.StartTimer()
		defer s.b.StopTimer()
	}
	s.Screen.Show()
	if own, ok := s.Screen.(*screen.Screen); ok { // a goroutine sends the rest of a large frame
		for sent, _ := s.sink.sums(); sent < own.Flow().Sent; sent, _ = s.sink.sums() {
			runtime.Gosched()
		}
	}
}

func benchOwn(b *testing.B, sink *terminal) tcell.Screen {
	s, err := screen.New(&transport{sink}, ownOptions())
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func benchTerminfo(b *testing.B, sink *terminal) tcell.Screen {
	s, err := tcell.NewTerminfoScreenFromTtyTerminfo(&tty{terminal: sink}, description(b))
	if err != nil {
		b.Fatal(err)
	}
	return s
}
