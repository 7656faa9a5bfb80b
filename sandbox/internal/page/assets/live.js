// Keeps the marked regions of a page current: fetches the page again every two
// seconds while somebody looks, and swaps regions that changed. A region in
// which something is opened, focused or being pressed is left alone.
const every = 2000;

async function refresh() {
	if (document.hidden) return;
	const response = await fetch(location.href);
	if (!response.ok) return;
	const next = new DOMParser().parseFromString(await response.text(), "text/html");
	for (const region of document.querySelectorAll("[data-live]")) {
		const fresh = next.querySelector(`[data-live="${region.dataset.live}"]`);
		const busy = region.contains(document.activeElement) || region.querySelector("details[open]") || region.matches(":active");
		if (fresh && !busy && fresh.innerHTML !== region.innerHTML) region.replaceWith(document.adoptNode(fresh));
	}
}

async function loop() {
	try {
		await refresh();
	} catch {
		// The sandbox is stopped; it may come back.
	}
	setTimeout(loop, every);
}

setTimeout(loop, every);
document.addEventListener("visibilitychange", () => refresh().catch(() => {}));
