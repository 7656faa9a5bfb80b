// Makes pages pleasanter where something is filled in; nothing here is needed to pay.
// Each part looks for its own hooks and does nothing where they are missing.
import "./watch.js"
import "./submit.js"
import "./back.js"
import "./mended.js"
import "./typed.js"
import "./fold.js"
import "./summary.js"
