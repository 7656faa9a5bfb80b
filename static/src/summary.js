// A form that came back with faults: say so, and begin there.
document.querySelector("[data-summary]")?.focus()
