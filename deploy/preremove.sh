#!/bin/sh
# Stops and disables the service when the package is removed, but not when it is upgraded.
# The argument is "remove" on Debian, and the number of remaining versions for rpm.
set -e
if [ "$1" = remove ] || [ "$1" = 0 ]; then
	if [ -d /run/systemd/system ]; then
		if command -v deb-systemd-invoke >/dev/null; then
			deb-systemd-invoke stop arkterm-arcade.service
		else
			systemctl stop arkterm-arcade.service
		fi
	fi
	if command -v systemctl >/dev/null; then
		systemctl --no-reload disable arkterm-arcade.service
	fi
fi
