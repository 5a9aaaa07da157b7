package audio

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// errNone is the error of a machine without a loudspeaker that is known of.
var errNoDevice = errors.New("neither a sound server nor a program that plays")

// Open opens the loudspeaker of this machine, and returns its name for people. env returns a variable of the
// environment.
func Open(env func(string) string) (d Device, name string, err error) {
	cookie := readCookie(env)
	for _, socket := range sockets(env) {
		if d, err = openPulse(socket, cookie); err == nil {
			return d, "the sound server at " + socket, nil
		}
		if _, gone := os.Stat(socket); gone == nil {
			return nil, "", err // it is there, and refuses
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
	return nil, "", errNoDevice
}

// sockets returns where the sound server may be, the likeliest place first. PULSE_SERVER alone counts if it is
// set. A server on another machine is left out: it plays where nobody sits.
func sockets(env func(string) string) (paths []string) {
	if servers := env("PULSE_SERVER"); servers != "" {
		for server := range strings.FieldsSeq(servers) {
			if _, after, ok := strings.Cut(server, "}"); ok && server[0] == '{' {
				server = after // the machine's id
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

// readCookie returns the secret that the sound server shares with its users, or nil.
func readCookie(env func(string) string) []byte {
	config := env("XDG_CONFIG_HOME")
	if config == "" {
		config = filepath.Join(env("HOME"), ".config")
	}
	for _, path := range []string{env("PULSE_COOKIE"), filepath.Join(config, "pulse", "cookie"), filepath.Join(env("HOME"), ".pulse-cookie")} {
		if cookie, err := os.ReadFile(path); err == nil && len(cookie) == cookieSize {
			return cookie
		}
	}
	return nil
}
