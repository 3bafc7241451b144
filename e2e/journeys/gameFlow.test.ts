// Figures, a statement that is written, reconciled and deleted, and what else opens over the pages; all is left as the
// demo made it.
import { it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

it('revenue is looked at, reconciled, and its rates are seen, by keys', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  const opens = async (title: string) => {
    await list.dialog(title).waitFor()
    await list.press('Escape')
    await list.dialog(title).waitFor({ state: 'detached' })
  }
  await signIn(page, 'admin', '/statement')
  await list.press('g', '1')
  const figures = page.getByRole('grid', { name: '游戏流水' })
  await figures.waitFor()
  await page.getByText('逐格舍入').waitFor()
  await list.press('c')
  await page.waitForURL(/in=own/)
  await list.press('u')
  // The dialog that says that it is reading gives way to the form.
  await page.getByLabel('订单的数据表').waitFor()
  await opens('流水的数据来源')
  await page.getByRole('link', { name: '记录与对账' }).click()
  await list.cell('有差异').first().waitFor()
  await list.press('p')
  await opens('批量粘贴流水记录')
  await list.press('c')
  await list.dialog('新建流水记录').waitFor()
  await list.fillByKeys('新建流水记录', { 渠道: 'TapTap', 金额: '12.5', 备注: '旅程账单' })
  await list.press('/')
  await page.keyboard.type('旅程账单')
  await list.counts(/^共 1|^1 \//)
  await list.entersOnlyRow()
  await list.press('x')
  await list.dialog('TapTap').getByText('我方净额').waitFor()
  await list.press('Escape')
  await list.dialog('TapTap').waitFor({ state: 'detached' })
  await list.press('Delete')
  await list.says('可以撤销')
  await list.press('Enter')
  await list.says('已删除')
  await page.getByRole('link', { name: '月结', exact: true }).click()
  await list.cell('未月结').first().waitFor()
  await page.getByLabel('状态').selectOption({ label: '已月结' })
  await list.cell('已月结').waitFor()
  await list.press('/', 'ArrowDown', 'Shift+X')
  await opens('重新打开')
  await page.getByRole('link', { name: '汇率', exact: true }).click()
  await list.cell('USD').waitFor()
  await list.press('c')
  await opens('新建汇率')
  await list.press('p')
  await opens('批量粘贴汇率')
  await page.getByRole('link', { name: '渠道分成' }).click()
  await list.cell('App Store').waitFor()
  await list.press('c')
  await opens('新建渠道分成')
})
