// Push: a task by keys only in the dark theme, from its reach to its records; a test push with the mouse; and a
// message to a browser: encrypted by the server, received and decrypted by our push service, passed to Chromium.
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { decrypt, makeBrowserKeys } from '#tests/features/push/pushService.ts'
import type { ManagedUser, UserList } from '#features/management/contract.ts'
import { openPage, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { signInByKeys } from '../pages/session.ts'
import { copyDemo, type Product, serve } from '../product.ts'

withBrowser()

let own: Product
beforeAll(async () => {
  const dataDir = await copyDemo(inject('installations'))
  const settings = { push: { webPushAllowed: ['127.0.0.1'], approvalAbove: 1_000_000 } }
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings))
  own = await serve(dataDir)
})
afterAll(() => own.stop())

async function ask(page: Page, path: string, data: object): Promise<void> {
  const headers = { origin: own.address, 'sec-fetch-site': 'same-origin' }
  const reply = await page.request.post(path, { data, headers })
  expect(await reply.json()).toMatchObject({ isSuccess: true })
}

/** A computed segment of seven players of the first app. */
async function makeSegment(page: Page): Promise<void> {
  const sql = "select cgi, player_id from register where cgi = 'fhsg' order by player_id limit 7"
  const own = { name: '旅程人群', games: ['fhsg'], note: '', players: ['player_id'], keepDays: 90 }
  await ask(page, '/api/s1/segment/save', { ...own, source: { kind: 'sql', sql } })
  const last = async () => {
    const { data } = await (await page.request.get('/api/s1/segment/list')).json()
    return (data.rows as { name: string; members: number | null }[]).find(({ name }) => name === own.name)
  }
  await expect.poll(last, { timeout: 40_000 }).toMatchObject({ members: 7 })
}

describe('push', () => {
  it('by keys alone: a task is written, its reach shown, sent to the embedded gateway, its records read', async () => {
    const page = await openPage(own.address, { dark: true })
    const list = new ListPage(page)
    await signInByKeys(page, 'admin', '/others')
    await makeSegment(page)
    await list.press('g', 'p')
    await list.shows('推送任务')
    await list.counts(/^共 4 个/)
    await list.press('c')
    const dialog = list.dialog('新建推送任务')
    await dialog.waitFor()
    await list.tabTo('人群')
    // The user's own segments follow the fixed ones.
    await list.press('End')
    await dialog
      .getByRole('option', { name: /^旅程人群：.* 有 7 人$/, selected: true })
      .waitFor({ state: 'attached' })
    await dialog.getByText(/^预计触达 7 人/).waitFor()
    await list.typeByKeys('新建推送任务', { 标题: '旅程推送', 内容: '按键写成', 链接: 'mygame://shop' })
    // No moment is chosen before a person chooses it.
    await list.press('Control+Enter')
    await list.says('请选择发送时间')
    await list.tabTo('发送时间')
    await list.press('ArrowDown')
    const question = page.getByRole('alertdialog', { name: /^发给 7 人？/ })
    // A second Enter goes back: it can't send by accident.
    await list.press('Control+Enter')
    await question.waitFor()
    await list.press('Enter')
    await question.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: /^新建/, disabled: false }).waitFor()
    const { data } = await (await page.request.get('/api/s5/data/task/find?search=旅程推送')).json()
    expect(data.total).toBe(0)
    await list.press('Control+Enter')
    await question.getByText('烽火三国').waitFor()
    await list.press('Shift+Tab')
    await question.getByRole('button', { name: '发送' }).and(page.locator(':focus')).waitFor()
    await list.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await list.press('/')
    await page.keyboard.type('旅程推送')
    await list.counts(/^(共 1|1 \/ \d+) 个/)
    await list.entersOnlyRow()
    await list.cell('已完成').waitFor()
    await list.cell('旅程人群').waitFor()
    await list.press('x')
    await list.says('任务已完成')
    await list.press('d')
    await list.dialog('新建推送任务').getByText('预计触达').waitFor()
    await list.press('Escape')
    await list.dialog('新建推送任务').waitFor({ state: 'detached' })
    await list.press('h')
    await list.dialog('变更记录：旅程推送').waitFor()
    await list.press('Escape')
    await list.dialog(/^变更记录/).waitFor({ state: 'detached' })
    await list.press('Enter')
    await list.shows('推送记录')
    await list.cell('网关已接受').waitFor()
    await list.counts(/^共 \d/)
  })

  it('with a mouse: the panel beside the list cuts nothing, and its phone shows when the message arrives', async () => {
    const page = await openPage(own.address, { width: 1280, height: 700 })
    const list = new ListPage(page)
    await signInByKeys(page, 'admin', '/push/pushlist')
    await list.shows('推送任务')
    await page.getByRole('button', { name: /^新建/ }).click()
    const dialog = list.dialog('新建推送任务')
    await dialog.getByLabel('标题').click()
    await page.keyboard.type('定时的')
    await dialog.getByLabel('内容').click()
    await page.keyboard.type('明年见')
    await dialog.getByLabel('人群').selectOption('silent14')
    await dialog.getByLabel('发送时间').selectOption('at')
    const year = new Date().getFullYear() + (new Date().getMonth() > 5 ? 1 : 0)
    await dialog.getByLabel(/^时间：几点/).fill('830')
    await dialog.getByRole('textbox', { name: '时间', exact: true }).fill(`${year}-06-01`)
    const phone = page.getByRole('region', { name: '手机预览' })
    await phone.getByText('08:30').waitFor()
    await phone.getByText(/^6月1日 周/).waitFor()
    await dialog.getByRole('button', { name: /^新建/ }).click()
    const question = page.getByRole('alertdialog', { name: /^发给 [\d,]+ 人？/ })
    await question.getByText(`${year}-06-01 08:30`).waitFor()
    await question.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ state: 'detached' })
    await list.click('定时的')
    await phone.getByText('08:30').waitFor()
    const pane = page.locator('.list-preview')
    const within = await pane.evaluate((panel) => {
      const box = panel.getBoundingClientRect()
      const line = document.querySelector('.list-line')?.getBoundingClientRect().top ?? 0
      const first = panel.querySelector('h2')?.getBoundingClientRect().left ?? 0
      return [box.bottom <= line, panel.scrollWidth <= panel.clientWidth, first - box.left >= 8]
    })
    expect(within).toEqual([true, true, true])
  })

  it('with a mouse: from the card to a test push that says it went nowhere', async () => {
    const page = await openPage(own.address, { width: 1280 })
    const list = new ListPage(page)
    await signInByKeys(page, 'admin', '/others')
    await page.getByRole('link', { name: /^测试推送/ }).click()
    await list.shows('测试推送')
    await page.getByLabel('标题', { exact: false }).first().click()
    await page.keyboard.type('鼠标推送')
    await page.getByLabel('内容', { exact: false }).first().click()
    await page.keyboard.type('请看预览')
    await page.getByLabel('链接').click()
    await page.keyboard.type('javascript:alert(1)')
    await page.getByRole('button', { name: /^发送/ }).click()
    await list.says('链接应以 https:// 或应用自己的协议开头')
    await page.getByLabel('链接').click({ clickCount: 3 })
    await page.keyboard.type('mygame://shop')
    const phone = page.getByRole('region', { name: '手机预览' })
    await phone.getByText('请看预览').waitFor()
    await phone.getByText('Android').click()
    await phone.getByText('深色').click()
    await page.getByRole('button', { name: /^发送/ }).click()
    await list.says('没有送达任何设备')
    await page.getByRole('region', { name: '内置网关收到的' }).getByText('鼠标推送').waitFor()
  })

  it('who may push and nothing else finds it by the pointer, from the home page, where no menu leads to it', async () => {
    const managing = await openPage(own.address)
    await signInByKeys(managing, 'admin', '/management/userManage')
    const name = '只管推送'
    const authorityInfo = { pushRule: ['search_push'] }
    await ask(managing, '/api/s1/data/AuthRole/addOrUpdate', { name, authorityInfo })
    const listed = await managing.request.get('/api/s1/data/UserInfo/list')
    const { rows } = (await listed.json()).data as UserList
    const { id, revision, email } = rows.find(({ username }) => username === 'viewer') as ManagedUser
    await ask(managing, '/api/s1/data/UserInfo/addOrUpdate', { id, revision, email, role: name })
    const page = await openPage(own.address, { width: 1280 })
    await signInByKeys(page, 'viewer', '/statement')
    const menus = page.getByRole('navigation', { name: '主导航' }).getByRole('link')
    expect(await menus.allInnerTexts()).toEqual(['数据报表'])
    const cards = page.getByRole('region', { name: '运营' })
    await cards.getByRole('link', { name: /^推送任务/ }).click()
    await new ListPage(page).shows('推送任务')
    expect(new URL(page.url()).pathname).toBe('/push/pushlist')
  })

  it('a browser reads what the server encrypted for it', async () => {
    const page = await openPage(own.address, { expected: /Push API in incognito|Registration failed/ })
    const list = new ListPage(page)
    const keys = makeBrowserKeys()
    const service = await listen()
    const before = ['clipboard-read', 'clipboard-write']
    await page.context().grantPermissions([...before, 'notifications'])
    await signInByKeys(page, 'admin', '/push/pushTest')
    await list.shows('测试推送')
    const protocol = await page.context().newCDPSession(page)
    const registrations: string[] = []
    protocol.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { status, registrationId } of versions)
        if (status === 'activated') registrations.push(registrationId)
    })
    await protocol.send('ServiceWorker.enable')
    await page.getByRole('button', { name: '在此浏览器接收' }).click()
    await expect.poll(() => registrations.length).toBeGreaterThan(0)
    // A test's Chromium has no push service: the page says so, and our own service replaces it.
    await page
      .getByText(/浏览器向推送服务登记失败|没有得到通知的许可|此浏览器已登记/)
      .first()
      .waitFor()
    const subscription = {
      endpoint: `${service.url}/chromium`,
      keys: { p256dh: keys.p256dh, auth: keys.auth },
    }
    await ask(page, '/api/s1/push/browser/save', subscription)
    await page.reload()
    await list.shows('测试推送')
    await page.getByLabel('发到').selectOption({ index: 1 })
    await page.getByLabel('标题', { exact: false }).first().click()
    await page.keyboard.type('真的到了')
    await page.getByLabel('内容', { exact: false }).first().click()
    await page.keyboard.type('由推送服务送来')
    await list.press('Control+Enter')
    await list.says('推送服务返回 201')
    const data = decrypt(await service.taken, keys)
    const [registrationId = ''] = registrations
    await protocol.send('ServiceWorker.deliverPushMessage', { origin: own.address, registrationId, data })
    // Whether a notification appears depends on the system: a headless Chromium shows none.
    await list.says('此浏览器收到：真的到了 由推送服务送来')
    await page.context().grantPermissions(before)
    service.server.close()
  })
})

/** A push service that accepts one message. */
async function listen(): Promise<{ url: string; taken: Promise<Buffer>; server: Server }> {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    resolve(Buffer.concat(parts))
    reply.writeHead(201).end()
  })
  server.listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken: promise, server }
}
