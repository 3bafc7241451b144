// Measures a page's layout: nothing leaves the window, no control is cut or covered, and what is cut can be read whole.
import type { Page } from 'playwright'
import { layers } from './focus.ts'

/** What is wrong on the page, or within the layer in front of it, one line each; empty where the layout holds. */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(measure, layers)

function measure(layersOf: string): string[] {
  const faults: string[] = []
  const root = [...document.querySelectorAll(layersOf)].at(-1) ?? document.body
  const width = document.documentElement.clientWidth
  const height = window.innerHeight
  const told = (element: Element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 24)
    return `${element.tagName.toLowerCase()}.${String(element.getAttribute('class')).split(' ').slice(-2).join('.')} «${text}»`
  }
  if (document.documentElement.scrollWidth > width + 1)
    faults.push(`the page is ${document.documentElement.scrollWidth} wide in a window of ${width}`)
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  /** The part of an element that its clipping ancestors show; null where it is scrolled out of sight on purpose. */
  const clipOf = (element: Element): { left: number; right: number; top: number; bottom: number } | null => {
    const clip = { left: 0, right: width, top: 0, bottom: height }
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const box = at.getBoundingClientRect()
      const own = element.getBoundingClientRect()
      const scrolls = /auto|scroll/
      if (
        scrolls.test(overflowX) &&
        at.scrollWidth > at.clientWidth + 1 &&
        (own.right > box.right || own.left < box.left)
      )
        return null
      if (
        scrolls.test(overflowY) &&
        at.scrollHeight > at.clientHeight + 1 &&
        (own.bottom > box.bottom || own.top < box.top)
      )
        return null
      if (overflowX !== 'visible') {
        clip.left = Math.max(clip.left, box.left)
        clip.right = Math.min(clip.right, box.right)
      }
      if (overflowY !== 'visible') {
        clip.top = Math.max(clip.top, box.top)
        clip.bottom = Math.min(clip.bottom, box.bottom)
      }
    }
    return clip
  }
  /**
   * Tables and editors place what they hold themselves; the link is out of sight until it has the focus; the palette's
   * preview has the whole name of its row.
   */
  const passed =
    '[aria-hidden="true"], .monaco-editor, .sql-editor-plain, [role="grid"], .skip-link, .palette-row'
  /** A button within its field's edge, as the field means it. */
  const isWithin = (one: Element, other: Element) =>
    one.parentElement === other.parentElement &&
    [one, other].some((element) => getComputedStyle(element).position === 'absolute')
  const controls = [
    ...root.querySelectorAll(
      'button, a[href], input:not([type="hidden"]), select, textarea:not([data-awaits-text]), [role="tab"], [role="button"], [role="checkbox"], [role="switch"]',
    ),
  ].filter((element) => {
    if (!isShown(element) || element.closest(passed)) return false
    const { width: wide, height: high } = element.getBoundingClientRect()
    return wide > 2 && high > 2
  })
  for (const control of controls) {
    const box = control.getBoundingClientRect()
    const clip = clipOf(control)
    if (clip === null) continue
    if (
      box.left < clip.left - 2 ||
      box.right > clip.right + 2 ||
      box.top < clip.top - 2 ||
      box.bottom > clip.bottom + 2
    ) {
      faults.push(
        `${told(control)} is cut: ${[box.left, box.right, box.top, box.bottom].map(Math.round)} within ${[clip.left, clip.right, clip.top, clip.bottom].map(Math.round)}`,
      )
      continue
    }
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    const label = control.closest('label') ?? control
    if (top && !label.contains(top) && !top.contains(control) && !top.closest('.watermark'))
      faults.push(`${told(control)} is covered by ${told(top)}`)
  }
  const places = controls.map((element) => ({ element, box: element.getBoundingClientRect() }))
  for (const [at, one] of places.entries())
    for (const other of places.slice(at + 1)) {
      if (
        one.element.contains(other.element) ||
        other.element.contains(one.element) ||
        isWithin(one.element, other.element)
      )
        continue
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (wide > 3 && high > 3 && clipOf(one.element) && clipOf(other.element))
        faults.push(
          `${told(one.element)} overlaps ${told(other.element)} by ${Math.round(wide)} × ${Math.round(high)}`,
        )
    }
  // Texts that are cut by an ellipsis: their whole text is in a hint. Tables have hints of their own.
  for (const element of root.querySelectorAll('*')) {
    if (
      element.children.length > 3 ||
      !isShown(element) ||
      element.closest(passed) ||
      element.clientWidth <= 2
    )
      continue
    const style = getComputedStyle(element)
    const isCut =
      element.scrollWidth > element.clientWidth + 1 &&
      style.overflowX !== 'visible' &&
      !/auto|scroll/.test(style.overflowX)
    if (!isCut || (element.textContent ?? '').trim().length < 3) continue
    const hint =
      element.closest('[title]:not([title=""])') ?? element.querySelector('[title]:not([title=""])')
    if (!hint && !element.closest('.bp6-popover-target'))
      faults.push(`${told(element)} is cut and has no hint`)
  }
  return faults
}
