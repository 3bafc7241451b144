// A button that is pressed and then has nothing more to do is greyed out, and with it goes the focus. It goes back along
// its trail by itself; this names a better place. Called once the button's work is done.
import { isFocusFree } from './focusTrail.ts'

/** Gives the focus to the first element that fits, where nothing has it. */
export function keepFocus(selector: string): void {
  requestAnimationFrame(() => {
    if (isFocusFree()) document.querySelector<HTMLElement>(selector)?.focus()
  })
}
