// Makes pages pleasanter that tell how to pay and how it stands; nothing here is
// needed to pay. Each part looks for its own hooks and does nothing where they are
// missing.
import "./watch.js"
import "./deadline.js"
import "./copy.js"
import "./submit.js"
import "./away.js"
import "./leave.js"
import {all} from "./dom.js"

// All sections are open without script; with it the first one is enough. So is the code on
// a phone, which has in it what is below.
for (const section of all("[data-fold]")) section.open = matchMedia(section.dataset.fold).matches
