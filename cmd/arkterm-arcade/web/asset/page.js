// Scripts of the arcade's page: show a game in #player, and update the list of games in progress.
"use strict";

const element = document.getElementById("player");
if (element) {
	const { live, cast } = element.dataset;
	const options = { fit: "width", controls: true, autoPlay: Boolean(live), preload: true, theme: "asciinema" };
	if (live) {
		const url = location.origin.replace(/^http/, "ws") + live;
		const watch = () => { window.player = AsciinemaPlayer.create({ driver: "websocket", url }, element, options); };
		if (!document.hidden) watch();
		// A hidden page is disconnected, so that it does not count as a spectator and receives no data.
		document.addEventListener("visibilitychange", () => {
			if (!document.hidden) watch();
			else if (window.player) window.player.dispose();
		});
	} else if (cast) {
		window.player = AsciinemaPlayer.create(cast, element, { ...options, poster: "npt:0:3" });
	}
}

const games = document.getElementById("games");
async function update() {
	if (!document.hidden) {
		try {
			const response = await fetch(games.dataset.from);
			if (response.ok) {
				const text = await response.text();
				// A link with the focus is not replaced. The server has escaped the text.
				if (text !== games.innerHTML && !games.contains(document.activeElement)) games.innerHTML = text;
			}
		} catch {} // try again after 5 s
	}
	setTimeout(update, 5000);
}
if (games) setTimeout(update, 5000);
