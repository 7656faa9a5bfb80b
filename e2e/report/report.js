"use strict"
const {run, walks} = JSON.parse(document.getElementById("run").textContent)
const $ = id => document.getElementById(id)
const h = (tag, props, ...children) => {
  const e = document.createElement(tag)
  for (const [k, v] of Object.entries(props ?? {})) k in e && k != "list" ? e[k] = v : e.setAttribute(k, v)
  e.append(...children.flat().filter(c => c != null))
  return e
}
const seconds = ms => (ms / 1000).toFixed(1) + " s"
const device = w => w.Device + (w.JavaScript ? "" : ", no JavaScript")
const kind = w => w.Name.split("/")[0]
const said = {passed: "passed", failed: "failed", skipped: "skipped", again: "passed when tried again"}
let only = "", chosen = -1

$("facts").textContent = `${run.url} · ${new Date(run.began).toLocaleString()} · ${seconds(run.ms)} · seed ${run.seed} · ${run.version}`
for (const status of Object.keys(said)) {
  const n = walks.filter(w => w.Status == status).length
  if (n || status == "failed") $("counts").append(h("button", {type: "button", className: status, ariaPressed: "false", onclick: e => {
    only = only == status ? "" : status
    for (const b of $("counts").children) b.ariaPressed = String(b == e.target && only != "")
    draw()
  }}, `${n} ${said[status]}`))
}
const faults = (run.preflight ?? []).filter(f => f.verdict != "well")
$("preflight").open = faults.length > 0
$("preflight").lastElementChild.append(h("table", {}, (run.preflight ?? []).map(f => h("tr", {},
  h("td", {className: f.verdict == "fault" ? "failed" : f.verdict == "well" ? "passed" : "again"}, f.verdict), h("td", {}, f.name), h("td", {}, f.says + (f.mend ? " → " + f.mend : ""))))))
$("preflight").hidden = !run.preflight
const form = $("filter")
for (const [name, of] of [["language", w => [w.Language]], ["kind", w => [kind(w)]], ["tag", w => w.Tags ?? []]])
  for (const value of [...new Set(walks.flatMap(of))].filter(Boolean).sort()) form[name].append(h("option", {}, value))
form.addEventListener("input", draw)
form.addEventListener("submit", e => e.preventDefault())

// wide says that the matrix scrolls, where it does.
function wide() { $("wide").classList.toggle("more", $("wide").scrollWidth > $("wide").clientWidth + 1) }
addEventListener("resize", wide)

function draw() {
  const text = form.text.value.toLowerCase()
  const fits = w => (!only || w.Status == only) && (!form.language.value || w.Language == form.language.value) && (!form.kind.value || kind(w) == form.kind.value)
    && (!form.tag.value || (w.Tags ?? []).includes(form.tag.value)) && (!text || [w.Name, w.Says, w.Reason, ...w.Tags ?? []].join(" ").toLowerCase().includes(text))
  const shown = walks.map((w, i) => [w, i]).filter(([w]) => fits(w))
  form.querySelector("output").textContent = `${shown.length} of ${walks.length} walks`
  const devices = [...new Set(walks.map(device))].sort()
  const rows = Map.groupBy(shown, ([w]) => w.Method ? `${w.Method} ${w.Currency}` : "other")
  const link = ([w, i]) => h("a", {href: "#" + i, className: w.Status, title: `${w.Name}: ${said[w.Status]}${w.Reason ? ", " + w.Reason : ""}`, ...i == chosen ? {ariaCurrent: "true"} : {}}, w.Language || "·")
  $("matrix").replaceChildren($("matrix").caption, h("thead", {}, h("tr", {}, h("th", {scope: "col"}, "Method"), devices.map(d => h("th", {scope: "col"}, d)))),
    h("tbody", {}, [...rows].sort().map(([name, of]) => h("tr", {}, h("th", {scope: "row"}, name), devices.map(d => h("td", {}, of.filter(([w]) => device(w) == d).map(link)))))))
  wide()
  const names = (status, title) => {
    const of = shown.filter(([w]) => status.includes(w.Status))
    const was = $("lists").querySelector(`[data-list=${status[0]}]`)?.open ?? false
    return of.length ? h("details", {"data-list": status[0], open: was}, h("summary", {}, `${title}, ${of.length}`),
      h("ul", {}, of.map(([w, i]) => h("li", {}, h("a", {href: "#" + i, className: w.Status}, w.Name), w.Reason ? h("span", {}, " " + w.Reason) : null)))) : null
  }
  $("lists").replaceChildren(...[names(["passed", "again"], "Passed"), names(["skipped"], "Skipped, with the reason")].filter(Boolean))
  const causes = [...Map.groupBy(shown.filter(([w]) => w.Status == "failed"), ([w]) => w.Cause).values()]
  $("failed").replaceChildren(...causes.length ? [h("h2", {}, "Failed"), h("ul", {}, causes.slice(0, 200).map(of => h("li", {}, h("code", {}, of[0][0].Says.slice(0, 300)),
    of.length > 1 ? ` ${of.length} walks:` : "", of.slice(0, 200).flatMap(([w, i]) => [" ", h("a", {href: "#" + i}, w.Name)]))))] : [])
}

const bytes = id => Uint8Array.from(atob($(id).textContent), c => c.charCodeAt(0))
const picture = id => id ? URL.createObjectURL(new Blob([bytes(id)], {type: "image/webp"})) : ""

async function open(i) {
  chosen = i
  draw()
  const w = JSON.parse(await new Response(new Blob([bytes("w" + i)]).stream().pipeThrough(new DecompressionStream("gzip"))).text())
  if (chosen != i) return // another one was opened meanwhile
  const room = h("div")
  $("walk").replaceChildren(h("h2", {className: w.status}, `${w.name}: ${said[w.status]}`),
    h("p", {}, `${seconds(w.ms)}, tried ${w.tries} ${w.tries == 1 ? "time" : "times"}; tags: ${(w.tags ?? []).join(", ") || "none"}${w.reason ? "; " + w.reason : ""}`),
    ...w.errors?.length ? [h("pre", {}, w.errors.join("\n\n"))] : [], tabs(w, room), room)
  if (w.tabs?.length) show(w, 0, room)
  $("walk").focus({preventScroll: true})
  $("walk").scrollIntoView({behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth"})
}

function tabs(w, room) {
  if ((w.tabs ?? []).length < 2) return h("span")
  return h("div", {className: "tabs"}, w.tabs.map((t, n) => h("button", {type: "button", onclick: () => show(w, n, room)}, `tab ${n + 1}, ${t.customer}`)))
}

// story is what the sandbox knows of an order.
const story = s => {
  const table = (name, rows) => [h("h4", {}, name), rows.length ? h("table", {className: "time"}, rows.map(row => h("tr", {}, row.map(cell => h("td", {}, cell))))) : h("p", {}, "none")]
  return [h("h3", {}, "Order ", h("a", {href: s.console}, s.idPayin), ` of ${s.merchantCode}, ${s.status || "never created"}`),
    ...table("States", (s.states ?? []).map(t => [t.at, [t.status, t.failureReasonCode].filter(Boolean).join(" "), (t.planned ? "planned: " : "") + t.cause])),
    ...table("Calls", (s.calls ?? []).map(c => [c.at, `${c.method} ${c.path}`, c.status ? String(c.status) : "cut off", c.why ? `${c.why.code}: ${c.why.reason}` : ""])),
    ...table("Callbacks", (s.callbacks ?? []).flatMap(c => [["", `${c.tellsOf}, ${c.state}`, c.url], ...c.attempts.map(a => [a.at, a.status ? String(a.status) : "no answer", a.error ?? ""])]))]
}

function show(w, n, room) {
  const tab = w.tabs[n], film = tab.film ?? [], ids = w.pictures?.[n] ?? []
  const big = h("div", {className: "shown"}), lines = h("tbody")
  const buttons = film.map((f, i) => h("button", {type: "button", onclick: () => frame(i)}, ids[i] ? h("img", {src: picture(ids[i]), alt: ""}) : null,
    `${f.data.page ?? "elsewhere"} ${f.data.status ?? f.data.problem ?? ""}`, h("br"), seconds(f.at)))
  const slider = h("input", {type: "range", min: 0, max: Math.max(0, film.length - 1), value: 0, ariaLabel: "Frame", oninput: () => frame(+slider.value)})
  let timer = 0
  const play = h("button", {type: "button", onclick: () => {
    if (timer) return stop()
    play.textContent = "Pause"
    const step = i => {
      frame(i)
      timer = i + 1 < film.length ? setTimeout(() => step(i + 1), Math.min(2000, Math.max(400, film[i + 1].at - film[i].at))) : stop()
    }
    step(+slider.value + 1 < film.length ? +slider.value : 0)
  }}, "Play")
  const stop = () => { clearTimeout(timer); timer = 0; play.textContent = "Play"; return 0 }
  function frame(i) {
    const f = film[i]
    if (!f) return
    slider.value = i
    buttons.forEach((b, j) => b.ariaPressed = String(i == j))
    big.replaceChildren(ids[i] ? h("img", {src: picture(ids[i]), alt: `The page ${f.data.page ?? ""} at ${seconds(f.at)}`}) : h("p", {}, "No picture was kept: the file would have been too large."),
      h("div", {}, h("p", {}, f.address, " (", f.lang, ")"), h("h3", {}, "data-*"), h("table", {}, Object.entries(f.data).map(([k, v]) => h("tr", {}, h("th", {scope: "row"}, k), h("td", {}, v)))), h("h3", {}, "Words"), h("pre", {}, f.words)))
    const until = film[i + 1]?.at ?? Infinity
    for (const line of lines.children) line.classList.toggle("now", +line.dataset.at >= f.at && +line.dataset.at < until)
  }
  const began = tab.journal?.[0]?.at ?? 0
  lines.append(...(tab.journal ?? []).map(e => { const line = h("tr", {className: e.kind}, h("td", {}, (e.at / 1000).toFixed(3)), h("td", {}, e.kind), h("td", {className: e.kind}, e.text)); line.dataset.at = e.at; return line }))
  room.replaceChildren(
    ...film.length ? [h("h3", {}, "Film"), h("div", {className: "strip"}, buttons), film.length > 1 ? h("div", {className: "play strip"}, play, slider) : null, big].filter(Boolean) : [],
    ...(tab.stories ?? []).flatMap(story),
    ...tab.axe?.length ? [h("h3", {}, "axe"), h("table", {}, tab.axe.map(v => h("tr", {}, h("th", {scope: "row"}, v.ID), h("td", {}, v.Help), h("td", {}, h("pre", {}, v.Nodes.join("\n"))))))] : [],
    h("h3", {}, `Journal, ${tab.journal?.length ?? 0} entries from ${seconds(began)}`), h("div", {className: "scroll", tabIndex: 0}, h("table", {className: "time"}, lines)),
    ...tab.files?.length ? [h("h3", {}, "Kept"), h("ul", {}, tab.files.map(f => h("li", {}, h("a", {href: f}, f))))] : [])
  frame(w.status == "failed" ? film.length - 1 : 0)
}

const byHash = () => { const i = parseInt(location.hash.slice(1), 10); if (walks[i]) open(i) }
addEventListener("hashchange", byHash)
draw()
byHash()
