// By keys only: a report is subscribed to, sent, checked in its records, and the subscription deleted.
import { expect, it } from 'vitest'
import { simplelist } from '#features/dictionary/contract.ts'
import { listInbox } from '#features/inbox/contract.ts'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { ask, signIn } from '../pages/session.ts'

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

it('by keys alone a saved query is sent where a figure meets a threshold, and its records say what arrived', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  await signIn(page, 'sql', '/code')
  const dictionaries = await ask<{ id: number; name: string }[]>(page, simplelist.path)
  const channels = dictionaries.find(({ name }) => name === '渠道')
  await ask(page, '/api/s1/redirect/aliyun/save', {
    name: '旅程查询',
    sql: 'select cast(:day as date) as day, 42 as amount where :channel is not null',
    params: [
      { name: 'day', type: 'date', label: '哪一天', default: '昨天', dictId: null },
      { name: 'channel', type: 'dictionary', label: '渠道', default: 'official', dictId: channels?.id },
    ],
  })
  await page.goto('/code/queryList')
  await list.shows('已存查询')
  await list.press('/')
  await page.keyboard.type('旅程查询')
  await list.entersOnlyRow()
  await list.press('Shift+D')
  const form = list.dialog('定时发送')
  await form.getByText('接下来：').waitFor()
  await list.press('ControlOrMeta+a')
  await page.keyboard.type('旅程定时')
  await list.tabTo('参数')
  await page.keyboard.type('上周一')
  await form.getByText(/今天发送是 \d{4}-\d\d-\d\d/).waitFor()
  // A value of a dictionary is chosen by its name, and told by it.
  await form.getByRole('button', { name: '渠道：官网' }).waitFor()
  for (const key of ['Tab', 'Enter']) await list.press(key)
  await page.getByLabel('查找「渠道」的值').waitFor()
  await page.keyboard.type('hwyy')
  await page.getByRole('menuitem', { name: '华为应用市场' }).waitFor()
  await list.press('Enter')
  await form.getByRole('button', { name: '渠道：华为应用市场', expanded: false }).waitFor()
  await page.getByLabel('查找「渠道」的值').waitFor({ state: 'detached' })
  await list.tabTo('发送条件')
  await list.press('ArrowDown', 'ArrowDown')
  await list.tabTo('看哪一列')
  await page.keyboard.type('amount')
  await list.tabTo('数值')
  await page.keyboard.type('40')
  await list.press('Control+Enter')
  await list.says('已订阅「旅程定时」')
  await form.waitFor({ state: 'detached' })

  await list.press('g', 'v')
  await list.shows('我的订阅')
  await list.press('/')
  await page.keyboard.type('旅程定时')
  await list.entersOnlyRow()
  await list.cell('SQL').waitFor()
  await list.cell('amount 大于 40').waitFor()
  await list.press('x')
  await list.says('将发给 1 个收件人')
  await list.press('Enter')
  await list.cell('已发送').waitFor()
  await list.press('h')
  await list.dialog('发送记录：旅程定时').getByText('已到站内信').waitFor()
  const { rows } = await ask<{ rows: { title: string; text: string }[] }>(page, listInbox.path)
  expect(rows.find(({ title }) => title === '旅程定时')?.text).toContain('渠道 华为应用市场')
})
