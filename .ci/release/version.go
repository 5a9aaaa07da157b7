package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A stamp says which release it is.
type stamp struct {
	version string // v0.1.0; v0.1.0+14.3814913e2a1c is 14 commits after it
	commit  string // 3814913e2a1c
	when    time.Time
}

// String returns it as cmd/arkterm reads it.
func (s stamp) String() string {
	return s.version + " " + s.commit + " " + s.when.UTC().Format(time.DateOnly)
}

// number returns the version without the v, as packages have it.
func (s stamp) number() string { return strings.TrimPrefix(s.version, "v") }

var (
	versionForm  = regexp.MustCompile(`^v\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?$`)
	describeForm = regexp.MustCompile(`^(v.*)-(\d+)-g([0-9a-f]+)(-dirty)?$`)
)

// readStamp asks git for the version of the tree at root. A forced one has to be right all the same.
func readStamp(root, forced string) (s stamp, err error) {
	head, err := output(root, nil, "git", "show", "-s", "--no-show-signature", "--abbrev=12", "--format=%h %ct", "HEAD")
	if err != nil {
		return s, err
	}
	commit, seconds, _ := strings.Cut(head, " ")
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return s, fmt.Errorf("the time of the commit: %w", err)
	}
	s = stamp{version: forced, commit: commit, when: time.Unix(unix, 0).UTC()}
	if forced != "" {
		if !versionForm.MatchString(forced) {
			return s, fmt.Errorf("the version %q is none: want one as v0.1.0", forced)
		}
		return s, nil
	}

	described, err := output(root, nil, "git", "describe", "--tags", "--match", "v[0-9]*", "--long", "--dirty", "--abbrev=12")
	if err != nil { // there is no tag yet: all commits come after nothing
		count, err := output(root, nil, "git", "rev-list", "--count", "HEAD")
		if err != nil {
			return s, err
		}
		described = "v0.0.0-" + count + "-g" + commit
		if changed, err := output(root, nil, "git", "status", "--porcelain"); err != nil || changed != "" {
			described += "-dirty"
		}
	}
	s.version, err = versionOf(described)
	return s, err
}

// versionOf turns what git describe --long says into a version. What comes after a tag is behind a plus: behind a
// hyphen it would count as earlier than the tag, for dpkg and rpm too.
func versionOf(described string) (string, error) {
	m := describeForm.FindStringSubmatch(described)
	if m == nil || !versionForm.MatchString(m[1]) {
		return "", fmt.Errorf("git describe says %q, which is no version", described)
	}
	tag, after, commit, dirty := m[1], m[2], m[3], strings.TrimPrefix(m[4], "-")
	more := []string{}
	if after != "0" {
		more = append(more, after, commit)
	}
	if dirty != "" {
		more = append(more, dirty)
	}
	if len(more) == 0 {
		return tag, nil
	}
	return tag + "+" + strings.Join(more, "."), nil
}

// changes returns an error if a tagged version has no heading in CHANGELOG.md.
func (r *release) changes() error {
	text, err := os.ReadFile(filepath.Join(r.root, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	if number := r.stamp.number(); !strings.Contains(number, "+") && !hasHeading(string(text), number) {
		return fmt.Errorf("CHANGELOG.md has no heading for %s", number)
	}
	return nil
}

// hasHeading reports whether a line of text is a heading that begins with the version's number.
func hasHeading(text, number string) bool {
	for line := range strings.Lines(text) {
		if f := strings.Fields(line); len(f) >= 2 && f[0] == "##" && f[1] == number {
			return true
		}
	}
	return false
}
