// Checks of the focus, from the page's visible state.
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

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
  if (depth === 0) await page.waitForFunction((of) => document.querySelector(of) === null, layers)
  expect(await isBack(page, depth), await focused(page)).toBe(true)
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

/** Checks that arrows choose the next and previous tab, Home and End the first and last. */
export async function arrowsChoose(page: Page): Promise<void> {
  const at = () =>
    page.evaluate(() => {
      const now = document.activeElement
      const tabs = [...(now?.closest('[role="tablist"]')?.querySelectorAll('[role="tab"]') ?? [])]
      return now?.ariaSelected === 'true' ? tabs.indexOf(now) : -1
    })
  await expect.poll(at).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('ArrowLeft')
  const first = await at()
  await page.keyboard.press('ArrowRight')
  await expect.poll(at, { message: 'an arrow chooses another tab' }).not.toBe(first)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(at, { message: 'and the one before' }).toBe(first)
}
