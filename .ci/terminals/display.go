package terminals

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Size in pixels of the virtual screen, and of the upper left part that is compared. Windows open in that part. The
// mouse pointer is in the middle of the screen, outside of that part.
const (
	screenW, screenH     = 2000, 1300
	comparedW, comparedH = screenW/2 - 20, screenH/2 - 20
)

// A display is a virtual screen. Xvfb stores its pixels in a file, and screenshots are read from that file.
type display struct {
	dir    string
	number string // value of DISPLAY
	server *exec.Cmd
}

// startDisplay starts Xvfb, with its files in dir.
func startDisplay(dir string) (*display, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", screenW, screenH), "-fbdir",
		dir, "-nolisten", "tcp", "-br")
	cmd.ExtraFiles = []*os.File{w}
	err = cmd.Start()
	w.Close()
	if err != nil {
		return nil, fmt.Errorf("start a virtual screen: %w", err)
	}
	d := &display{dir: dir, server: cmd}
	number, err := bufio.NewReader(r).ReadString('\n') // arrives when the server is ready
	if err != nil {
		d.close()
		return nil, fmt.Errorf("start a virtual screen: %w", err)
	}
	d.number = ":" + strings.TrimSpace(number)
	return d, nil
}

func (d *display) close() { stop(d.server) }

// command returns a command that opens windows on the display. Its home and current folder are dir.
func (d *display) command(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "DISPLAY=" + d.number, "HOME=" + dir, "XDG_RUNTIME_DIR=" + dir, "LC_ALL=C.UTF-8",
		"LIBGL_ALWAYS_SOFTWARE=1", "QT_QPA_PLATFORM=xcb", "NO_AT_BRIDGE=1", "GDK_BACKEND=x11",
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// stop ends a command, and its child processes if it has its own process group.
func stop(cmd *exec.Cmd) {
	if cmd == nil || cmd.Process == nil {
		return
	}
	group := -cmd.Process.Pid
	if cmd.SysProcAttr == nil || !cmd.SysProcAttr.Setpgid {
		group = cmd.Process.Pid
	}
	_ = syscall.Kill(group, syscall.SIGTERM)
	kill := time.AfterFunc(2*time.Second, func() { _ = syscall.Kill(group, syscall.SIGKILL) })
	_ = cmd.Wait()
	kill.Stop()
}

// Indexes of fields in the header of an X window dump (XWD). Each field is a 32-bit number.
const (
	xwdHeaderSizeField   = 0
	xwdWidthField        = 4
	xwdHeightField       = 5
	xwdBitsPerPixelField = 11
	xwdBytesPerLineField = 12
	xwdNumColorsField    = 19
	numXWDFields         = 25
)

// shot returns a screenshot of the part of the screen that is compared.
func (d *display) shot() (*image.RGBA, error) {
	raw, err := os.ReadFile(filepath.Join(d.dir, "Xvfb_screen0"))
	if err != nil {
		return nil, err
	}
	if len(raw) < 4*numXWDFields {
		return nil, errors.New("read the virtual screen: the file is too short")
	}
	field := func(i int) int { return int(binary.BigEndian.Uint32(raw[4*i:])) }
	w, h, line := field(xwdWidthField), field(xwdHeightField), field(xwdBytesPerLineField)
	at := field(xwdHeaderSizeField) + 12*field(xwdNumColorsField)
	if field(xwdBitsPerPixelField) != 32 || len(raw) < at+h*line || line < 4*w || w < comparedW || h < comparedH {
		return nil, errors.New("read the virtual screen: unexpected format or size")
	}
	img := image.NewRGBA(image.Rect(0, 0, comparedW, comparedH))
	for y := range comparedH {
		to, from := img.Pix[y*img.Stride:][:4*comparedW], raw[at+y*line:]
		for i := 0; i < len(to); i += 4 {
			to[i], to[i+1], to[i+2], to[i+3] = from[i+2], from[i+1], from[i], 255
		}
	}
	return img, nil
}

// Times for screenshots.
const (
	minStill    = 200 * time.Millisecond // minimum time without changes before a screenshot
	maxWait     = time.Minute            // maximum time to wait for a screenshot
	redrawDelay = 500 * time.Millisecond // time for a terminal to draw the same picture again
)

// settledShot waits until the screen differs from the previous screenshot and has stopped changing, and returns a
// screenshot. If previous is nil, the screen may be unchanged.
func (d *display) settledShot(previous *image.RGBA) (*image.RGBA, error) {
	if previous == nil {
		time.Sleep(redrawDelay)
	}
	last, since := previous, time.Now()
	for end := since.Add(maxWait); time.Now().Before(end); time.Sleep(minStill / 4) {
		img, err := d.shot()
		if err != nil {
			return nil, err
		}
		if last == nil || !bytes.Equal(img.Pix, last.Pix) {
			last, since = img, time.Now()
		} else if last != previous && time.Since(since) >= minStill {
			return img, nil
		}
	}
	return last, fmt.Errorf("take a screenshot: the screen has not changed within %v, or has not stopped changing",
		maxWait)
}
