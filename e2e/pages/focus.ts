// Where the focus is, asked of the page as a person would see it.
import type { Page } from 'playwright'
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

/** Keeps what has the focus now under a name of its own. */
const markOrigin = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const old of document.querySelectorAll('[data-origin]')) old.removeAttribute('data-origin')
    document.activeElement?.setAttribute('data-origin', '')
  })

const isBack = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.hasAttribute('data-origin') === true)

/** Until what was opened has the focus and stands in the window; `open` presses the keys. */
export async function opens(page: Page, open: () => Promise<void>): Promise<void> {
  await markOrigin(page)
  await open()
  const inside = () => page.evaluate((of) => document.activeElement?.closest(of) != null, overlays)
  await expect.poll(inside, { message: `the focus goes in, and is on ${await focused(page)}` }).toBe(true)
  const beyond = () =>
    page.evaluate((of) => {
      const box = document.activeElement
        ?.closest(of)
        ?.closest('.bp6-popover, [role="dialog"], .bp6-alert, .palette')
      if (!box) return 'nothing'
      const { left, top, right, bottom } = box.getBoundingClientRect()
      const fits = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
      return fits ? '' : `${Math.round(left)} ${Math.round(top)} ${Math.round(right)} ${Math.round(bottom)}`
    }, overlays)
  await expect.poll(beyond, { message: 'it stands in the window' }).toBe('')
}

/** Closes by Escape; the focus is where it was at once, and still is when all has faded. */
export async function closes(page: Page, keys: readonly string[] = ['Escape']): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
  await expect.poll(() => isBack(page).then(async (back) => back || (await focused(page)))).toBe(true)
  await page
    .locator('.bp6-popover, .bp6-dialog-container, .bp6-drawer, .palette')
    .waitFor({ state: 'detached' })
  expect(await isBack(page), await focused(page)).toBe(true)
}

/** Tab, until what fits has the focus. */
export async function tabInto(page: Page, selector: string, keys = 'Tab'): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    if (await page.evaluate((of) => document.activeElement?.matches(of) === true, selector)) return
    await page.keyboard.press(keys)
  }
  throw new Error(`Tab leads to no ${selector}, but to ${await focused(page)}`)
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
