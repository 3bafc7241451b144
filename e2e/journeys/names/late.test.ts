// Codes are no names: while dictionaries are late, a placeholder stands in the place of each name; where they fail, codes
// are shown, and the page says why.
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { ask, signIn } from '#e2e/pages/session.ts'
import { anaDictListsByDictId } from '#features/dictionary/contract.ts'

withBrowser()

const codes = [
  'appstore',
  'huawei',
  'xiaomi',
  'oppo',
  'taptap',
  'bilibili',
  'toutiao',
  'gdt',
  'kuaishou',
  'official',
]
const name = '华为应用市场'

/** Codes in the page's text, standing for themselves. */
const codesSeen = (page: Page): Promise<string[]> =>
  page.evaluate((known) => {
    const words = new Set(document.body.innerText.split(/[\s，、：（）()]+/))
    return known.filter((code) => words.has(code))
  }, codes)

/** Dictionaries are answered when `answer` is called. */
async function late(page: Page) {
  const gate = Promise.withResolvers<'answer' | 'fail'>()
  await page.route(`**${anaDictListsByDictId.path}`, async (route) => {
    if ((await gate.promise) === 'fail') await route.abort()
    else await route.continue()
  })
  return { answer: () => gate.resolve('answer'), fail: () => gate.resolve('fail') }
}

interface Report {
  id: number
  info: { dims: number[] }
}

it.each([
  ['a report by channels', 'table'],
  ['its pivot', 'pivot'],
])('%s shows placeholders, then names', async (_, kind) => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/others')
  const [, report] = await ask<Report[]>(page, '/api/s1/data/getReportByViewMetaId/1')
  const dictionaries = await late(page)
  const place = kind === 'pivot' ? 'detail2' : 'detail'
  await page.goto(`/statement/${place}?id=1&report=${report?.id}`)
  const grid = page.getByRole('grid').first()
  await grid.getByText('…').first().waitFor()
  expect(await codesSeen(page)).toEqual([])
  dictionaries.answer()
  await grid.getByText(name).first().waitFor()
  expect(await codesSeen(page)).toEqual([])
})

it('a report whose dictionaries fail shows codes, and says so', async () => {
  const page = await openPage(product.address, { expected: /ERR_FAILED/ })
  await signIn(page, 'admin', '/others')
  const [, report] = await ask<Report[]>(page, '/api/s1/data/getReportByViewMetaId/1')
  const dictionaries = await late(page)
  await page.goto(`/statement/detail?id=1&report=${report?.id}`)
  const grid = page.getByRole('grid').first()
  await grid.getByText('…').first().waitFor()
  dictionaries.fail()
  await grid.getByText('huawei').first().waitFor()
  await page.getByText('字典读取失败，暂时显示代码').first().waitFor()
})
