// Where the focus has been. What goes (a popup that closes, a button that is greyed out, a row that is deleted) gives the
// focus back to where it was before: keys (Esc, Tab, arrows) that fall to the body are nobody's.

/** null stands for the page itself: the reader pressed on an empty place, or came to another page. */
type Place = WeakRef<HTMLElement> | null
export type FocusTrail = readonly Place[]

const mostPlaces = 30
/** What was done last was done by the pointer: where the focus comes back to needs no ring, it was pressed a moment ago. */
let byPointer = false
/** The latest last. */
let trail: FocusTrail = []

/** As it is now: what opens keeps it, and gives the focus back along it. */
export function focusTrail(): FocusTrail {
  const now = document.activeElement
  if (now instanceof HTMLElement && now !== document.body) note(now)
  return trail
}

function note(place: HTMLElement | null): void {
  const last = trail.at(-1)
  if (place === null ? last === null : last?.deref() === place) return
  trail = [...trail.slice(1 - mostPlaces), place && new WeakRef(place)]
}

/** Another page: nothing of the one before is where one came from. */
export const noteNewPage = (): void => note(null)

const nobodyHasIt = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Whether it lies on nothing that takes keys: a part that opens may take it. */
export const isFocusFree = (): boolean => nobodyHasIt() || document.activeElement?.matches('main') === true

const isStanding = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.closest('[inert]') === null &&
  // jsdom knows nothing of what is drawn.
  (element.checkVisibility?.({ visibilityProperty: true }) ?? true)

/**
 * Gives the focus to the latest place along the trail that still stands, else to the page, where nobody has it or what
 * has it is within `leaving`.
 */
export function giveFocusBack(along: FocusTrail = trail, leaving: Element | null = null): void {
  if (!nobodyHasIt() && !leaving?.contains(document.activeElement)) return
  for (const place of [...along].reverse()) {
    if (place === null) break
    const element = place.deref()
    if (!element || !isStanding(element) || leaving?.contains(element)) continue
    element.focus({ preventScroll: true, ...(byPointer && { focusVisible: false }) })
    if (document.activeElement === element) return
  }
  document.querySelector<HTMLElement>('main[tabindex]')?.focus({ preventScroll: true })
}

/** Follows the focus for as long as the page lives. */
export function watchFocus(): () => void {
  const entered = ({ target }: FocusEvent) => target instanceof HTMLElement && note(target)
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    // What goes is told of before it is gone, and a window that is left before it is.
    setTimeout(() => {
      if (!nobodyHasIt() || !document.hasFocus()) return
      if (isStanding(target)) note(null)
      else giveFocusBack()
    })
  }
  // Browsers that tell of no removal: the next key finds its place all the same.
  const pressed = () => {
    byPointer = false
    const last = trail.at(-1)?.deref()
    if (nobodyHasIt() && last && !isStanding(last)) giveFocusBack()
  }
  const pointed = () => {
    byPointer = true
  }
  document.addEventListener('focusin', entered, true)
  document.addEventListener('pointerdown', pointed, true)
  document.addEventListener('focusout', left, true)
  document.addEventListener('keydown', pressed, true)
  return () => {
    document.removeEventListener('focusin', entered, true)
    document.removeEventListener('pointerdown', pointed, true)
    document.removeEventListener('focusout', left, true)
    document.removeEventListener('keydown', pressed, true)
  }
}
