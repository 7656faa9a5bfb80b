// Folded fields unfold when one of them is reached with the keyboard.
addEventListener("focusin", ({target}) => {
  const fold = target.closest(".more")
  if (fold && target.tagName != "SUMMARY") fold.open = true
})
