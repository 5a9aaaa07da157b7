#!/bin/sh
# Creates the user and the state folder of the server. Only the administrator starts the service. An upgrade reloads it if it runs,
# which ends no games. If that fails, for example because the database changes, it restarts the service.
# The arguments are "configure OLD-VERSION" on Debian, and the number of installed versions for rpm.
set -e
if [ "$1" = configure ] || [ "${1:-0}" -ge 1 ] 2>/dev/null; then
	if command -v systemd-sysusers >/dev/null; then
		systemd-sysusers arkterm-arcade.conf
		systemd-tmpfiles --create arkterm-arcade.conf
	fi
	if [ -d /run/systemd/system ]; then
		systemctl --system daemon-reload
		if [ -n "$2" ] && command -v deb-systemd-invoke >/dev/null; then
			deb-systemd-invoke reload arkterm-arcade.service || deb-systemd-invoke try-restart arkterm-arcade.service
		elif [ -n "$2" ] || [ "$1" = 2 ]; then
			systemctl reload arkterm-arcade.service || systemctl try-restart arkterm-arcade.service
		fi
	fi
fi
