// Makes pages pleasanter where something is chosen or filled in; nothing here is
// needed to pay. Each part looks for its own hooks and does nothing where they are
// missing.
import "./news.js"
import "./filter.js"
import "./languages.js"
import "./submit.js"
import "./back.js"
import "./typed.js"
import "./fold.js"

// A form that came back with faults: say so, and begin there.
document.querySelector("[data-summary]")?.focus()
