#!/bin/sh
# Moves the paddle to the next landing of a ball. The shell finds the numbers in the line itself, because starting a
# program for each decision would be slow. arkterm bot --cmd docs/bots/follow.sh

while IFS= read -r line; do
	case $line in
	'{"type":"state",'*) ;;
	*) continue ;;
	esac
	tick=${line#*'"tick":'}
	case $line in
	*'"landings":[]'*) x=${line#*'"paddles":[{"x":'} ;;
	*) x=${line#*'"landings":[{'} x=${x#*'"x":'} ;;
	esac
	case $line in
	*'"fire_action":"serve"'* | *'"fire_action":"launch"'* | *'"fire_action":"recall"'*) fire=true ;;
	*) fire=false ;;
	esac
	echo "{\"tick\":${tick%%,*},\"target\":${x%%,*},\"fire\":$fire}"
done
