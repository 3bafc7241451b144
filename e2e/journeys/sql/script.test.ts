// A script of many statements: where it stops, how it goes on, and that it keeps all of its results.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { signIn } from '#e2e/pages/session.ts'
import { SqlPage } from '#e2e/pages/sql.ts'

withBrowser()

const statement = (number: number) => `select ${number} as n`
const script = Array.from({ length: 15 }, (_, at) => (at === 9 ? 'select wrong' : statement(at + 1))).join(
  ';\n',
)

async function openWorkspace(): Promise<SqlPage> {
  const page = await openPage(product.address)
  await signIn(page, 'sql', '/code/query')
  const sql = new SqlPage(page)
  await sql.ready()
  return sql
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `结果 ${at + 1}`)

it('stops where a statement fails, goes on from there once it is mended, and keeps all results of the script', async () => {
  const sql = await openWorkspace()
  const { page } = sql
  const { keyboard } = page
  await sql.write(script)
  await keyboard.press('Control+Shift+Enter')
  const bar = page.locator('.stopped-bar')
  await bar.getByText('停在第 10 条，5 条未运行').waitFor()
  await sql.failure.waitFor()
  const names = () => sql.results.allInnerTexts()
  expect(await names()).toEqual(numbers(10))

  // It is still so after a reload, and the draft is.
  await sql.kept()
  await page.reload()
  await sql.ready()
  await bar.getByText('停在第 10 条，5 条未运行').waitFor()

  await sql.failure.waitFor()

  // Led to the error, mended, on from there by a key.
  await keyboard.press('Alt+j')
  await page.locator('.sql-editor .line-numbers.active-line-number', { hasText: /^10$/ }).waitFor()
  await keyboard.press('End')
  await keyboard.press('Shift+Home')
  await keyboard.insertText(`${statement(10)};`)
  await keyboard.press('Alt+r')
  await expect.poll(names).toEqual(numbers(15))
  await sql.settled()
  await bar.waitFor({ state: 'detached' })
  for (const at of [0, 9, 14]) {
    await sql.results.nth(at).click()
    await page.locator('.result-tab[aria-selected="true"]', { hasText: `结果 ${at + 1}` }).waitFor()
    expect(await sql.rowCount()).toBe(1)
  }
  // The next statement takes one tab of it, not all that are over the number.
  await keyboard.press('Control+`')
  await sql.write("select 'another' as word")
  await sql.run()
  expect(await sql.results.count()).toBe(15)
})

it('goes on behind the failed one, by the pointer; by itself run again it is told to be mended', async () => {
  const sql = await openWorkspace()
  const { page } = sql
  const { keyboard } = page
  const text = `${statement(1)};\nselect wrong;\n${statement(3)};\nselect bad;\n${statement(5)}`
  await sql.write(text)
  await keyboard.press('Control+Shift+Enter')
  const bar = page.locator('.stopped-bar')
  await bar.getByText('停在第 2 条，3 条未运行').waitFor()
  await bar.getByRole('button', { name: /^从第 3 条继续/ }).click()
  await bar.getByText('停在第 4 条，1 条未运行').waitFor()
  expect(await sql.results.allInnerTexts()).toEqual(['结果 1', '结果 2', '结果 3', '结果 4'])

  // Another text is no script to go on with; the former one is.
  await keyboard.press('Alt+j')
  await sql.write('select 2 as other')
  await bar.waitFor({ state: 'detached' })
  await sql.write(text)
  await bar.getByText('停在第 4 条，1 条未运行').waitFor()

  await keyboard.press('Alt+j')
  await keyboard.press('End')
  await keyboard.press('Shift+Home')
  await keyboard.insertText(`${statement(4)};`)
  await keyboard.press('ArrowLeft')
  await sql.run()
  await bar.getByText('第 4 条已重新运行，1 条未运行').waitFor()
  expect(await bar.getByRole('button', { name: /^从第 4 条继续/ }).count()).toBe(0)
  await keyboard.press('Alt+Shift+r')
  await expect.poll(() => sql.results.count()).toBe(5)
  await bar.waitFor({ state: 'detached' })
})
