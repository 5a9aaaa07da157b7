package main

import (
	"slices"
	"strings"
	"testing"
)

// TestSSHTo checks that ssh receives a host as a host and never as an option.
func TestSSHTo(t *testing.T) {
	for address, want := range map[string]string{
		"play.example.org":          "-- play.example.org",
		"play.example.org:2222":     "-p 2222 -- play.example.org",
		"ann@play.example.org:2222": "-p 2222 -- ann@play.example.org",
		"2001:db8::1":               "-- 2001:db8::1",
		"[2001:db8::1]":             "-- 2001:db8::1",
		"ann@[2001:db8::1]:65535":   "-p 65535 -- ann@2001:db8::1",
		"a@b@c":                     "-- a@b@c",
	} {
		if got, err := sshTo(address); err != nil || !slices.Equal(got, strings.Fields("-T -a -x "+want)) {
			t.Errorf("sshTo(%q) = %q, %v, want %s", address, got, err, want)
		}
	}
	for address, want := range map[string]error{
		"": errHost, ":2222": errHost, "@play": errHost, "ann@": errHost, "[::1": errHost, "[::1]2222": errHost,
		"[]:1":                   errHost,
		"-oProxyCommand=touch x": errHost, "-F@play": errHost, "play ssh": errHost, "play\n": errHost,
		"play\x1b[2J": errHost,
		"play:":       errPort, "play:0": errPort, "play:65536": errPort, "play:ssh": errPort, "play:-1": errPort,
		"[::1]:": errPort,
	} {
		if got, err := sshTo(address); err != want {
			t.Errorf("sshTo(%q) = %q, %v, want error %v", address, got, err, want)
		}
	}
}
