// Access tokens: made by keys, told once, used by a program, narrowed, revoked and taken back.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { ListPage } from '#e2e/pages/lists.ts'
import { Palette } from '#e2e/pages/palette.ts'
import { signIn } from '#e2e/pages/session.ts'

withBrowser()

const statusWith = async (token: string) =>
  (
    await fetch(`${product.address}/api/s1/data/anaSettingOption`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status

it('a token is made by keys, told once, used by a program, revoked and taken back; the pointer changes it', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'analyst')
  await new Palette(page).run('访问令牌', '访问令牌')
  await page.getByText('还没有访问令牌').waitFor()
  await page.keyboard.press('c')
  const form = page.getByRole('dialog', { name: '新建访问令牌' })
  await form.locator('input:focus').waitFor()
  await page.keyboard.type('周报脚本')
  await page.keyboard.press('Control+Enter')
  const told = page.getByRole('dialog', { name: '新的访问令牌' })
  const field = told.getByRole('textbox', { name: '访问令牌' })
  await field.waitFor()
  const token = await field.inputValue()
  expect(token).toMatch(/^anv3_[\w-]{43}$/)
  expect(await statusWith(token)).toBe(200)
  await page.keyboard.press('Escape')
  await told.waitFor({ state: 'detached' })
  // The name stays in the frozen part of its row, the rest stands beside it.
  const name = page.getByRole('gridcell', { name: '周报脚本' })
  await name.waitFor()
  await page.getByText(`…${token.slice(-4)}`).waitFor()
  expect(await page.getByText(token).count()).toBe(0)

  await page.keyboard.press('Delete')
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByText('用它的程序立即不能再调用。')
    .waitFor()
  await page.keyboard.press('Enter')
  await name.waitFor({ state: 'detached' })
  expect(await statusWith(token)).toBe(401)
  await page.keyboard.press('Control+z')
  await name.waitFor()
  expect(await statusWith(token)).toBe(200)

  await new ListPage(page).click('周报脚本', 'right')
  await page.getByRole('menuitem', { name: /^编辑/ }).click()
  const edit = page.getByRole('dialog', { name: '编辑访问令牌' })
  await edit.getByLabel('只用于这些调用').fill('getReportDataByInfo')
  await edit.getByRole('button', { name: '保存' }).click()
  await edit.waitFor({ state: 'detached' })
  await page.getByText('getReportDataByInfo').waitFor()
  expect(await statusWith(token)).toBe(403)
})
