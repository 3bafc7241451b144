// Webhooks by keys: made, its secret told once, tested against a loopback address, its deliveries read and sent again.
import { createHmac } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openPage, withBrowser } from '#e2e/browser.ts'
import { ListPage } from '#e2e/pages/lists.ts'
import { Palette } from '#e2e/pages/palette.ts'
import { signIn } from '#e2e/pages/session.ts'
import { copyDemo, type Product, serve } from '#e2e/product.ts'
import { makeReceivers, type Receivers } from '#tests/features/receivers/receiversHouse.ts'

withBrowser()

let own: Product
let receivers: Receivers
beforeAll(async () => {
  receivers = await makeReceivers()
  const dataDir = await copyDemo(inject('installations'))
  const settings = { webhookHosts: [receivers.origin], webhookNets: ['127.0.0.1'] }
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings))
  own = await serve(dataDir)
})
afterAll(async () => {
  receivers.stop()
  await own.stop()
})

it('by keys a webhook is made, told once its secret, tested, read, paused and deleted', async () => {
  const page = await openPage(own.address, { dark: true })
  const list = new ListPage(page)
  await signIn(page, 'admin', '/statement')
  await new Palette(page).run('webhook', '事件回调')
  await page.getByText('还没有事件回调').waitFor()
  await list.press('c')
  await list.fillByKeys('新建事件回调', { 名称: '下游任务', 地址: `${receivers.origin}/hook` })
  const told = list.dialog('签名密钥')
  const field = told.getByRole('textbox', { name: '签名密钥' })
  await field.waitFor()
  const secret = await field.inputValue()
  await list.press('Escape')
  await told.waitFor({ state: 'detached' })
  expect(await page.getByText(secret).count()).toBe(0)

  await list.press('/')
  await page.keyboard.type('下游')
  await list.counts(/^共 1|^1 \//)
  await list.entersOnlyRow()
  await list.press('x')
  await page.getByText('对方收到了测试').waitFor()
  const [got] = receivers.got('hook')
  const signed = createHmac('sha256', secret).update(`${got?.headers['x-timestamp']}.${got?.text}`)
  expect(got?.headers['x-signature']).toBe(`sha256=${signed.digest('hex')}`)
  expect(got?.body).toMatchObject({ event: 'webhook.test', data: { webhook: '下游任务' } })

  await list.press('u')
  const deliveries = list.dialog('「下游任务」的发送记录')
  await deliveries.getByText(/测试：/).waitFor()
  await deliveries.getByText(/HTTP 200/).waitFor()
  await deliveries.getByText('已送达').waitFor()
  await list.press('Escape')
  await deliveries.waitFor({ state: 'detached' })
  await list.press('z')
  await page.getByText('已暂停').first().waitFor()
  await list.press('Delete')
  await list.says('恢复时地址、密钥和等待发送的事件一起回来')
  await list.press('Enter')
  await list.says('已删除')
  await list.press('Control+z')
  await list.cell('下游任务').waitFor()
})
