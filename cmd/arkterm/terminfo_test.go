package main

import (
	"os"
	"testing"

	"arkterm/render/cell"
)

func TestTerminfoSendsColoursOfItsTier(t *testing.T) {
	const red, green = 9, 2
	for tier, want := range map[cell.Tier][3]string{
		cell.Truecolor: {"\x1b[38;5;9m", "\x1b[48;5;2m", "\x1b[38;2;1;2;3;48;2;4;5;6m"},
		cell.Colors256: {"\x1b[38;5;9m", "\x1b[48;5;2m", "\x1b[38;2;1;2;3;48;2;4;5;6m"}, // for when it is raised
		cell.Colors16:  {"\x1b[91m", "\x1b[42m", ""},
		cell.Mono:      {"", "", ""},
	} {
		ti := newTerminfo(tier)
		got := [3]string{ti.TParm(ti.SetFg, red), ti.TParm(ti.SetBg, green), ti.TParm(ti.SetFgBgRGB, 1, 2, 3, 4, 5, 6)}
		if got != want {
			t.Errorf("tier %v: %q, want %q", tier, got, want)
		}
	}
}

func TestTerminfoMovesFromOne(t *testing.T) {
	if got := newTerminfo(cell.Mono).TGoto(4, 2); got != "\x1b[3;5H" {
		t.Errorf("column 4, row 2: %q", got)
	}
}

func TestTerminfoIsPrivate(t *testing.T) {
	a, b := newTerminfo(cell.Mono), newTerminfo(cell.Mono)
	if a == b {
		t.Error("two screens share one, and tcell writes to it")
	}
}

func TestSetenvSetsBack(t *testing.T) {
	const name = "ARKTERM_TEST_SETENV"
	t.Cleanup(func() { os.Unsetenv(name) })
	setenv(name, "1")()
	if v, ok := os.LookupEnv(name); ok {
		t.Errorf("was unset, is %q", v)
	}
	os.Setenv(name, "0")
	setenv(name, "1")()
	if v := os.Getenv(name); v != "0" {
		t.Errorf("was 0, is %q", v)
	}
}
