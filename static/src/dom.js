export const one = (selector, root = document) => root.querySelector(selector)
export const all = (selector, root = document) => [...root.querySelectorAll(selector)]
export const main = one("main")

// click runs what a button does, and shows the button: without script it is
// hidden, with the cell that it has for itself, since it would do nothing.
export const click = (action, run) =>
  all(`[data-action=${action}]`).forEach(button => {
    button.hidden = false
    if (button.parentNode.tagName == "DD") button.parentNode.hidden = false
    button.addEventListener("click", event => run(button, event))
  })
