// What is typed in the SQL workspace arrives as it was typed: at the speed of people, while the editor still loads, after
// a tab was closed. LONG=yes types fifty analyses at three speeds, for an hour.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { signIn } from '#e2e/pages/session.ts'
import { SqlPage } from '#e2e/pages/sql.ts'
import { typeAs } from '#e2e/pages/typing.ts'

withBrowser()

/** Parted by empty lines. */
const read = (name: string): string[] =>
  readFileSync(new URL(`texts/${name}.sql`, import.meta.url), 'utf8')
    .trim()
    .split('\n\n')

const texts = process.env.LONG ? read('analyses') : read('short')
const speeds = process.env.LONG ? [70, 110, 150] : [70]
/** The short ones take turns in one page. */
const typed: { delay: number; together: string[] }[] = process.env.LONG
  ? speeds.flatMap((delay) => texts.map((text) => ({ delay, together: [text] })))
  : speeds.map((delay) => ({ delay, together: texts }))

describe('a text that is typed', () => {
  it.each(typed)('arrives to the letter, $delay ms a key: $together', async ({ delay, together }) => {
    // So high that every line is drawn.
    const page = await openPage(product.address, process.env.LONG ? { height: 1600 } : {})
    await signIn(page, 'sql', '/code/query')
    const sql = new SqlPage(page)
    await sql.ready()
    await page.getByRole('treeitem', { name: /pay_order/ }).waitFor()
    for (const [at, text] of together.entries()) {
      if (at > 0) await nextTab(sql, at + 1)
      await typeAs(page, text, delay)
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+c')
      expect.soft(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
    }
  })
})

/** An empty one, as the first was. */
async function nextTab(sql: SqlPage, tabs: number): Promise<void> {
  await sql.page.keyboard.press('Alt+n')
  await expect.poll(() => sql.tabs.count()).toBe(tabs)
  await sql.ready()
  await expect.poll(() => sql.text()).toBe('')
}

/** Holds back Monaco until the returned function is called. */
async function holdMonaco(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch({ timeout: 60_000 })
    const body = await response.text()
    if (body.includes('native-edit-context')) await released
    await route.fulfill({ response, body })
  })
  return release
}

describe('keys', () => {
  it('that are pressed while the editor loads arrive in it, and the next ones behind them', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'sql')
    const release = await holdMonaco(page)
    await page.goto('/code/query')
    await page.locator('textarea.sql-editor-plain:focus').waitFor()
    await page.keyboard.type('select 1\n  as one')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('n')
    release()
    const sql = new SqlPage(page)
    await sql.ready()
    await page.keyboard.type('e')
    await page.keyboard.press('End')
    await page.keyboard.type(', 2')
    await expect.poll(() => sql.text()).toBe('select 1\n  as onnee, 2')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('go to the next text once a tab is closed, also from its result', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'sql', '/code/query')
    const sql = new SqlPage(page)
    await sql.ready()
    await page.keyboard.type('select 1')
    await page.keyboard.press('Alt+n')
    await expect.poll(() => sql.tabs.count()).toBe(2)
    await page.keyboard.type('select 2')
    await page.keyboard.press('Alt+w')
    await expect.poll(() => sql.tabs.count()).toBe(1)
    await sql.ready()
    await page.keyboard.type('0')
    await expect.poll(() => sql.text()).toBe('select 10')
    await page.keyboard.press('Alt+n')
    await expect.poll(() => sql.tabs.count()).toBe(2)
    await page.keyboard.type('select 3')
    await sql.run()
    await page.keyboard.press('Control+Backquote')
    await page.locator('[role=grid]:focus').waitFor()
    await page.keyboard.press('Alt+w')
    await expect.poll(() => sql.tabs.count()).toBe(1)
    await sql.ready()
    await page.keyboard.type('0')
    await expect.poll(() => sql.text()).toBe('select 100')
  })
})
