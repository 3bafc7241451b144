// From one's own database to the first alarm, step by step as the guide says: a PostgreSQL becomes a table with its
// report, its checks are taken as suggested, and a bad row sets off the alarm that was made from a figure.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type DatabaseServer,
  hasPostgres,
  ownerOf,
  ownerPassword,
  startDatabase,
} from '#tests/factories/databases/postgres.ts'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { ReportPage } from '../pages/report.ts'
import { ask, signIn } from '../pages/session.ts'

withBrowser()

let server: DatabaseServer
let owner: pg.Client
beforeAll(async () => {
  if (!hasPostgres) return
  server = await startDatabase()
  owner = ownerOf(server.port)
  await owner.connect()
  await owner.query(`create table orders (id serial primary key, day date not null, channel text not null, amount numeric(12, 2));
    insert into orders (day, channel, amount)
      select current_date - (i % 20), 'c' || (i % 3), 1 + i % 50 from generate_series(1, 300) i`)
})
afterAll(async () => {
  await owner?.end()
  await server?.stop()
})

interface Fires {
  rows: { alarmName: string; state: string }[]
}

it.skipIf(!hasPostgres)('leads from a database to its report, its checks and the first alarm', async () => {
  const page = await openPage(product.address, { width: 1440 })
  const list = new ListPage(page)
  const report = new ReportPage(page)
  await signIn(page, 'admin', '/config/source')
  await list.press('c')
  const dialog = list.dialog('新建数据源')
  await dialog.waitFor()
  const type = async (label: RegExp, text: string) => {
    await dialog.getByLabel(label).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
  }
  await type(/^名称/, '旅程订单')
  await dialog.getByLabel(/^类型/).selectOption('postgres')
  await type(/^主机/, 'localhost')
  await type(/^端口/, String(server.port))
  await type(/^数据库/, 'postgres')
  await type(/^用户/, 'owner')
  await type(/^密码/, ownerPassword)
  await dialog.getByLabel(/^CA 证书/).fill(server.ca)
  await type(/^表/, 'public.orders')
  await type(/^增量列/, 'id')
  await dialog.getByRole('button', { name: '测试连接' }).click()
  await dialog.getByText(/可以读取/).waitFor()
  await type(/^数据表/, 'zz_orders')
  await dialog.getByLabel(/^何时载入/).selectOption('hand')
  await list.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  const pane = page.locator('.sources-pane')
  await pane.getByRole('heading', { name: '旅程订单' }).waitFor()
  await list.press('x')
  await pane.getByText('300 行').first().waitFor()
  await pane
    .getByRole('link', { name: /amount/ })
    .first()
    .waitFor()

  await list.press('g', 'c', 'j')
  await list.says('数据校验')
  await list.press('b')
  const suggested = list.dialog('建议的校验')
  await suggested.waitFor()
  await suggested.getByRole('combobox').first().fill('zz_orders')
  await suggested.getByText(/列「amount」小于 0 的一行也没有/).waitFor()
  await list.tabTo('添加')
  await list.press('Enter')
  await suggested.waitFor({ state: 'detached' })
  await list.cell('列「amount」小于').waitFor()

  await list.press('Control+k')
  await page.keyboard.type('旅程订单')
  await page
    .getByRole('option', { name: /旅程订单/ })
    .first()
    .waitFor()
  await list.press('Enter')
  await report.shows('旅程订单')
  await report.settled()
  await page.keyboard.press('j')
  await page.locator('[role="grid"]:focus, [role="grid"] :focus').first().waitFor()
  await list.press('Control+Home', 'ArrowDown', 'ArrowRight', 'Shift+A')
  await page.locator('#alarm-name:focus').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('订单的数据不对')
  await page.getByLabel('条件 1 的种类').selectOption('checks')
  await list.press('Control+Enter')
  await page.getByText('订单的数据不对').first().waitFor()
  const fires = async () =>
    (await ask<Fires>(page, '/api/s1/alarm/fires')).rows.filter(
      ({ alarmName }) => alarmName === '订单的数据不对',
    ).length
  expect(await fires()).toBe(0)

  await owner.query("insert into orders (day, channel, amount) values (current_date - 1, 'c0', -5)")
  await page.goto(`${product.address}/config/source`)
  await list.click('旅程订单')
  await list.press('x')
  await pane.getByText('1 行').first().waitFor()
  await expect.poll(fires, { timeout: 120_000, interval: 1_000 }).toBe(1)
})
