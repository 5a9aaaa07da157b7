package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// The file deploy/serve.toml contains each flag of serve, with its default value if that is not empty.
func TestServeConfigContainsAllFlags(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "deploy", "serve.toml"))
	if err != nil {
		t.Fatal(err)
	}
	uncommented := regexp.MustCompile(`(?m)^#([a-z-]+ = )`).ReplaceAllString(string(text), "$1")
	file := filepath.Join(t.TempDir(), "serve.toml")
	if err := os.WriteFile(file, []byte(uncommented), 0o600); err != nil {
		t.Fatal(err)
	}

	cmd := newServe()
	f := serveFlags{configPath: file}
	if err := f.readConfig(cmd.Flags()); err != nil {
		t.Fatal(err)
	}
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		switch {
		case flag.Name == "config" || flag.Name == "help":
		case !strings.Contains("\n"+uncommented, "\n"+flag.Name+" = "):
			t.Errorf("deploy/serve.toml does not contain %s", flag.Name)
		case flag.DefValue != "" && flag.Value.String() != flag.DefValue:
			t.Errorf("deploy/serve.toml: %s = %s, want the default %s", flag.Name, flag.Value, flag.DefValue)
		}
	})
}
