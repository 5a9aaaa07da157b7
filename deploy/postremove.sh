#!/bin/sh
# Removes the state of the server when Debian's package is purged. Without a purge it stays, and rpm always keeps it.
# The user stays too, because a later user could get its number and files that still have that number.
set -e
if [ "$1" = purge ]; then
	rm -rf /var/lib/arkterm-arcade
fi
if [ -d /run/systemd/system ] && [ "$1" != upgrade ]; then
	systemctl --system daemon-reload
fi
