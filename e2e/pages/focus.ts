// Where the focus is, asked of the page as a person would see it.
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** What opens over a page. */
const overlays = '.popup, [role="dialog"], .bp6-alert, .palette'

/** What has the focus, in words that a failing test can show. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const now = document.activeElement
    if (!now || now === document.body) return 'nobody'
    const { role, ariaLabel, textContent, className } = now as HTMLElement
    return `${now.localName} ${role ?? ''} ${ariaLabel ?? textContent?.slice(0, 20) ?? ''} .${className}`
  })

/** Keeps what has the focus now under a name of its own; `depth` counts what is open already. */
const markOrigin = (page: Page, depth: number): Promise<void> =>
  page.evaluate((mark) => {
    for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark)
    document.activeElement?.setAttribute(mark, '')
  }, originAt(depth))
const originAt = (depth: number) => `data-origin-${depth}`

const isBack = (page: Page, depth: number): Promise<boolean> =>
  page.evaluate((mark) => document.activeElement?.hasAttribute(mark) === true, originAt(depth))

/** What lies over the page, also while it fades. */
export const layers = '.bp6-popover, .bp6-dialog-container, .bp6-drawer, .palette'

interface Expected {
  /** Something of its text, labels or classes. */
  shows?: string
  /** How many are open already. */
  depth?: number
  /** What closes it. */
  leave?: string
}

/** Until what was opened has the focus, stands in the window and shows what it should; `open` presses the keys. */
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

/** Until a dialog that opens has taken the focus: what is pressed before reaches it not. */
export const takesFocus = (dialog: Locator): Promise<void> =>
  expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)

/** Closes by Escape or other keys; the focus is where it was at once, and still is when all has faded. */
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

/** Tab, until what fits has the focus. */
export async function tabInto(page: Page, selector: string, keys = 'Tab'): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    if (await page.evaluate((of) => document.activeElement?.matches(of) === true, selector)) return
    await page.keyboard.press(keys)
  }
  throw new Error(`Tab leads to no ${selector}, but to ${await focused(page)}`)
}

/** Tab, until what says this has the focus. */
export async function tabTo(page: Page, words: string): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    if ((await focused(page)).includes(words)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab leads to no ${words}, but to ${await focused(page)}`)
}

/** Tab leads to the tabs of a dialog; arrows, until the one that says this is chosen. */
export async function chooseTab(page: Page, words: string): Promise<void> {
  await tabInto(page, '[role="dialog"] [role="tab"]')
  for (let pressed = 0; pressed < 10; pressed++) {
    if ((await focused(page)).includes(words)) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error(`arrows lead to no tab ${words}`)
}

/** Arrows choose the next tab and the one before, Home and End the first and the last. */
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
