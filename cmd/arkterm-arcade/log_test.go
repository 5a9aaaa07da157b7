package main

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"
	"unicode"
)

// Text from clients is escaped, so that each message is one line of printable characters.
func TestLogEscapesClientText(t *testing.T) {
	const malicious = "x\x1b]0;owned\a\u009b31m\u202egpj.exe\u2028level=ERROR\x7f\xff\x00\r\nmsg=closed \U000e0041"
	for _, json := range []bool{false, true} {
		var b bytes.Buffer
		log := newLog(&b, json)
		log.With("from", malicious).Info(malicious, "term", malicious, "error", errors.New(malicious),
			"bytes", []byte(malicious), "list", []string{malicious}, "level", slog.LevelInfo,
			slog.Group("group", "x", malicious), "duration", time.Second, "n", 7)
		if n := strings.Count(b.String(), "\n"); n != 1 {
			t.Errorf("the logger has written %d lines, want 1: %q", n, b.String())
		}
		for _, r := range strings.TrimSuffix(b.String(), "\n") {
			if !unicode.IsPrint(r) {
				t.Errorf("the log contains the unprintable rune %U: %q", r, b.String())
			}
		}
		if !strings.Contains(b.String(), "INFO") || !strings.Contains(b.String(), "7") {
			t.Errorf("the log does not contain the level or the number: %q", b.String())
		}
	}
}

func TestLogKeepsPrintableText(t *testing.T) {
	var b bytes.Buffer
	newLog(&b, true).Info("Grüße, 世界", "key", "SHA256:abc+/")
	if !strings.Contains(b.String(), `"msg":"Grüße, 世界","key":"SHA256:abc+/"`) {
		t.Errorf("logged %q, want the text unchanged", b.String())
	}
}

func TestLogShortensLongValues(t *testing.T) {
	var b bytes.Buffer
	newLog(&b, false).Info("x", "long", strings.Repeat("é", 1<<20))
	if b.Len() > 2*maxValueBytes {
		t.Errorf("the line has %d bytes, want at most %d", b.Len(), 2*maxValueBytes)
	}
}
