package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/exitcode"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine/record"
)

// newSubmit returns the command that hands a recording in at an arcade.
func newSubmit() *cobra.Command {
	return &cobra.Command{
		Use:   "submit FILE [USER@]HOST[:PORT]",
		Short: "Hand a recording in at an arcade",
		Long: `Hand a recording of a game that was played here in at an arcade, whose boards of such games
it is then on. It is played first, as arkterm verify does: what an arcade would not take is
refused before anything connects. Then ssh sends it, as you are known there: with your key,
your configuration and its questions, as ssh HOST submit < FILE does; without a port it is the one
that ssh takes. The name and the seal in the file stay here.`,
		Example: "  arkterm submit game.ark play.example.org\n  arkterm submit game.ark play.example.org:2222",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return exitcode.Errorf(exitcode.Usage, "%s takes a file and a host, as game.ark play.example.org:2222", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return submit(cmd, args[0], args[1]) },
	}
}

// submit hands the recording in a file in.
func submit(cmd *cobra.Command, name, where string) error {
	to, err := sshTo(where)
	if err != nil {
		return exitcode.Errorf(exitcode.Usage, "%s: %q: %w", cmd.CommandPath(), where, err)
	}
	data, err := cli.UserFolders().ReadRecording(name)
	if err != nil {
		return exitcode.Errorf(exitcode.File, "%w", err)
	}
	name = store.InputName(name)
	game, err := replay.VerifySubmission(data, "", func() error { return nil })
	if _, differs := errors.AsType[*record.Mismatch](err); differs {
		return exitcode.Errorf(exitcode.Verify, "%s: %w", name, err)
	}
	if err == nil && len(game.Recording) > replay.MaxSubmission {
		err = fmt.Errorf("%w: it is longer than %d bytes", replay.ErrRefused, replay.MaxSubmission)
	}
	if err != nil {
		return exitcode.Errorf(exitcode.File, "%s: %w", name, err)
	}

	ssh := exec.Command("ssh", append(to, "submit")...)
	ssh.Stdin, ssh.Stdout, ssh.Stderr = bytes.NewReader(game.Recording), cmd.OutOrStdout(), cmd.ErrOrStderr()
	err = ssh.Run()
	ended, is := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil:
		return nil
	case !is:
		return exitcode.Errorf(exitcode.Failure, "ssh hands recordings in: %w", err)
	case ended.ExitCode() == sshFailed:
		return exitcode.Errorf(exitcode.Failure, "%s: ssh has not come through", where)
	}
	return exitcode.Errorf(exitcode.Failure, "%s has not taken %s", where, name)
}

// sshFailed is what ssh ends with by itself; otherwise it is what the other end says.
const sshFailed = 255

// Reasons for which there is no such place.
var (
	errHost = errors.New("want [USER@]HOST[:PORT]")
	errPort = errors.New("want a port from 1 to 65535")
)

// sshTo returns the arguments with which ssh runs a command at a place: [USER@]HOST[:PORT]. An IPv6 address that has a port stands in
// brackets.
func sshTo(where string) ([]string, error) {
	at := strings.LastIndexByte(where, '@') + 1
	user, host, port := where[:at], where[at:], ""
	hasPort := false
	if inside, is := strings.CutPrefix(host, "["); is {
		var rest string
		if host, rest, is = strings.Cut(inside, "]"); !is || rest != "" && rest[0] != ':' {
			return nil, errHost
		}
		port, hasPort = strings.CutPrefix(rest, ":")
	} else if strings.Count(host, ":") == 1 {
		host, port, hasPort = strings.Cut(host, ":")
	}
	if n, err := strconv.ParseUint(port, 10, 16); hasPort && (err != nil || n == 0) {
		return nil, errPort
	}
	odd := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
	if host == "" || user == "@" || strings.HasPrefix(user+host, "-") || strings.ContainsFunc(user+host, odd) {
		return nil, errHost
	}

	args := []string{"-T", "-a", "-x"} // neither a terminal, nor keys or a screen of yours there
	if hasPort {
		args = append(args, "-p", port)
	}
	return append(args, "--", user+host), nil
}
