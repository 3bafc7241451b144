// The history of the focus. When the focused element disappears (a popup closes, a button is disabled, a row is
// deleted), the focus returns to an earlier element: key presses on the body would be lost.

/** null stands for the page itself: the user clicked on an empty place, or came to another page. */
type Place = WeakRef<HTMLElement> | null
export type FocusTrail = readonly Place[]

const mostPlaces = 30
/** Whether the last input was by pointer: then a restored focus shows no ring. */
let byPointer = false
/** Whether the last input was by pointer. */
export const wasByPointer = (): boolean => byPointer
/** Latest last. */
let trail: FocusTrail = []

/** The present trail: elements that open keep it, and give the focus back along it. */
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

/** On a new page, the focus must not return to elements of the former page. */
export const noteNewPage = (): void => note(null)

const nobodyHasIt = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Whether no element that takes keys has the focus: a part that opens may then take it. */
export const isFocusFree = (): boolean => nobodyHasIt() || document.activeElement?.matches('main') === true

const isStanding = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.closest('[inert]') === null &&
  // jsdom does not implement visibility.
  (element.checkVisibility?.({ visibilityProperty: true }) ?? true)

/**
 * Focuses the latest element of the trail that still exists, else the page. Does so only if nothing has the focus, or
 * an element within `leaving` has it.
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

/** Records focus changes for as long as the page lives. */
export function watchFocus(): () => void {
  const entered = ({ target }: FocusEvent) => target instanceof HTMLElement && note(target)
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    // `focusout` fires before the element is removed, and before the window loses the focus.
    setTimeout(() => {
      if (!nobodyHasIt() || !document.hasFocus()) return
      if (isStanding(target)) note(null)
      else giveFocusBack()
    })
  }
  // Some browsers fire no event on removal: the next key press restores the focus.
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
