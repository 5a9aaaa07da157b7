//go:build unix

package main

import (
	"testing"

	"arkterm/cmd/arkterm/testenv"
)

func TestMain(m *testing.M) {
	testenv.Main(m, map[string]func(){"arkterm": crashingMain, "testbot": testBotMain})
}

func TestScripts(t *testing.T) {
	if testing.Short() { // slow, because the scripts run many programs
		return
	}
	testenv.Scripts(t, *update, nil)
}
