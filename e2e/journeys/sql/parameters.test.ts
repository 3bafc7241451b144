// Parameters by what the statement says of them: a text, a game's name, a day.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { signIn } from '#e2e/pages/session.ts'
import { SqlPage } from '#e2e/pages/sql.ts'

withBrowser()

it('asks for a text, offers the games of a column, and takes a day by its cast', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'sql', '/code/query')
  const sql = new SqlPage(page)
  await sql.ready()
  const { keyboard } = page
  const dialog = page.getByRole('dialog', { name: '运行前填写参数' })
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel)

  await sql.write("select ':' || :word || ':' as said")
  await keyboard.press('Control+Enter')
  await dialog.waitFor()
  await expect.poll(focused).toBe(':word')
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

  await sql.write('select count(*) as n from login_day where cgi = :game and login_date < :until::date')
  await keyboard.press('Control+Enter')
  await dialog.waitFor()
  const names = dialog.locator('[data-parameter="game"]')
  await names.getByText('云海仙途').waitFor()
  await keyboard.type('yhxt')
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await sql.settled()
  await page.getByRole('button', { name: /^用这些参数再次运行：.*until=\d{4}-\d\d-\d\d/ }).waitFor()
  expect(await sql.rowCount()).toBe(1)
})
