package cost

import (
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestCheckLimits tests the limits on switches and on the multiple of the minimal program's cost.
func TestCheckLimits(t *testing.T) {
	all := []scene{{name: minimal, maxCost: 1}, {name: "a", maxSwitches: 100, maxCost: 2}}
	for _, test := range []struct {
		cost  figures
		short bool
		want  string
	}{
		{figures{share: 0.02, switches: 100}, true, ""},
		{figures{share: 0.02, switches: 101}, true, "a: 101 context switches per second, want at most 100"},
		{figures{share: 0.021}, true, "a: 2.1 times the cost of the minimal program, want at most 2.0"},
		{figures{share: 0.021}, false, ""},
	} {
		err := checkLimits(all, []figures{{share: 0.01}, test.cost}, test.short)
		if got := ""; err != nil && err.Error() != test.want || err == nil && got != test.want {
			t.Errorf("overLimit with %+v = %v, want %q", test.cost, err, test.want)
		}
	}
}

// TestMeasure measures a program that writes continuously and a program that ends immediately.
func TestMeasure(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	program := t.TempDir() + "/program"
	script := "#!" + shell + "\nwhile [ $4 = off ]; do echo 123456789; sleep 0.02; done\n"
	if err := exec.Command("sh", "-c", `printf %s "$1" >"$2"; chmod +x "$2"`, "sh", script, program).Run(); err != nil {
		t.Fatal(err)
	}
	s := scene{name: "writes"}
	f, err := s.measure(program, t.TempDir(), time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if f.bytes < 11 || f.pictures < 1 || f.threads != 1 || f.megabytes > 50 {
		t.Errorf("measure = %+v, want output of one thread", f)
	}
	s.args = "x" // moves "off" to $5, so the program ends
	if f, err := s.measure(program, t.TempDir(), time.Second); err == nil ||
		!strings.HasPrefix(err.Error(), "writes: ") {
		t.Errorf("measure of a program that ends = %+v, %v; want an error", f, err)
	}
}
