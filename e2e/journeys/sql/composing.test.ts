// Input methods in the SQL workspace: the Enter of a composition is the input method's own, in the editor, in the
// palette, in a filter's field and in tags; what is committed arrives, and the next Enter is the field's.
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { signIn } from '#e2e/pages/session.ts'
import { SqlPage } from '#e2e/pages/sql.ts'

withBrowser()

/**
 * Composes letters, presses Enter within, and commits the text, as browsers tell of it. `between`: what must still be
 * so after the Enter.
 */
async function compose(
  page: Page,
  letters: string,
  text: string,
  between: () => Promise<void>,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const key = (name: string, code: string, type: 'rawKeyDown' | 'keyUp') =>
    session.send('Input.dispatchKeyEvent', { type, key: name, code, windowsVirtualKeyCode: 229 })
  for (let end = 1; end <= letters.length; end += 1) {
    await key('Process', `Key${letters[end - 1]?.toUpperCase()}`, 'rawKeyDown')
    const shown = { text: letters.slice(0, end), selectionStart: end, selectionEnd: end }
    await session.send('Input.imeSetComposition', shown)
  }
  // On Windows the key is Process, on macOS it is Enter while composing.
  for (const name of ['Process', 'Enter']) {
    await key(name, 'Enter', 'rawKeyDown')
    await between()
  }
  await session.send('Input.insertText', { text })
  await key('Enter', 'Enter', 'keyUp')
  await session.detach()
}

it('in the editor writes the text, and breaks no line', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'sql', '/code/query')
  const sql = new SqlPage(page)
  await sql.ready()
  await page.keyboard.type("select 1 as '")
  await compose(page, 'liucun', '留存', async () =>
    expect(await page.locator('.sql-editor .view-line').count()).toBe(1),
  )
  await expect.poll(() => sql.text()).toBe("select 1 as '留存'")
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.sql-editor .view-line').count()).toBe(2)
})

it('in the palette searches, and runs nothing before its own Enter', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'sql', '/code/query')
  await new SqlPage(page).ready()
  await page.keyboard.press('Control+k')
  const field = page.locator('[cmdk-input]')
  await field.waitFor()
  await compose(page, 'lishi', '运行历史', async () => expect(await field.isVisible()).toBe(true))
  expect(new URL(page.url()).pathname).toBe('/code/query')
  await expect.poll(() => page.locator('[cmdk-item][data-selected="true"]').innerText()).toContain('运行历史')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/code\/history/)
})

it('in a filter and in tags takes no half-typed text, and tags stay in the dialog at Enter', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'sql', '/code/query')
  const sql = new SqlPage(page)
  await sql.ready()
  const { keyboard } = page
  const side = page.getByPlaceholder('表、列或注释')
  const names = page.getByRole('tree').getByRole('treeitem')
  await page.getByRole('treeitem', { name: /pay_order/ }).waitFor()
  await side.click()
  const before = await names.count()
  await compose(page, 'chongzhi', '充值', async () => expect(await side.isVisible()).toBe(true))
  await expect.poll(() => names.count()).toBeLessThan(before)
  await page.getByRole('treeitem', { name: /pay_order/ }).waitFor()

  await page.locator('.sql-editor .view-lines').click()
  await keyboard.type('select 1')
  await keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: '保存查询' })
  await dialog.waitFor()
  await keyboard.type('有标签的查询')
  const tags = dialog.locator('.bp6-tag')
  const field = dialog.getByLabel('标签')
  for (
    let steps = 0;
    steps < 5 && !(await field.evaluate((own) => own === document.activeElement));
    steps += 1
  )
    await keyboard.press('Tab')
  await compose(page, 'qudao', '渠道', async () => {
    expect(await tags.count()).toBe(0)
    expect(await dialog.isVisible()).toBe(true)
  })
  expect(await field.inputValue()).toBe('渠道')
  await keyboard.press('Enter')
  await expect.poll(() => tags.allInnerTexts()).toEqual(['渠道'])
  await keyboard.type('留存')
  await keyboard.press('Enter')
  await expect.poll(() => tags.allInnerTexts()).toEqual(['渠道', '留存'])
  const heights = () =>
    dialog
      .locator('.bp6-input-group, .bp6-tag-input')
      .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().height)))])
  // Fields grow and settle as tags come.
  await expect.poll(async () => (await heights()).length).toBe(1)
  // With nothing typed it is the form's.
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: '有标签的查询', level: 1 }).waitFor()
})
