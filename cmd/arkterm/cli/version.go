package cli

import (
	"cmp"
	_ "embed"
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

// archiveStamp identifies the commit of a source archive. git archive replaces the placeholders of version.txt, also in
// the archives that forges offer.
//
//go:embed version.txt
var archiveStamp string

// stamp replaces archiveStamp if it is set. It has the same form: the version, the commit and the commit's date.
// Packagers who build from other sources set it with -ldflags "-X 'arkterm/cmd/arkterm/cli.stamp=v0.1.0 3814913e2a1c
// 2026-11-22'".
var stamp string

// A Build describes a build of the program. It is the output of version --json.
type Build struct {
	Version string `json:"version"` // v0.1.0, v0.1.0+14.3814913e2a1c (14 commits later), or devel
	Commit  string `json:"commit,omitempty"`
	Date    string `json:"date,omitempty"` // date of the commit, 2026-11-22
	Rules   int    `json:"rules"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// thisBuild returns the build of this program. The stamp takes precedence over the build information of the go command.
func thisBuild() Build {
	b := Build{Version: "devel", Rules: engine.Rules, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if version, commit, date, ok := parseStamp(cmp.Or(stamp, archiveStamp)); ok {
		b.Version, b.Commit, b.Date = version, commit, date
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
		case s.Key == "vcs.revision" && len(s.Value) >= commitDigits:
			b.Commit = s.Value[:commitDigits]
		case s.Key == "vcs.time" && len(s.Value) >= len(time.DateOnly):
			b.Date = s.Value[:len(time.DateOnly)]
		}
	}
	return b
}

// commitDigits is the number of hexadecimal digits of a commit in versions.
const commitDigits = 12

// parseStamp splits a stamp into its version, commit and date, and reports whether it is valid. If no tag precedes the
// commit, the stamp has no version, and parseStamp derives one from the date and the commit. The number of commits
// since the tag follows a plus sign, because dpkg and rpm then sort the version after the tag. With a hyphen they would
// sort it before.
func parseStamp(stamp string) (version, commit, date string, ok bool) {
	if strings.Contains(stamp, "$") {
		return "", "", "", false // in a checkout, the placeholders are not replaced
	}
	fields := strings.Fields(stamp)
	n := len(fields)
	if n != 2 && n != 3 {
		return "", "", "", false
	}
	commit, date = fields[n-2], fields[n-1]
	commit = commit[:min(len(commit), commitDigits)]
	if n == 2 {
		return "v0.0.0+" + strings.ReplaceAll(date, "-", "") + "." + commit, commit, date, true
	}
	version = fields[0]
	described, isLater := strings.CutSuffix(version, "-g"+commit)
	if last := strings.LastIndexByte(described, '-'); isLater && last > 0 {
		version = described[:last] + "+" + described[last+1:] + "." + commit
	}
	return version, commit, date, true
}

// Version returns the version in one or two words. For a build without a version, it includes the commit if known.
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

// MadeBy returns the name and version of this program for recordings.
func MadeBy() string { return "arkterm " + Version() }

// addVersionFlag adds the flag --version, which prints the same text as the version command. cobra's own flag would
// need a template.
func addVersionFlag(root *cobra.Command) {
	version, run := false, root.RunE
	root.Flags().BoolVarP(&version, "version", "v", false, "print the version")
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if !version {
			return run(cmd, args)
		}
		_, err := fmt.Fprint(cmd.OutOrStdout(), VersionText(root.Name()))
		return err
	}
}
