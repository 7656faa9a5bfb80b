// Copying, sharing and printing.
import {click, one} from "./dom.js"

const say = one("[data-say]")

// put says whether the text was copied.
async function put(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Browsers without the newer way, or pages without https.
    const box = document.createElement("textarea")
    box.value = text
    document.body.append(box)
    box.select()
    const done = document.execCommand("copy")
    box.remove()
    return done
  }
}

// The same words once more are news to a screen reader only after silence.
let silence
function announce() {
  clearTimeout(silence)
  say.textContent = ""
  silence = setTimeout(() => {
    say.textContent = say.dataset.say
    silence = setTimeout(() => (say.textContent = ""), 2e3)
  }, 50)
}

click("copy", async button => {
  const part = button.closest("[data-value]")
  // Browsers inside other apps may refuse: the text is marked then, to be copied by hand.
  if (!(await put(part.dataset.value))) {
    const text = one("bdi,code", part)
    return text && getSelection().selectAllChildren(text)
  }
  const label = (button.label = button.label || button.textContent)
  button.textContent = say.dataset.say
  clearTimeout(button.timer)
  button.timer = setTimeout(() => (button.textContent = label), 2e3)
  announce()
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
