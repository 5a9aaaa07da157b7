package tty

import (
	"testing"

	"arkterm/cmd/arkterm/screen"
)

func TestCapOfTheLink(t *testing.T) {
	remote, multiplexed := screen.Cap{Rate: screen.RemoteRate}, screen.Cap{Rate: screen.RemoteRate, Multiplexer: true}
	for _, c := range []struct {
		name   string
		o      Options
		env    map[string]string
		client clientLocation
		want   screen.Cap
	}{
		{"ssh", Options{Remote: true}, nil, clientUnknown, remote},
		{"set", Options{LinkRate: 20_000}, nil, clientUnknown, screen.Cap{Rate: 20_000, Chosen: true}},
		{
			"set, in tmux",
			Options{LinkRate: 20_000, Remote: true},
			map[string]string{"TMUX": "/tmp/s,1,0"},
			clientLocal,
			screen.Cap{Rate: 20_000, Chosen: true, Multiplexer: true},
		},
		{"container", Options{}, map[string]string{"container": "podman"}, clientUnknown, remote},
		{"kubernetes", Options{}, map[string]string{"KUBERNETES_SERVICE_HOST": "10.0.0.1"}, clientUnknown, remote},
		{"tmux in SSH", Options{Remote: true}, map[string]string{"TMUX": "/tmp/s,1,0"}, clientUnknown, multiplexed},
		{"screen in SSH", Options{Remote: true}, map[string]string{"STY": "1.x"}, clientUnknown, multiplexed},
		{
			"tmux, started over SSH, attached locally",
			Options{Remote: true},
			map[string]string{"TMUX": "/tmp/s,1,0"},
			clientLocal,
			screen.Cap{Multiplexer: true},
		},
		{
			"tmux, started locally, attached over SSH",
			Options{},
			map[string]string{"TMUX": "/tmp/s,1,0"},
			clientRemote,
			multiplexed,
		},
	} {
		c.o.Env = func(name string) string { return c.env[name] }
		if got := c.o.linkCap(c.client); got != c.want {
			t.Errorf("%s: limit(%v) = %+v, want %+v", c.name, c.client, got, c.want)
		}
	}
}

func TestInContainer(t *testing.T) {
	for _, c := range []struct {
		env, file string
		want      bool
	}{
		{"", "", false},
		{"HOME", "/etc/passwd", false},
		{"container", "", true},
		{"KUBERNETES_SERVICE_HOST", "", true},
		{"", "/.dockerenv", true},
		{"", "/run/.containerenv", true},
	} {
		got := inContainer(func(name string) string {
			if name == c.env {
				return "set"
			}
			return ""
		}, func(path string) bool { return path == c.file })
		if got != c.want {
			t.Errorf("inContainer with variable %q and file %q = %v, want %v", c.env, c.file, got, c.want)
		}
	}
}

func TestIsSerial(t *testing.T) {
	for path, want := range map[string]bool{
		"/dev/ttyS0": true, "/dev/ttyUSB12": true, "/dev/ttyAMA0": true, "/dev/ttyACM1": true, "/dev/hvc0": true,
		"/dev/pts/0": false, "/dev/tty1": false, "/dev/tty": false, "/dev/ttyS": false, "/home/ttyS0": false, "": false,
		"pipe:[123]": false,
	} {
		if got := isSerial(path); got != want {
			t.Errorf("isSerial(%q) = %v, want %v", path, got, want)
		}
	}
}

func TestParseClient(t *testing.T) {
	for line, want := range map[string]clientLocation{
		"SSH_CONNECTION=10.0.0.1 5000 10.0.0.2 22\n": clientRemote,
		"-SSH_CONNECTION\n":                          clientLocal,
		"":                                           clientUnknown,
		"unknown variable: SSH_CONNECTION\n":         clientUnknown,
	} {
		if got := parseClient(line); got != want {
			t.Errorf("parseClient(%q) = %v, want %v", line, got, want)
		}
	}
}
