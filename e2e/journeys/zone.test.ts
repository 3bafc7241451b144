// A reader in New York uses a business in Shanghai: times are shown by the business's clocks, with their zone.
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { ask, signIn } from '../pages/session.ts'
import { SqlPage } from '../pages/sql.ts'

withBrowser()

const zone = 'America/New_York'
const moment = /(?:[\d-]*\d\d-\d\d|今天|昨天) \d\d:\d\d(?::\d\d)?(?: GMT\S*)?/g
const list = '.list-page [role=grid]'

/** The texts with times, after the page shows `shown`. */
async function momentsOf(page: Page, shown: string): Promise<string[]> {
  const read = async () => (await page.locator(shown).allInnerTexts()).join('\n').match(moment) ?? []
  await expect.poll(async () => (await read()).length).toBeGreaterThan(0)
  await page.locator('[aria-busy="true"]').waitFor({ state: 'hidden' })
  return await read()
}

interface Place {
  path: string
  shown: string
  /** A cell whose row opens the place. */
  of?: string
}

/** Compares the same places as read by two users in different time zones. */
async function readTwice(account: string, places: readonly Place[]): Promise<void> {
  const [home, elsewhere] = [await openPage(product.address), await openPage(product.address, { zone })]
  for (const page of [home, elsewhere]) await signIn(page, account)
  for (const { path, shown, of } of places) {
    const read = async (page: Page) => {
      await page.goto(path)
      if (of) await new ListPage(page).click(of)
      return await momentsOf(page, shown)
    }
    // Other journeys extend the lists meanwhile, so a text must have been here before or be here afterwards.
    const before = await read(home)
    const there = await read(elsewhere)
    const here = [...before, ...(await read(home))]
    expect(here.filter((text) => text.includes('GMT'))).toEqual([])
    const homes = new Set(here.map((text) => `${text} GMT+8`))
    expect(
      there.filter((text) => !homes.has(text)),
      path,
    ).toEqual([])
  }
}

it('the line under a report, a list and the pane beside it tell the business’s moments', async () => {
  await readTwice('admin', [
    { path: '/statement/detail?id=1', shown: '.data-table-status' },
    { path: '/others/eventList', shown: list },
    { path: '/push/pushlist', shown: '.push-facts', of: '近 7 天活跃' },
  ])
})

it('so do the line under a result of SQL, the history of runs and a shared query', async () => {
  const owner = await openPage(product.address, { zone })
  await signIn(owner, 'sql', '/code/query')
  const sql = new SqlPage(owner)
  await sql.ready()
  await sql.write("select '一刻' as moment limit 1")
  const asked = owner.waitForResponse(/sqlQuery\/query$/)
  await sql.run()
  const { data } = (await (await asked).json()) as { data: { queryId: string } }
  const query = { name: '在别处读的一刻', sql: 'select 1 as one', folder: '', tags: [] }
  const saved = await ask<{ id: string }>(owner, '/api/s1/redirect/aliyun/save', query)
  await readTwice('sql', [
    { path: `/code/query?run=${data.queryId}`, shown: '.data-table-status' },
    { path: '/code/history', shown: list },
    { path: `/code_view/${saved.id}`, shown: '.code-view-head p' },
  ])
})
