package settings

import (
	"reflect"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/cli"
	"arkterm/input"
)

// keyLabels returns the labels of an action's keys.
func keyLabels(c *Choices, a input.Action) string {
	m := c.Keymap()
	return m.Label(a, input.MaxKeys)
}

func TestKeysFromConfig(t *testing.T) {
	c, notice, err := choicesOf(t, "keymap = 'vi'\n[keys]\nleft = ['z', 'Left']\nfire = 'x'\nrestart = []\n", "")
	if err != nil || notice != "" {
		t.Fatal(err, notice)
	}
	for a, want := range map[input.Action]string{
		input.Left: "Z  ←", input.Right: "L  →", input.Fire: "X", input.Restart: "",
	} {
		if got := keyLabels(&c, a); got != want {
			t.Errorf("%v has %q, want %q", a, got, want)
		}
	}
}

func TestMenuKeysTakePrecedence(t *testing.T) {
	c, _, err := choicesOf(t, "[keys]\nleft = ['z']\nright = ['x', 'c']\n",
		"keymap = \"default\"\n[keys]\nleft = [\"x\", \"y\"]\n")
	if err != nil {
		t.Fatal(err)
	}
	if l, r := keyLabels(&c, input.Left), keyLabels(&c, input.Right); l != "X  Y" || r != "C" {
		t.Errorf("left has the keys %q, right %q; want X  Y and C", l, r)
	}
}

func TestKeyErrors(t *testing.T) {
	_, _, err := choicesOf(t, `[keys]
left = ["a", "Lft"]
rihgt = ["d"]
up = ["w"]
down = ["w"]
fire = [1]
pause = ["Ctrl+P"]
`, "")
	if err == nil || cli.ExitCodeOf(err) != cli.ExitFile {
		t.Fatal(err)
	}
	lines := strings.Split(err.Error(), "\n")
	for i, w := range []string{
		`config.toml:2:`, `keys.left: unknown key "Lft"`,
		`config.toml:3:`, `keys.rihgt: unknown action; did you mean right?`,
		`config.toml:5:`, `keys.down: key "w" is already assigned to up, so it cannot be assigned to down`,
		`config.toml:6:`, `keys.fire: want a list of keys, such as ["a", "Left"]`,
		`config.toml:7:`, `keys.pause: key "Ctrl+P": key combinations are not supported; remove Ctrl+`,
	} {
		if i/2 >= len(lines) || !strings.Contains(lines[i/2], w) {
			t.Errorf("line %d does not contain %q:\n%v", i/2, w, err)
		}
	}
	for text, want := range map[string]string{
		"keys = 3\n": "keys: want a table",
		"[keys]\nleft = ['Space', 'Enter']\nfire = []\n": "keys.fire: no key is left for fire",
	} {
		if _, _, err := choicesOf(t, text, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("reading %q fails with %v, want %q", text, err, want)
		}
	}
}

func TestKeysRoundTrip(t *testing.T) {
	var c Choices
	for _, k := range []string{"é", "\"", "\\", "Space", "F5"} {
		key, err := input.ParseKey(k)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.ToggleKey(input.Right, key); err != nil {
			t.Fatal(err)
		}
	}
	d, notice, err := choicesOf(t, "", string(c.SettingsTOML()))
	if err != nil || notice != "" || !reflect.DeepEqual(d, c) {
		t.Errorf("the text\n%s\nis read as %v (error %v, notice %q)", c.SettingsTOML(), d, err, notice)
	}
}

func TestKeyboardErrors(t *testing.T) {
	for text, want := range map[string]string{
		"keyboard = 1":                     "config.toml:1:12: keyboard: want a table",
		"[keyboard]\ndelay = 0":            "config.toml:2:9: keyboard.delay: want a whole number of ms, 1 to 2000",
		"[keyboard]\nperiod = 'x'":         "config.toml:2:10: keyboard.period: want a whole number of ms",
		"[keyboard]\nrepeat = 3":           "config.toml:2:10: keyboard.repeat: unknown key",
		"[keyboard]\ndelya = 3\nfps = 300": "did you mean delay?",
	} {
		if _, _, err := choicesOf(t, text, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("reading %q fails with %v, want %s", text, err, want)
		}
	}
}
