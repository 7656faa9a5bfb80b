// Makes pages pleasanter that tell how to pay later; nothing here is needed to pay.
import "./tell.js"
import "./picture.js"
