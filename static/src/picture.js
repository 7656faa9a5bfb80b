// Saves as a picture what somebody takes along who pays later: who is paid, how much,
// until when and by what, as the page says it now, black on white. Where no picture
// comes of it there is paper.
import {all, click, one} from "./dom.js"

const parts = "header strong,header [data-amount],header .soft,[data-deadline],h1,main dt,main dd:not(.act),.slip p,.slip b,.qr svg"
const wide = 1080, edge = 60

// lines divides a text where there is a space, or else between two letters.
function lines(pen, text) {
  const found = [""]
  for (const letter of text.match(/.\p{M}*/gu)) {
    const line = found.pop()
    const longer = line + letter
    const fits = pen.measureText(longer).width <= wide - 2 * edge
    const end = fits ? longer.length : longer.lastIndexOf(" ") + 1 || line.length
    found.push(longer.slice(0, end))
    if (!fits) found.push(longer.slice(end))
  }
  return found
}

// drawCode draws a code as large as there is room for, in whole dots a module.
function drawCode(pen, svg, y) {
  const {width, height} = svg.viewBox.baseVal
  const scale = Math.floor((wide - 2 * edge) / width)
  const path = one("[stroke]", svg)
  pen.setTransform(scale, 0, 0, scale, Math.round((wide - width * scale) / 2), y)
  pen.lineWidth = path.getAttribute("stroke-width") || 1
  pen.stroke(new Path2D(path.getAttribute("d")))
  pen.resetTransform()
  return height * scale
}

// draw draws all parts that are seen on this device, and returns where they end.
function draw(pen) {
  let y = edge
  pen.fillStyle = "#fff"
  pen.fillRect(0, 0, wide, pen.canvas.height)
  pen.fillStyle = "#000"
  pen.textAlign = "center"
  pen.direction = document.dir
  for (const part of all(parts)) {
    if (!part.getClientRects().length) continue
    if (part.viewBox) {
      y += drawCode(pen, part, Math.round((y += 20)))
      continue
    }
    const {fontWeight, fontSize, fontFamily} = getComputedStyle(part)
    const size = 2.5 * parseFloat(fontSize)
    pen.font = `${fontWeight} ${size}px ${fontFamily}`
    const paragraphs = part.innerText.match(/.*\S/g) || [] // rows in a fold have none
    for (const paragraph of paragraphs)
      for (const line of lines(pen, paragraph)) pen.fillText(line, wide / 2, (y += 1.4 * size))
    y += 10
  }
  return y + edge
}

async function save(_, event) {
  event.preventDefault()
  const canvas = document.createElement("canvas")
  const pen = canvas.getContext("2d")
  canvas.width = wide
  canvas.height = draw(pen)
  draw(pen)
  const picture = await new Promise(done => canvas.toBlob(done))
  if (!picture) return print()
  const link = document.createElement("a")
  link.download = document.title + ".png"
  link.href = URL.createObjectURL(picture)
  link.click()
}

// Android's apps know nothing of sharing, and some fail at what a page has made.
if (navigator.canShare || matchMedia("(pointer:fine)").matches) {
  click("save-qr", save)
  click("save-picture", save)
}
