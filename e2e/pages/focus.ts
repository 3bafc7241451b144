// Checks of the focus, from the page's visible state.
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { polling } from '../browser.ts'

/** Elements that open over a page. */
const overlays = '.popup, [role="dialog"], .bp6-alert, .palette'

/** A description of the focused element, for messages of failing tests. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const now = document.activeElement
    if (!now || now === document.body) return 'nobody'
    const { role, ariaLabel, textContent, className } = now as HTMLElement
    return `${now.localName} ${role ?? ''} ${ariaLabel ?? textContent?.slice(0, 20) ?? ''} .${className}`
  })

/** Marks the focused element; `depth` is the number of already open layers. */
const markOrigin = (page: Page, depth: number): Promise<void> =>
  page.evaluate((mark) => {
    for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark)
    document.activeElement?.setAttribute(mark, '')
  }, originAt(depth))
const originAt = (depth: number) => `data-origin-${depth}`

const isBack = (page: Page, depth: number): Promise<boolean> =>
  page.evaluate((mark) => document.activeElement?.hasAttribute(mark) === true, originAt(depth))

/** Layers over the page, including those that are fading out. */
export const layers = '.bp6-popover, .bp6-dialog-container, .bp6-drawer, .palette'

/** Waits until all layers have faded. */
export const fade = (page: Page) =>
  page.waitForFunction((of) => document.querySelector(of) === null, layers, { polling })

interface Expected {
  /** Part of its text, labels or classes. */
  shows?: string
  /** Number of already open layers. */
  depth?: number
  /** Keys that close it. */
  leave?: string
}

/**
 * Presses keys by `open`, and waits until what opened has the focus, lies inside the window and shows its content.
 */
export async function opens(page: Page, open: () => Promise<void>, expected: Expected = {}): Promise<void> {
  const { shows = '', depth = 0 } = expected
  await markOrigin(page, depth)
  await open()
  const state = () =>
    page.evaluate(
      ([of, wanted, mark]) => {
        const within = document.activeElement?.closest(of)
        if (!within || document.activeElement?.hasAttribute(mark)) return 'the focus goes not in'
        const box = within.closest('.bp6-popover, [role="dialog"], .bp6-alert, .palette')
        if (!box) return 'a box'
        if (!box.outerHTML.includes(wanted)) return `it shows no ${wanted}: ${box.textContent?.slice(0, 200)}`
        const { left, top, right, bottom } = box.getBoundingClientRect()
        const fits = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
        return fits ? '' : `beyond the window: ${[left, top, right, bottom].map(Math.round)}`
      },
      [overlays, shows, originAt(depth)] as const,
    )
  await expect.poll(state).toBe('')
}

/** Waits until a dialog has taken the focus: earlier keys would not reach it. */
export const takesFocus = (dialog: Locator): Promise<void> =>
  expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)

/** Closes by Escape or other keys; the focus returns at once, and stays after all layers have faded. */
export async function closes(page: Page, { depth = 0, leave = 'Escape' }: Expected = {}): Promise<void> {
  const [last = '', ...before] = leave.split(' ').reverse()
  for (const key of before.reverse()) {
    const origin = await focused(page)
    await page.keyboard.press(key)
    await expect.poll(() => focused(page)).not.toBe(origin)
  }
  await page.keyboard.press(last)
  await expect.poll(() => isBack(page, depth).then(async (back) => back || (await focused(page)))).toBe(true)
  if (depth === 0) await fade(page)
  expect(await isBack(page, depth), await focused(page)).toBe(true)
}

/**
 * Types into the first text field of the dialog in front, then takes it back. Returns what would become of the text
 * if the page were reloaded: the browser asks, the text is kept for the return, or it is lost; null without a field.
 */
export async function typedIsSafe(page: Page): Promise<'asked' | 'kept' | 'lost' | null> {
  const field = page
    .locator('.bp6-dialog')
    .last()
    .locator('input:is([type=text], :not([type])), textarea')
    .and(page.locator(':not([role=combobox], [readonly], :disabled)'))
    .filter({ visible: true })
    .first()
  if ((await field.count()) === 0) return null
  await field.click()
  await page.keyboard.press('End')
  await page.keyboard.type('7')
  const fate = await field.evaluate((element) => {
    const asking = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(asking)
    if (asking.defaultPrevented) return 'asked'
    window.dispatchEvent(new Event('pagehide'))
    const kept = JSON.stringify(Object.values(sessionStorage))
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    const text = JSON.stringify(JSON.stringify((element as HTMLInputElement).value)).slice(3, -3)
    return kept.includes(text) ? 'kept' : 'lost'
  })
  await page.keyboard.press('Backspace')
  return fate
}

/** Presses Tab until an element that matches has the focus. */
export async function tabInto(page: Page, selector: string, keys = 'Tab'): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    if (await page.evaluate((of) => document.activeElement?.matches(of) === true, selector)) return
    await page.keyboard.press(keys)
  }
  throw new Error(`Tab leads to no ${selector}, but to ${await focused(page)}`)
}

/** Presses Tab until an element with these words has the focus. */
export async function tabTo(page: Page, words: string): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    if ((await focused(page)).includes(words)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab leads to no ${words}, but to ${await focused(page)}`)
}

/** Moves to a dialog's tabs by Tab, then by arrows to the tab with these words. */
export async function chooseTab(page: Page, words: string): Promise<void> {
  await tabInto(page, '[role="dialog"] [role="tab"]')
  for (let pressed = 0; pressed < 10; pressed++) {
    if ((await focused(page)).includes(words)) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error(`arrows lead to no tab ${words}`)
}

/** Checks that arrows choose the previous and the next tab. */
export async function arrowsChoose(page: Page): Promise<void> {
  const at = () =>
    page.evaluate(() => {
      const now = document.activeElement
      const tabs = [...(now?.closest('[role="tablist"]')?.querySelectorAll('[role="tab"]') ?? [])]
      return now?.ariaSelected === 'true' ? tabs.indexOf(now) : -1
    })
  const goes = async (key: string, to: number) => {
    await page.keyboard.press(key)
    await expect.poll(at, { message: key }).toBe(to)
  }
  await expect.poll(at).toBeGreaterThanOrEqual(0)
  const start = await at()
  // Beyond the first tab an arrow may stay or wrap, so the first one goes to the right.
  if (start > 0) await goes('ArrowLeft', start - 1)
  await goes('ArrowRight', Math.max(start, 1))
  await goes('ArrowLeft', Math.max(start, 1) - 1)
}
