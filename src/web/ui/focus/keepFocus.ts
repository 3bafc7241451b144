// A pressed button that is then disabled loses the focus, which returns along its trail. This names a better target.
// Call it once the button's work is done.
import { isFocusFree } from './focusTrail.ts'

/** Focuses the first matching element, if nothing has the focus. */
export function keepFocus(selector: string): void {
  requestAnimationFrame(() => {
    if (isFocusFree()) document.querySelector<HTMLElement>(selector)?.focus()
  })
}
