//go:build unix

package main

import (
	"testing"

	"arkterm/cmd/arkterm/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m, map[string]func(){"arkterm": crashingMain}) }

func TestScripts(t *testing.T) {
	if testing.Short() { // commands one after another, in one goroutine
		return
	}
	clitest.Scripts(t, *update, nil)
}
