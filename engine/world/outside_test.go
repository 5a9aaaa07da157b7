package world

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The program in testdata/outside compiles in a separate module, with the public API only.
func TestExternalProgram(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(filepath.Join("testdata", "outside", "main.go"))
	if err != nil {
		t.Fatal(err)
	}

	dir := t.TempDir()
	module := "module outside\n\ngo 1.26\n\nrequire arkterm v0.0.0\n\nreplace arkterm => " + root + "\n"
	for name, text := range map[string]string{"main.go": string(program), "go.mod": module} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("go", "run", "-mod=mod", ".")
	run.Dir = dir
	run.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOSUMDB=off")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("go run fails: %v\n%s", err, out)
	}
	if n := strings.Count(string(out), "at the mill"); n < 5 {
		t.Errorf("%d contacts with the mill, want at least 5:\n%s", n, out)
	}
}
