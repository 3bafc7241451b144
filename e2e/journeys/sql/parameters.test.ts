// Parameters by what the statement says of them: a text, a game's name, a day.
import type { Locator, Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { signIn } from '#e2e/pages/session.ts'
import { SqlPage } from '#e2e/pages/sql.ts'

withBrowser()

async function openWorkspace(): Promise<{ page: Page; sql: SqlPage }> {
  const page = await openPage(product.address)
  await signIn(page, 'sql', '/code/query')
  const sql = new SqlPage(page)
  await sql.ready()
  return { page, sql }
}

/** Writes a statement and runs it; its parameters are asked for. */
async function asked(text: string): Promise<{ page: Page; sql: SqlPage; dialog: Locator }> {
  const { page, sql } = await openWorkspace()
  await sql.write(text)
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: '运行前填写参数' })
  await dialog.waitFor()
  return { page, sql, dialog }
}

it('asks for a text, which is empty only where that is said', async () => {
  const { page, sql, dialog } = await asked("select ':' || :word || ':' as said")
  const { keyboard } = page
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(':word')
  await keyboard.press('Enter')
  await dialog.getByText('请填写文本').waitFor()
  // An empty text is a value where the reader says so.
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await expect.poll(() => dialog.getByLabel('空文本').isChecked()).toBe(true)
  await keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await sql.settled()
  await page.getByRole('gridcell', { name: '::' }).first().waitFor()
})

it('offers the games of the column that a parameter is compared with', async () => {
  const { page, sql, dialog } = await asked('select count(*) as n from login_day where cgi = :which')
  await dialog.locator('[data-parameter="which"]').getByText('云海仙途').waitFor()
  for (const key of ['y', 'h', 'x', 't', 'Enter', 'Enter']) await page.keyboard.press(key)
  await dialog.waitFor({ state: 'detached' })
  await sql.settled()
  await page.getByRole('button', { name: /^用这些参数再次运行：.*which=yhxt/ }).waitFor()
  expect(await sql.rowCount()).toBe(1)
})

// Neither its name nor a column tells that it is a day; a day has a value at once, a text would be asked for.
it('takes a day by its cast', async () => {
  const { page, sql } = await openWorkspace()
  await sql.write('select :edge::date as day')
  await sql.run()
  await page.getByRole('button', { name: /^用这些参数再次运行：.*edge=\d{4}-\d\d-\d\d/ }).waitFor()
  expect(await sql.rowCount()).toBe(1)
})
