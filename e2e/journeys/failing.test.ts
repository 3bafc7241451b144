// Each call that a page makes as it opens fails, on every declared page: the page says so where the answer would stand,
// ends with the line of the error catalogue, and where asking again may help its button brings the answer.
import { expect, it } from 'vitest'
import { callsOf } from '#server/slice.ts'
import * as slices from '#features/server.ts'
import { openPage, product, withBrowser } from '../browser.ts'
import { addressOf, paths } from '../pages/addresses.ts'
import { FailingPage } from '../pages/failing.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

const calls = callsOf(slices)
/** Told by the browser’s own console as well; some of the addresses lead to what is not there. */
const expected = /status of (404|5\d\d)/

/** What the frame around every page asks for: it is failed once, on a page that asks for nothing itself. */
const framed = { path: '/guide', calls: ['getUserAuthInfo', 'anaDictListsByFormName', 'countUnread'] }

/** Nobody misses their answer. */
const harmless: Record<string, string> = {
  cancelSearch: 'the search that it ends is given up already, and ends by itself where it is not told so',
}

/** Told by a mark with words of its own, beside which there is no room for a button. */
const marks: Record<string, string> = {
  anaDictListsByFormName: 'the menu that the mark stands on says it in whole, with the button',
  countUnread: 'asked anew within a minute by itself, and by the inbox that the bell leads to',
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
  // What this browser keeps would stand in for what fails.
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
      expect.soft(again, `${address}: ${name} is asked again`).toBe(true)
    }
  }
  expect(count).toBeGreaterThan(80)
})

it('are known by name where a reason is given', () => {
  const names = new Set(calls.map(({ name }) => name))
  expect([...Object.keys(harmless), ...Object.keys(marks)].filter((name) => !names.has(name))).toEqual([])
})
