package audio

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// errNoDevice is the error of Open if no audio output is available.
var errNoDevice = errors.New("no sound server and no playback program found")

// Open opens the audio output of this machine and returns it with a description. env returns the value of an
// environment variable.
func Open(env func(string) string) (d Device, name string, err error) {
	cookie := readCookie(env)
	for _, socket := range sockets(env) {
		if d, err = openPulse(socket, cookie); err == nil {
			return d, "sound server at " + socket, nil
		}
		if _, statErr := os.Stat(socket); statErr == nil {
			return nil, "", err // the server exists but refuses the connection
		}
	}
	for i := range programs {
		p := &programs[i]
		if path, err := exec.LookPath(p.name); err != nil || !p.available() {
			continue
		} else if d, err = openPipe(p); err == nil {
			return d, path, nil
		}
	}
	return openSystem()
}

// sockets returns the possible paths of the sound server's socket, the most likely one first. If PULSE_SERVER is set,
// it returns only the servers listed there. Servers on other machines are ignored, because the player would not hear
// them.
func sockets(env func(string) string) (paths []string) {
	if servers := env("PULSE_SERVER"); servers != "" {
		for server := range strings.FieldsSeq(servers) {
			if _, after, ok := strings.Cut(server, "}"); ok && server[0] == '{' {
				server = after // skip the machine ID
			}
			path := strings.TrimPrefix(server, "unix:")
			if filepath.IsAbs(path) {
				paths = append(paths, path)
			}
		}
		return paths
	}
	if dir := env("PULSE_RUNTIME_PATH"); dir != "" {
		paths = append(paths, filepath.Join(dir, "native"))
	}
	if dir := env("XDG_RUNTIME_DIR"); dir != "" {
		paths = append(paths, filepath.Join(dir, "pulse", "native"))
	}
	return append(paths, "/run/pulse/native")
}

// readCookie returns the secret that authenticates users to the sound server, or nil if there is none.
func readCookie(env func(string) string) []byte {
	config := env("XDG_CONFIG_HOME")
	if config == "" {
		config = filepath.Join(env("HOME"), ".config")
	}
	paths := []string{
		env("PULSE_COOKIE"), filepath.Join(config, "pulse", "cookie"), filepath.Join(env("HOME"), ".pulse-cookie"),
	}
	for _, path := range paths {
		if cookie, err := os.ReadFile(path); err == nil && len(cookie) == cookieSize {
			return cookie
		}
	}
	return nil
}
