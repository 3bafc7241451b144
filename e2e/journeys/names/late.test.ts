// Codes are no names: while dictionaries are late, a placeholder stands in the place of each name; where they fail, codes
// are shown, and the page says why.
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, polling, product, underWay, withBrowser } from '#e2e/browser.ts'
import { rawCodes } from '#e2e/pages/codes.ts'
import { ask, signIn } from '#e2e/pages/session.ts'
import { anaDictListsByDictId } from '#features/dictionary/contract.ts'
import { rangeAddress, turnoverAddress } from '#features/prediction/contract.ts'

withBrowser()

const name = '华为应用市场'

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
  expect(await rawCodes(page)).toEqual([])
  dictionaries.answer()
  await grid.getByText(name).first().waitFor()
  expect(await rawCodes(page)).toEqual([])
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

interface Offered {
  points: { id: number; unit: string }[]
  dims: { id: number; name: string }[]
}
interface Named {
  id: string | number
  name: string
}

it('names stand in the place of codes in reports, alarms, custom reports, forecasts and segments', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/others')
  const { points, dims } = await ask<Offered>(page, '/api/s1/segment/list')
  const dim = dims.find((one) => one.name === '渠道')?.id ?? 0
  const filters = [{ dim, values: ['huawei', 'official'] }]
  const rule = {
    point: points.find(({ unit }) => unit === '元')?.id,
    op: 'gte',
    values: [1],
    days: 7,
    filters,
  }
  const source = { kind: 'rules', any: [[rule]] }
  const plain = { games: ['yhxt'], note: '', players: ['player_id'], keepDays: 7 }
  const segment = await ask<Named>(page, '/api/s1/segment/save', { ...plain, name: '名称', source })
  const reports = (await ask<Report[]>(page, '/api/s1/data/getReportByViewMetaId/1')).slice(1, 3)
  const alarms = await ask<{ rows: Named[] }>(page, '/api/s1/data/alarm/getAlarmByFilter', {})
  const custom = await ask<Named[]>(page, '/api/s1/custom/list')
  const asked = { games: ['fhsg'], filters: [{ dim, op: 'in' as const, values: ['huawei', 'gdt'] }] }
  const places = [
    ...reports.flatMap(({ id }) =>
      ['detail', 'detail2'].map((kind) => `/statement/${kind}?id=1&report=${id}`),
    ),
    ...alarms.rows.map(({ id }) => `/alarm/edit?id=${id}`),
    ...custom.filter((one) => /^渠道|^大额/.test(one.name)).map(({ id }) => `/custom/detail?id=${id}`),
    turnoverAddress(asked),
    rangeAddress({ ...asked, dims: [dim] }),
    '/config/segment',
  ]
  for (const place of places) {
    await page.evaluate((to) => history.pushState(null, '', to), place)
    await page.waitForFunction(
      (waits) => document.querySelector('h1, h2') !== null && document.querySelector(waits) === null,
      underWay,
      { polling },
    )
    await expect.poll(() => rawCodes(page), { message: place }).toEqual([])
  }
  await page.getByRole('grid').getByText('渠道 = 华为应用市场 | 官网').first().click({ force: true })
  await page.keyboard.press('e')
  await page.getByRole('button', { name: '值：华为应用市场、官网' }).click()
  await page.getByRole('menuitem', { name: 'TapTap' }).click()
  await page.getByRole('button', { name: '值：华为应用市场、官网、TapTap' }).waitFor()
  expect(await rawCodes(page)).toEqual([])
  await ask(page, `/api/s1/segment/delete/${segment.id}`, {})
})
