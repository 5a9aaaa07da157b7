package world

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The examples that are whole programs compile in another module, with the public API only and without the network.
// They print their documented output.
func TestExternalPrograms(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := cmp.Or(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module outside\n\ngo 1.26\n\nrequire arkterm v0.0.0\n\nreplace arkterm => "+root+"\n")
	want := map[string]string{}
	for _, name := range []string{"gas", "billiards", "galton"} {
		text, err := os.ReadFile("example_" + name + "_test.go")
		if err != nil {
			t.Fatal(err)
		}
		example := strings.Replace(string(text), "package world_test", "package main", 1)
		example = strings.Replace(example, "func Example_"+name+"()", "func main()", 1)
		example, output, _ := strings.Cut(example, "\t// Output:\n")
		_, body, _ := strings.Cut(example, "func main()")
		if n := strings.Count(body, "\n") + 1; n > maxProgramLines {
			t.Errorf("function main of example %s has %d lines, want at most %d", name, n, maxProgramLines)
		}
		write(name+"/main.go", example+"}\n")
		output = strings.TrimSuffix(output, "}\n")
		want[name] = strings.ReplaceAll(output, "\t// ", "")
	}

	build := exec.Command("go", "build", "-mod=mod", "-o", "bin/", "./...")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOSUMDB=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build fails: %v\n%s", err, out)
	}
	for name, want := range want {
		out, err := exec.Command(filepath.Join(dir, "bin", name)).CombinedOutput()
		if err != nil || want == "" || string(out) != want {
			t.Errorf("program %s prints %q, want %q; %v", name, out, want, err)
		}
	}
}

// maxProgramLines is the maximum length of an example that is a whole program, without its imports.
const maxProgramLines = 30
