package cli

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arkterm/engine"
)

// newVersion returns the version command.
func newVersion(program string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  " + program + " version\n  " + program + " version --json | jq .rules",
		Args:    NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := cmd.OutOrStdout()
			if asJSON {
				return json.NewEncoder(w).Encode(thisBuild())
			}
			_, err := fmt.Fprint(w, VersionText(program))
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, with the version of the rules")
	return cmd
}

// stamp is what a release is: its version, its commit and the day of that, with a blank between each two. The
// linker writes it: -ldflags "-X 'arkterm/cmd/arkterm/cli.stamp=v0.1.0 3814913e2a1c 2026-11-22'". Nothing else does.
var stamp string

// A Build is the output of version --json.
type Build struct {
	Version string `json:"version"` // v0.1.0 of a release, v0.1.0+14.3814913e2a1c 14 commits after it, devel
	Commit  string `json:"commit,omitempty"`
	Date    string `json:"date,omitempty"` // of the commit, 2026-11-22
	Rules   int    `json:"rules"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// thisBuild returns what this program is: by its stamp, and without one by what the go command knows of the
// module and the checkout.
func thisBuild() Build {
	b := Build{Version: "devel", Rules: engine.Rules, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if fields := strings.Fields(stamp); len(fields) == 3 {
		b.Version, b.Commit, b.Date = fields[0], fields[1], fields[2]
		return b
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			b.Commit = s.Value[:12]
		case s.Key == "vcs.time" && len(s.Value) >= len(time.DateOnly):
			b.Date = s.Value[:len(time.DateOnly)]
		}
	}
	return b
}

// Version returns the version in one or two words. A build without a version has its commit, if that is known.
func Version() string {
	b := thisBuild()
	if b.Version == "devel" && b.Commit != "" {
		return b.Version + " " + b.Commit
	}
	return b.Version
}

// VersionText returns the output of the command version of a program.
func VersionText(program string) string {
	return fmt.Sprintf("%s %s (%s %s/%s)\n", program, Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// MadeBy returns the name of this program in recordings.
func MadeBy() string { return "arkterm " + Version() }

// addVersionFlag makes --version print the same as the version command. cobra's own flag takes a template.
func addVersionFlag(root *cobra.Command) {
	version, run := false, root.RunE
	root.Flags().BoolVarP(&version, "version", "v", false, "version for "+root.Name())
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if !version {
			return run(cmd, args)
		}
		_, err := fmt.Fprint(cmd.OutOrStdout(), VersionText(root.Name()))
		return err
	}
}
