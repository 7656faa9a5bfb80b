// Back from the next page leads to this one: before a choice is sent, the page's
// address becomes its own, for the payment's plain one shows whatever is due.
addEventListener("submit", event => {
  const {here} = event.target.dataset
  if (here && !event.defaultPrevented) history.replaceState(history.state, "", here)
})
