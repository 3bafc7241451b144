// On every declared page, each call of its opening fails once: the page shows the failure in place of the answer,
// with the error catalogue's line, and a retry brings the answer where it may help.
import { expect, it } from 'vitest'
import { callsOf } from '#server/slice.ts'
import * as slices from '#features/server.ts'
import { openPage, product, withBrowser } from '../browser.ts'
import { addressOf, paths } from '../pages/addresses.ts'
import { FailingPage } from '../pages/failing.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

const calls = callsOf(slices)
/** The browser's console also reports them; some addresses lead to missing objects. */
const expected = /status of (404|5\d\d)/

/** Calls of the frame around every page: failed once, on a page without calls of its own. */
const framed = { path: '/guide', calls: ['getUserAuthInfo', 'anaDictListsByFormName', 'countUnread'] }

/** Calls whose failure needs no message, each with the reason. */
const harmless: Record<string, string> = {
  cancelSearch: 'the search that it ends is given up already, and ends by itself where it is not told so',
}

/** Calls whose failure is shown by a mark with its own text, without room for a button. */
const marks: Record<string, string> = {
  anaDictListsByFormName: 'the menu that the mark stands on says it in whole, with the button',
  countUnread: 'asked anew within a minute by itself, and by the inbox that the bell leads to',
}

/** Calls that can't be asked again. */
const once: Record<string, string> = {
  finishProvider: 'a code of a provider works once; the page leads back to the login',
}

it('of the frame are told in it', async () => {
  const page = await openPage(product.address, { expected })
  await signIn(page, 'admin', '/statement')
  const failing = new FailingPage(page, calls)
  const fates = await failing.open(framed.path, new Set())
  expect([...fates.keys()].toSorted()).toEqual(framed.calls.toSorted())
  for (const [name, { told, again }] of fates) {
    expect.soft(told, name).toMatch(/\p{Script=Han}.* ERROR 5\d\d$/u)
    expect.soft(again, name).toBe(!(name in marks))
  }
  await page.getByRole('button', { name: /^平台文档/ }).click()
  const told = page.locator('.documents-list').getByRole('alert')
  expect(await told.innerText()).toMatch(/文档.*\s+ERROR 5\d\d$/s)
  await page.getByRole('menuitem', { name: '重试' }).click()
  await told.waitFor({ state: 'detached' })
})

it('of every page are told where their answers would stand', async () => {
  const page = await openPage(product.address, { expected })
  await signIn(page, 'admin', '/statement')
  // Cached dictionaries would hide a failed call.
  await page.evaluate(() => localStorage.setItem('useDictCache', '0'))
  let count = 0
  for (const path of paths) {
    const address = await addressOf(page, path)
    const fates = await new FailingPage(page, calls).open(
      address,
      new Set([...framed.calls, ...Object.keys(harmless)]),
    )
    count += fates.size
    for (const [name, { told, again }] of fates) {
      expect.soft(told, `${address}: ${name}`).toMatch(/\p{Script=Han}.* ERROR 5\d\d\b/u)
      expect.soft(again, `${address}: ${name} is asked again`).toBe(!(name in once))
    }
  }
  expect(count).toBeGreaterThan(80)
})

it('are known by name where a reason is given', () => {
  const names = new Set(calls.map(({ name }) => name))
  expect([harmless, marks, once].flatMap(Object.keys).filter((name) => !names.has(name))).toEqual([])
})
