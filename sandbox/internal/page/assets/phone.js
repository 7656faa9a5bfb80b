// Has the current way in sight, where the ways are wider than the screen.
document.querySelector(".bar [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });

// Unfolds what the address names.
function unfold() {
	const part = document.getElementById(location.hash.slice(1))?.closest("details");
	if (part) part.open = true;
}
unfold();
addEventListener("hashchange", unfold);

// Opens the customer's phone in a window of its own, beside the page.
document.addEventListener("click", (event) => {
	const link = event.target.closest("a[target=phone]");
	if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
	if (open(link.href, "phone", "popup,width=420,height=860")) event.preventDefault();
});
