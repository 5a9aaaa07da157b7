package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/store"
	"arkterm/render/text"
)

// A verdict is the result of the verify command for a file.
type verdict struct {
	File     string `json:"file"`
	Verified bool   `json:"verified"`
	replay.Verdict
	Seal  string `json:"seal"` // none, here, elsewhere or broken; "" if the recording was not opened
	Error string `json:"error,omitempty"`

	exitCode cli.ExitCode
}

// newVerify returns the command that verifies recordings.
func newVerify() *cobra.Command {
	var path levelsPath
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Verify recordings",
		Long: `Play recordings as fast as possible and compare each with the states in it: score, ticks and
hash at the end, a hash for every five seconds, and the start of each level. If a game differs,
print the two checkpoints around the difference and exit with 5. Exit with 3 if a file is not a
recording, or needs more computation than a game could. A recording by older rules is never
verified. The player's name and the date cannot be verified, except in files that have the
seal of this machine.`,
		Example: `  arkterm verify game.ark
  arkterm verify --json replays/*.ark | jq -r 'select(.verified) | .score'
  ssh HOST replay 123 | arkterm verify -`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Errorf(cli.ExitUsage, "%s: want a file", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return verifyAll(cmd.OutOrStdout(), store.UserFolders(), args, path, asJSON)
		},
	}
	path.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object per file")
	return cmd
}

// verifyAll verifies each file. It prints verified files to w and errors to standard error.
func verifyAll(w io.Writer, in store.Folders, names []string, path levelsPath, asJSON bool) error {
	worst, bad := cli.ExitOK, 0
	for _, name := range names {
		v := verifyFile(in, name, path)
		if v.exitCode != cli.ExitOK {
			bad++
		}
		worst = max(worst, v.exitCode)
		var err error
		switch {
		case asJSON:
			err = json.NewEncoder(w).Encode(v)
		case v.Verified:
			_, err = fmt.Fprintln(w, v)
		default:
			_, err = fmt.Fprintln(os.Stderr, v.Error)
		}
		if err != nil {
			return err
		}
	}
	if worst != cli.ExitOK {
		return cli.Errorf(worst, "%d of %d not verified", bad, len(names))
	}
	return nil
}

// String returns a summary of a verified recording.
func (v *verdict) String() string {
	points := strconv.Itoa(v.Score)
	if len(v.Points) == 2 {
		points = fmt.Sprintf("%d to %d", v.Points[0], v.Points[1])
	}
	s := fmt.Sprintf("%s: verified: %s points, level %d, %s after %d ticks (%s), hash %s",
		v.File, points, v.Level, v.Phase, v.Ticks, text.PlayTime(v.Ticks), v.Hash)

	var remarks []string
	if v.Excerpt {
		remarks = append(remarks, fmt.Sprintf("starts at level %d from an unverified state", v.From))
	}
	if v.Lives != 0 {
		remarks = append(remarks, fmt.Sprintf("starts with %d lives", v.Lives))
	}
	if v.TakenAt != 0 {
		remarks = append(remarks, fmt.Sprintf("continues another game at %s", text.PlayTime(v.TakenAt)))
	}
	if v.Cut {
		remarks = append(remarks, "incomplete")
	}
	if v.Assisted {
		remarks = append(remarks, "assisted")
	}
	if v.Checkpoints == 0 {
		remarks = append(remarks, "has no checkpoints")
	}
	if v.Seal == store.SealedHere.String() {
		remarks = append(remarks, "unchanged since it was saved on this machine")
	}

	if len(remarks) > 0 {
		s += " (" + strings.Join(remarks, "; ") + ")"
	}
	return s
}

// verifyFile plays the recording in a file.
func verifyFile(in store.Folders, name string, path levelsPath) *verdict {
	v := &verdict{File: store.InputName(name)}
	f, err := openReplay(in, name, path)
	if err == nil {
		v.Verdict, err = f.Verify()
		seal := in.SealOf(f.Recording)
		v.Seal = seal.String()
		if err == nil && seal == store.Broken {
			err = cli.Errorf(cli.ExitVerify,
				"%s: the game matches, but the file was changed after it was saved on this machine", v.File)
		}
	}
	if err != nil {
		v.Error, v.exitCode = err.Error(), cli.ExitCodeOf(err)
	}
	v.Verified = err == nil
	return v
}
