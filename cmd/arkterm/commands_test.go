package main

import (
	"testing"

	"arkterm/cmd/arkterm/cli/clitest"
)

func TestEveryCommandIsScripted(t *testing.T) {
	clitest.EveryCommandIsScripted(t, newRoot(nil), "arkterm", "play", "continue")
}

func TestNoFlagHasAPath(t *testing.T) { clitest.NoFlagHasAPath(t, newRoot(nil)) }
