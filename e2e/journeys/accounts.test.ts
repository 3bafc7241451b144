// What each of the demo's accounts can and cannot see.
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ReportPage } from '../pages/report.ts'
import { ask, signInByKeys } from '../pages/session.ts'

withBrowser()

interface Table {
  data: string[][]
  sql: string
}

/** 活跃用户 by game over the last seven days; ids are found by name, as a reader would. */
async function byGame(page: Parameters<typeof ask>[0]): Promise<Table> {
  const { data } = (await (
    await page.request.post('/api/s1/graphql', {
      data: { query: '{ allDimension { id name } allPoint { id name } }' },
    })
  ).json()) as { data: Record<'allDimension' | 'allPoint', { id: number; name: string }[]> }
  const id = (list: { id: number; name: string }[], name: string) => list.find((one) => one.name === name)?.id
  const info = {
    dims: [id(data.allDimension, '游戏')],
    points: [id(data.allPoint, '活跃用户')],
    dateRange: { relative: 'last7' },
  }
  return await ask<Table>(page, '/api/s1/data/getReportDataByInfo', { info })
}

/**
 * The watermark has no class by which a style could hide it, so it is found by its layer. A removed watermark
 * returns.
 */
async function watermarkStays(page: Parameters<typeof ask>[0]): Promise<void> {
  const marks = () =>
    page.evaluate(() => {
      const isMark = (element: Element) => getComputedStyle(element).zIndex === '90000'
      return [...document.querySelectorAll('body > *, html > div')].filter(isMark).length
    })
  expect(await marks()).toBe(1)
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('body > *, html > div')) {
      if (getComputedStyle(element).zIndex === '90000') element.remove()
    }
  })
  await expect.poll(marks).toBe(1)
}

/** Keys of the cached dictionaries. */
const keptDictionaries = (page: Parameters<typeof ask>[0]): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('dict_cache', 1)
        opening.onsuccess = () => {
          const keys = opening.result.transaction('dict_cache').objectStore('dict_cache').getAllKeys()
          keys.onsuccess = () => {
            opening.result.close()
            resolve(keys.result.map(String))
          }
        }
      }),
  )

const keepDictionary = (page: Parameters<typeof ask>[0], key: string): Promise<void> =>
  page.evaluate(
    (kept) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('dict_cache', 1)
        opening.onsuccess = () => {
          const store = opening.result.transaction('dict_cache', 'readwrite').objectStore('dict_cache')
          store.put({ cacheTime: Date.now(), dictId: 9999, dictData: {} }, kept).onsuccess = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    key,
  )

describe('the accounts of the demo', () => {
  const accounts = [
    { account: 'admin', games: ['fhsg', 'mcxy', 'xgwy', 'yhxt'], sql: true },
    { account: 'analyst', games: ['fhsg', 'yhxt'], sql: false },
    { account: 'sql', games: ['fhsg', 'mcxy', 'xgwy', 'yhxt'], sql: true },
    { account: 'viewer', games: ['yhxt'], sql: false },
  ]
  for (const { account, games, sql } of accounts) {
    it(`shows ${account} the figures of ${games.length} games, the SQL ${sql ? 'too' : 'not'}`, async () => {
      const page = await openPage(product.address)
      await signInByKeys(page, account, '/statement/detail?id=1')
      await new ReportPage(page).shows('经营日报')
      const table = await byGame(page)
      expect([...(table.data[0] ?? [])].sort()).toEqual(games)
      expect(table.sql !== '').toBe(sql)
      await watermarkStays(page)
    })
  }

  it('sends who lost the session to the login, and back to the same place after it', async () => {
    const page = await openPage(product.address, { expected: /203|Non-Authoritative/ })
    await signInByKeys(page, 'viewer', '/statement/detail?id=1')
    await new ReportPage(page).shows('经营日报')
    const before = page.url()
    await page.context().clearCookies()
    await page.keyboard.press('r')
    await page.getByText('登录失效，请重新登录').first().waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login')
    await page.getByLabel('用户名').fill('viewer@example.com')
    await page.getByLabel('密码', { exact: true }).fill('analytics-demo')
    await page.getByRole('button', { name: /Log in/ }).click()
    await expect.poll(() => page.url()).toBe(before)
  })

  it('finds no dictionary that the user before was given, however that session ended', async () => {
    const page = await openPage(product.address, { expected: /203|Non-Authoritative/ })
    await signInByKeys(page, 'admin', '/statement/detail?id=3')
    await new ReportPage(page).shows('渠道日报')
    await expect.poll(() => keptDictionaries(page)).not.toEqual([])
    await keepDictionary(page, 'dict_9999')
    await page.context().clearCookies()
    await page.keyboard.press('r')
    await page.getByLabel('用户名').waitFor()
    await signInByKeys(page, 'viewer', '/statement/detail?id=3')
    await new ReportPage(page).shows('渠道日报')
    await expect.poll(() => keptDictionaries(page)).not.toEqual([])
    expect(await keptDictionaries(page)).not.toContain('dict_9999')
  })

  it('works at 360 px in dark, with nothing out of reach sideways', async () => {
    const page = await openPage(product.address, { width: 360, height: 780, dark: true, touch: true })
    await signInByKeys(page, 'viewer', '/statement/detail?id=1')
    await new ReportPage(page).shows('经营日报')
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
