// A button that is pressed and then has nothing more to do is greyed out, and with it goes the focus: keys (Esc, Tab)
// would then be nobody's. Called once the button's work is done.

/** Gives the focus to the first element that fits, where nothing has it. */
export function keepFocus(selector: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(selector)?.focus()
  })
}
