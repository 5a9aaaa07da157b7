package main

import (
	"io"
	"net"
	"os"
	"os/exec"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// near is the argument with which this program runs another program on a new pty. It copies the output to this terminal
// and to a socket, so that frames are timed where they are drawn.
const near = "near"

// relay runs a command and copies its output to a socket.
func relay(socket string, command []string) error {
	c, err := net.Dial("unix", socket)
	if err != nil {
		return err
	}
	defer c.Close()
	old, err := term.MakeRaw(int(os.Stdin.Fd()))
	if err != nil {
		return err
	}
	defer func() { _ = term.Restore(int(os.Stdin.Fd()), old) }()
	size, err := pty.GetsizeFull(os.Stdin)
	if err != nil {
		return err
	}
	cmd := exec.Command(command[0], command[1:]...)
	ptm, err := pty.StartWithSize(cmd, size)
	if err != nil {
		return err
	}
	defer ptm.Close()
	go func() { _, _ = io.Copy(ptm, os.Stdin) }()
	read(ptm, func(p []byte) {
		_, _ = c.Write(p)
		_, _ = os.Stdout.Write(p)
	})
	return cmd.Wait()
}

// listen passes the output that a relay sends to the watch. It returns the socket.
func (w *watch) listen(path string) (io.Closer, error) {
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	go func() {
		if c, err := l.Accept(); err == nil {
			read(c, w.Near)
			c.Close()
		}
	}()
	return l, nil
}
