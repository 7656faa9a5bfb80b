// Folded fields unfold when one of them is reached with the keyboard, or has a value.
export function unfold(field) {
  const inside = field.closest(".more>div")
  if (inside) inside.parentNode.open = true
}
addEventListener("focusin", event => unfold(event.target))
