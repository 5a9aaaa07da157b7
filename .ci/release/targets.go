package main

import (
	"fmt"
	"slices"
	"strings"
)

// A target is a system that arkterm is built for.
type target struct {
	os, arch string
}

// targets are all. There is no netbsd/arm64: modernc.org/sqlite, which holds the scores, does not have it.
var targets = []target{
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"linux", "386"},
	{"linux", "riscv64"},
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
	{"freebsd", "amd64"},
	{"freebsd", "arm64"},
	{"openbsd", "amd64"},
	{"openbsd", "arm64"},
	{"netbsd", "amd64"},
}

func (t target) String() string { return t.os + "/" + t.arch }

// program returns the name of the program's file.
func (t target) program() string {
	if t.os == "windows" {
		return "arkterm.exe"
	}
	return "arkterm"
}

// suffix returns that of the archive's name.
func (t target) suffix() string {
	if t.os == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// env returns what the go command needs in its environment. The processors are the oldest of their kind, which are Go's
// defaults, whatever the builder's own are.
func (t target) env() []string {
	return []string{
		"CGO_ENABLED=0", "GOOS=" + t.os, "GOARCH=" + t.arch,
		"GOAMD64=v1", "GOARM64=v8.0", "GO386=sse2", "GORISCV64=rva20u64", "GOFLAGS=", "GOEXPERIMENT=", "GODEBUG=",
	}
}

// targetsNamed returns the targets of a list with commas: all of an empty one.
func targetsNamed(list string) ([]target, error) {
	if list == "" {
		return targets, nil
	}
	var some []target
	for name := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(targets, func(t target) bool { return t.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("no target %q: there are %v", name, targets)
		}
		some = append(some, targets[i])
	}
	return some, nil
}

// buildFlags decide about the code.
var buildFlags = []string{"-trimpath", "-buildvcs=false", "-pgo=off", "-tags=" + buildTags}

// buildTags omit HTTP/2, which the program never uses because it needs TLS.
const buildTags = "nethttpomithttp2"
