// Has the current way in sight, where the ways are wider than the screen.
document.querySelector(".bar [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });

// Opens the customer's phone in a window of its own, beside the page.
document.addEventListener("click", (event) => {
	const link = event.target.closest("a[target=phone]");
	if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
	if (open(link.href, "phone", "popup,width=420,height=860")) event.preventDefault();
});
