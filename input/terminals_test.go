package input

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestRealTerminals decodes recorded output of real terminals, in testdata/terminals. Each line contains a
// description, the bytes, and the decoded events. The -update flag rewrites the events.
func TestRealTerminals(t *testing.T) {
	files, err := filepath.Glob("testdata/terminals/*.txt")
	if err != nil || len(files) < 5 {
		t.Fatalf("testdata/terminals has %d files, error %v; want at least 5", len(files), err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "#") {
				b.WriteString(line)
				continue
			}
			did, rest, _ := strings.Cut(line, " | ")
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				t.Fatalf("%s: line %q has no quoted bytes: %v", path, line, err)
			}
			sent, err := strconv.Unquote(quoted)
			if err != nil {
				t.Fatalf("%s: %q: %v", path, line, err)
			}
			whole := read(sent)
			for cut := range len(sent) {
				var f Decoder
				got := f.append(f.append(nil, []byte(sent[:cut])), []byte(sent[cut:]))
				if got = f.flush(got); !slices.Equal(got, whole) {
					t.Errorf("%s, %s, split at %d: got %v, want %v", path, did, cut, got, whole)
				}
			}
			b.WriteString(did + " | " + quoted + " | " + words(whole) + "\n")
		}
		name, _ := filepath.Rel("testdata", path)
		golden(t, name, b.Bytes())
	}
}

// A terminal's keys are decoded alike in all protocols, with releases and repeats where the protocol reports them.
func TestProtocolsAgree(t *testing.T) {
	for _, name := range []string{"kitty", "foot"} {
		text, err := os.ReadFile(filepath.Join("testdata", "terminals", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		means := map[string]string{}
		for line := range strings.Lines(string(text)) {
			if part := strings.Split(strings.TrimSpace(line), " | "); len(part) == 3 {
				means[part[0]] = part[2]
			}
		}
		for did, want := range means {
			key, ok := strings.CutPrefix(did, "tap ")
			if !ok {
				continue
			}
			if got := means["flags 15, "+did]; got != want+", "+want+" release" {
				t.Errorf("%s, %s: got %q with flags 15, and %q without", name, key, got, want)
			}
		}
	}
}
