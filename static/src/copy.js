// Copying, sharing and printing.
import {all, click, one} from "./dom.js"

const say = one("[data-say]")

// put says whether the text was copied. One that wasn't is marked where it stands, or
// in a box beside the button, to be copied by hand.
async function put(text, button, part) {
  try {
    // Some browsers inside apps never answer.
    await Promise.race([navigator.clipboard.writeText(text), new Promise((_, late) => setTimeout(late, 1e3))])
    return true
  } catch {
    // Browsers without the newer way, or pages without https.
    const box = document.createElement("textarea")
    box.value = text
    box.title = button.textContent
    box.readOnly = true
    button.after(box)
    box.select()
    const done = document.execCommand("copy")
    const stands = one("bdi,code", part)
    if (done || stands) box.remove()
    if (!done && stands) getSelection().selectAllChildren(stands)
    return done
  }
}

click("copy", async button => {
  const part = button.closest("[data-value]")
  for (const box of all("textarea", part)) box.remove()
  if (!(await put(part.dataset.value, button, part))) return // as browsers inside other apps may refuse
  const label = (button.label = button.label || button.textContent)
  button.textContent = say.dataset.say
  // The same words once more are news to a screen reader only after silence.
  say.textContent = ""
  setTimeout(() => (say.textContent = say.dataset.say), 50)
  clearTimeout(button.timer)
  button.timer = setTimeout(() => (button.textContent = label, say.textContent = ""), 2e3)
  button.focus()
})

const picture = (bits, name) => ({files: [new File(bits, name, {type: "image/png"})]})
if (navigator.canShare && navigator.canShare(picture([""], "a.png")))
  click("share-qr", async () => {
    const {href, download} = one("[data-action=save-qr]")
    try {
      await navigator.share(picture([await (await fetch(href)).blob()], download))
    } catch {} // closed by the customer
  })

click("print", () => print())
