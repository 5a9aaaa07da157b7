#!/bin/sh
# Removes the state of the server when the Debian package is purged. Without a purge, and with rpm, the state is kept.
# The user is also kept, because otherwise a later user could get the same number and own remaining files.
set -e
if [ "$1" = purge ]; then
	rm -rf /var/lib/arkterm-arcade
fi
if [ -d /run/systemd/system ] && [ "$1" != upgrade ]; then
	systemctl --system daemon-reload
fi
