// By keys alone: figures of a month, a statement that is pasted, reconciled and deleted, a month that is closed and
// opened again; all is left as the demo made it.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

it('revenue is looked at, reconciled and closed by keys', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  await signIn(page, 'admin', '/statement')
  await list.press('g', '1')
  const figures = page.getByRole('grid', { name: '游戏流水' })
  await figures.waitFor()
  await page.getByText('逐格舍入').waitFor()
  await list.press('c')
  await page.waitForURL(/in=own/)
  await list.press('u')
  await list.dialog('流水的数据来源').waitFor()
  await list.press('Escape')
  await list.dialog('流水的数据来源').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '记录与对账' }).click()
  await list.cell('有差异').first().waitFor()
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
  expect(await list.cell('已月结').count()).toBeGreaterThan(0)
})
