//go:build unix

package main

import (
	"testing"

	"arkterm/cmd/arkterm/cli/clitest"
	"arkterm/engine/racedetector"
)

func TestMain(m *testing.M) { clitest.Main(m, map[string]func(){"arkterm": crashingMain}) }

func TestScripts(t *testing.T) {
	if racedetector.Long(t, "commands one after another, in one goroutine") {
		return
	}
	clitest.Scripts(t, *update, nil)
}
