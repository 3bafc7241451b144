// By keys only: a report is subscribed to, sent, checked in its records, and the subscription deleted.
import { it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

it('by keys alone a report is subscribed, sent, followed and deleted', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  await signIn(page, 'admin', '/statement/detail?id=1')
  await page.locator('.report-content [role=grid]').waitFor()
  await list.press('Shift+D')
  const form = list.dialog('订阅')
  await form.getByText('接下来：').waitFor()
  await list.press('ControlOrMeta+a')
  await page.keyboard.type('旅程订阅')
  await list.press('Control+Enter')
  await list.says('已订阅「旅程订阅」')
  await form.waitFor({ state: 'detached' })

  await list.press('g', 'v')
  await list.shows('我的订阅')
  await list.press('/')
  await page.keyboard.type('旅程订阅')
  await list.counts(/^(共 1|1 \/ \d+) 个/)
  await list.entersOnlyRow()
  await list.press('x')
  await list.says('将发给 1 个收件人')
  await list.press('Enter')
  await list.cell('已发送').waitFor()
  await list.press('h')
  const record = list.dialog('发送记录：旅程订阅')
  await record.getByText('已到站内信').waitFor()
  await list.press('Escape')
  await record.waitFor({ state: 'detached' })
  await list.entersRows()
  await list.press('Delete')
  await list.says('之后不再发送')
  await list.press('Enter')
  await list.says('没有符合的订阅')
})
