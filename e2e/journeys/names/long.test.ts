// Names of 60 characters, Chinese and one unbroken Latin word, at 150 %: they push nothing off any page, nor out of what
// opens over it. The pages are those that slices declare, so that new ones are covered automatically.
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openPage, polling, underWay, withBrowser } from '#e2e/browser.ts'
import { addressOf, paths } from '#e2e/pages/addresses.ts'
import { rawCodes } from '#e2e/pages/codes.ts'
import { layers } from '#e2e/pages/focus.ts'
import { layoutFaults } from '#e2e/pages/layout.ts'
import { renameAll } from '#e2e/pages/longNames.ts'
import { signInByKeys } from '#e2e/pages/session.ts'
import { copyDemo, type Product, serve } from '#e2e/product.ts'

withBrowser()

/** Windows of 1920 and 1440 px at 150 %. */
const sizes = [
  { width: 1280, height: 640 },
  { width: 960, height: 640 },
] as const

let own: Product
beforeAll(async () => {
  const dataDir = await copyDemo(inject('installations'))
  renameAll(dataDir)
  own = await serve(dataDir)
})
afterAll(() => own?.stop())

/** Navigates like a link: loading the page anew took half of the time. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await page.waitForFunction(
    (waits) =>
      document.querySelector('h1, h2, [role="grid"], .monaco-editor') !== null &&
      document.querySelector(waits) === null,
    underWay,
    { polling },
  )
}

/** Looks again: a dictionary may be late. */
const codeless = (page: Page, what: string) =>
  expect.poll(() => rawCodes(page), { message: `codes at ${what}`, timeout: 10_000 }).toEqual([])

/** Looks again before it tells: what was found may be half drawn. */
async function holds(page: Page, what: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    const told = `${what}, ${size.width} px`
    await expect.poll(() => layoutFaults(page), { message: told, timeout: 10_000 }).toEqual([])
  }
}

it('push nothing off any page, and codes stand on none in their place', async () => {
  // Some pages ask for what is not there: address 1 of a shared query.
  const page = await openPage(own.address, { ...sizes[0], expected: /status of 404/ })
  await signInByKeys(page, 'admin', '/statement')
  // A page without a session has no names, and ends this one.
  for (const path of paths.filter((one) => !['/login', '/password'].includes(one))) {
    await goTo(page, await addressOf(page, path))
    await holds(page, path)
    // A dictionary's own page shows its codes.
    if (path !== '/dictionary/detail') await codeless(page, path)
  }
})

/** Keys by address, in the help sheet's notation; each opens something. */
const openings: Readonly<Record<string, readonly string[]>> = {
  '/statement/detail?id=1': [
    'p',
    'd',
    'a',
    'o',
    'v o',
    'x',
    'i',
    'F2',
    'Shift+D',
    'Control+Shift+S',
    'Control+k',
  ],
  '/statement/detail2?id=1': ['h', 'k'],
  '/alarm/list': ['h', 'Shift+F10'],
  '/config/point': ['e', 'h'],
  '/config/segment': ['e'],
  '/management/userManage': ['e'],
  '/push/pushlist': ['h'],
  '/statement/subscriptions': ['e'],
}

it('push nothing out of what opens over a page, nor do codes stand in it', async () => {
  const page = await openPage(own.address, sizes[1])
  await signInByKeys(page, 'admin', '/statement')
  for (const [address, opened] of Object.entries(openings)) {
    await goTo(page, address)
    for (const keys of opened) {
      await page.keyboard.press('j')
      for (const key of ['Control+Home', 'ArrowDown', 'ArrowRight', ...keys.split(' ')])
        await page.keyboard.press(key)
      await page.locator(layers).last().waitFor()
      await holds(page, `${address} ${keys}`)
      await codeless(page, `${address} ${keys}`)
      await page.setViewportSize(sizes[1])
      await page.keyboard.press('Escape')
      await page.waitForFunction((of) => document.querySelector(of) === null, layers, { polling })
    }
  }
})
