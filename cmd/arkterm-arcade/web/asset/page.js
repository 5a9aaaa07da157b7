// The page of the arcade: plays what #player says, and keeps the list of games up to date.
"use strict";

const place = document.getElementById("player");
if (place) {
	const { live, cast } = place.dataset;
	const options = { fit: "width", controls: true, autoPlay: Boolean(live), preload: true, theme: "asciinema" };
	if (live) {
		const url = location.origin.replace(/^http/, "ws") + live;
		const watch = () => { window.player = AsciinemaPlayer.create({ driver: "websocket", url }, place, options); };
		if (!document.hidden) watch();
		// Who does not see the game takes no place among those who may watch, and is sent nothing.
		document.addEventListener("visibilitychange", () => {
			if (!document.hidden) watch();
			else if (window.player) window.player.dispose();
		});
	} else if (cast) {
		window.player = AsciinemaPlayer.create(cast, place, { ...options, poster: "npt:0:3" });
	}
}

const games = document.getElementById("games");
async function renew() {
	if (!document.hidden) {
		try {
			const answer = await fetch(games.dataset.from);
			if (answer.ok) {
				const text = await answer.text();
				if (text !== games.innerHTML) games.innerHTML = text; // the server has escaped it
			}
		} catch {} // it comes again
	}
	setTimeout(renew, 5000);
}
if (games) setTimeout(renew, 5000);
