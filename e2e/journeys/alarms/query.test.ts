// An alarm on a saved query: from a cell of its result by the mouse, by keys tried, saved, fired and acknowledged.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { ListPage } from '#e2e/pages/lists.ts'
import { ask, signIn } from '#e2e/pages/session.ts'
import { SqlPage } from '#e2e/pages/sql.ts'

withBrowser()

interface Fires {
  rows: { id: number; alarmName: string }[]
}

it('is made from a cell of its result, rehearsed, fires for the row that meets it, and is acknowledged', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  await signIn(page, 'admin', '/code/query')
  const saved = await ask<{ id: string }>(page, '/api/s1/redirect/aliyun/save', {
    name: '旅程渠道',
    sql: "select channel, orders, cast(:day as date) as day from (values ('web', 42), ('app', 7)) t(channel, orders)",
    params: [{ name: 'day', type: 'date', label: '哪一天', default: '昨天', dictId: null }],
  })
  const sql = new SqlPage(page)
  await sql.ready()
  await page.goto(`/code/query?query=${saved.id}`)
  // The editor is there with an empty text first.
  await page.getByRole('tab', { name: /旅程渠道/, selected: true }).waitFor()
  await sql.ready()
  await expect.poll(() => sql.text()).toContain('select channel')
  await page.keyboard.press('Control+Enter')
  await sql.settled()
  await list.click('42', 'right')
  await page.getByRole('menuitem', { name: '设为告警' }).click()

  // The query, the cell's column, what tells the rows apart, and the figure as a first bound.
  await page.locator('#alarm-name:focus').waitFor()
  await page.locator('[title="监控哪个已存查询"]').getByText('旅程渠道').waitFor()
  await page.locator('[title="监控哪些列的数值"]').getByText('orders').waitFor()
  await page.locator('[title="用哪些列区分各行"]').getByText('channel').waitFor()
  expect(await page.getByLabel('条件 1 的数值').inputValue()).toBe('42')
  await page.getByText('会触发', { exact: true }).first().waitFor()
  await page.getByText(/过去 \d+ 次运行/).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('旅程的查询告警')
  await list.tabTo('条件 1 的数值')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('10')
  await page.getByText('orders 7，低于 10').first().waitFor()
  await list.press('Control+Enter')
  await page.getByRole('heading', { name: '旅程的查询告警', level: 1 }).waitFor()

  let fire: Fires['rows'][number] | undefined
  await expect
    .poll(async () => {
      const { rows } = await ask<Fires>(page, '/api/s1/alarm/fires')
      fire = rows.find(({ alarmName }) => alarmName === '旅程的查询告警')
      return fire !== undefined
    })
    .toBe(true)
  await page.goto('/alarm/list')
  await list.shows('告警管理')
  await list.press('/')
  await page.keyboard.type('旅程的查询告警')
  await list.entersOnlyRow()
  await page.getByText('查询「旅程渠道」的 orders，按 channel').first().waitFor()
  await page.goto(`/alarm/fire?id=${fire?.id}`)
  await page.getByText('orders 7，低于 10').first().waitFor()
  await list.press('y')
  await list.dialog('确认「旅程的查询告警」').waitFor()
  await page.keyboard.type('在查')
  await list.press('Control+Enter')
  await page.getByText('已确认', { exact: true }).first().waitFor()
})

it('begins at its own form: a query, a column and what tells its rows apart are picked', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  await signIn(page, 'admin', '/alarm/list')
  await list.shows('告警管理')
  await ask(page, '/api/s1/redirect/aliyun/save', {
    name: '旅程流水',
    sql: "select channel, orders from (values ('web', 42), ('app', 7)) t(channel, orders)",
  })
  await page.getByRole('button', { name: '新建' }).first().click()
  await page
    .getByRole('tab', { name: '已存查询' })
    .or(page.getByText('已存查询', { exact: true }))
    .first()
    .click()
  await page.locator('[title="监控哪个已存查询"]').click()
  await page.getByRole('option', { name: '旅程流水' }).click()
  await page.getByText('结果不止一行：选一列来区分').waitFor()
  await page.locator('[title="监控哪些列的数值"]').click()
  await page.getByRole('option', { name: /^orders/ }).click()
  await list.press('Escape')
  await page.locator('[title="用哪些列区分各行"]').click()
  await page.getByRole('option', { name: /^channel/ }).click()
  await list.press('Escape')
  await page.getByLabel('条件 1 的数值').click()
  await page.keyboard.type('10')
  await page.getByText('app：').first().waitFor()
  await page.getByText('查询没有随日期移动的参数').waitFor()
})
