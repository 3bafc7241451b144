// A view that is checked and retired: by keys through the palette, with the pointer through the tree's menu.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { Palette } from '#e2e/pages/palette.ts'
import { ask, signIn } from '#e2e/pages/session.ts'

withBrowser()

it('a view is checked by keys, loses the check with a change, and is retired with the pointer', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin')
  const { id } = await ask<{ id: number }>(page, '/api/s1/data/addOrUpdateViewMeta', { name: '核对过的视图' })
  const report = { viewMetaId: id, reportName: '一张报表', info: { dims: [], points: [1] } }
  await ask(page, '/api/s1/data/addOrUpdateReportMeta', report)
  await page.goto(`/statement/detail?id=${id}`)
  await page.getByRole('heading', { name: '核对过的视图' }).waitFor()
  await new Palette(page).run('核对视图', '核对视图')
  const check = page.getByRole('dialog', { name: '核对「核对过的视图」' })
  await check.getByText('视图里的报表有改动后，核对自动失效。').waitFor()
  await page.keyboard.press('Control+Enter')
  await check.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '已核对' }).waitFor()
  const node = page.getByRole('treeitem', { name: '核对过的视图' })
  await expect.poll(() => node.getAttribute('aria-description')).toContain('已核对，有效至')

  await ask(page, '/api/s1/data/addOrUpdateReportMeta', { ...report, reportName: '又一张' })
  await page.reload()
  await page.getByRole('button', { name: '待核对' }).waitFor()

  await node.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '停用…' }).click()
  const retire = page.getByRole('dialog', { name: '停用「核对过的视图」' })
  await retire.getByLabel('说明').fill('改用周报')
  await retire.getByRole('button', { name: '保存' }).click()
  await retire.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '停用', exact: true }).waitFor()
  await expect
    .poll(() => node.getAttribute('aria-description'))
    .toMatch(/已于 \d{4}-\d{2}-\d{2} 停用：改用周报/)
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: '待核对' }).waitFor()
})
