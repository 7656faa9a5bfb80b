// A form that came back with faults: say so, and begin there. A page among others in
// frames, as in the gallery, leaves the window where it is.
import {all} from "./dom.js"

for (const summary of all("[data-summary]")) summary.focus({preventScroll: self != top})
