// A form that came back with faults: say so, and begin there.
import {one} from "./dom.js"

one("[data-summary]")?.focus()
