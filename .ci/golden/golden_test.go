package golden

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
)

// TestUpdating tests the search for tests that use the variable update.
func TestUpdating(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a/a_test.go": `package a
import "flag"
var update = flag.Bool("update", false, "")
func TestDirect(t *testing.T) { _ = *update }
func TestOther(t *testing.T) { other() }
func TestMain(m *testing.M) { _ = *update }
func other() {}
`,
		"a/b_test.go": `package a
func TestIndirect(t *testing.T) { first() }
func first() { second() }
func second() { _ = *update }
`,
		"b/b_test.go":       "package b\nfunc TestNone(t *testing.T) { update() }\nfunc update() { println(1) }\n",
		".hidden/c_test.go": "package c\nvar update = 1\nfunc TestHidden() { _ = update }\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := updatableTests(dir)
	if want := map[string]string{"./a": "TestDirect|TestIndirect"}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("updatableTests = %v, %v; want %v", got, err, want)
	}
}

// TestCopyTree tests that the copy contains tracked, changed and new files, but no deleted or ignored files.
func TestCopyTree(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	script := `git init -q && echo a >a && echo b >b && mkdir 'c d' && echo c >'c d/e f' &&
		echo ignored >.gitignore && git add . && git -c user.name=x -c user.email=x@localhost commit -qm x &&
		echo changed >a && rm b && echo new >new && echo x >ignored`
	if out, err := exec.Command("sh", "-c", script).CombinedOutput(); err != nil {
		t.Fatalf("create a repository: %v: %s", err, out)
	}
	to := filepath.Join(dir, "copy")
	if err := copyTree(to); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a": "changed\n", "c d/e f": "c\n", "new": "new\n", "b": "",
		"ignored": "",
	} {
		if got, _ := os.ReadFile(filepath.Join(to, name)); string(got) != want {
			t.Errorf("the copy of %s contains %q, want %q", name, got, want)
		}
	}
	if status, err := exec.Command("git", "-C", to, "status", "--porcelain").Output(); err != nil || len(status) > 0 {
		t.Errorf("git status of the copy: %q, %v; want no changes", status, err)
	}
}
