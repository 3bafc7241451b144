// By keys only: a receiver is created, tested, inspected, deleted and restored; the inbox is opened, read and
// emptied.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { takesFocus } from '../pages/focus.ts'
import { ListPage } from '../pages/lists.ts'
import { Palette } from '../pages/palette.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

it('a receiver is made, tried, looked at, deleted and brought back by keys', async () => {
  const page = await openPage(product.address, { dark: true })
  const list = new ListPage(page)
  await signIn(page, 'admin', '/statement')
  await new Palette(page).run('tzqd', '通知渠道')
  await list.shows('通知渠道')
  await list.says('还没有设置邮件服务器')
  await list.press('c')
  await list.dialog('新建通知渠道').waitFor()
  await page.keyboard.type('值班邮件')
  // Arrow keys choose the kind; the fourth is mail.
  await list.tabTo('类型')
  await list.press('ArrowDown', 'ArrowDown', 'ArrowDown')
  await list.fillByKeys('新建通知渠道', { 收件人: 'ops@example.com', 游戏: '云海仙途' })
  await list.press('/')
  await page.keyboard.type('值班邮件')
  await list.counts(/^共 1|^1 \//)
  await list.entersOnlyRow()
  await list.press('x')
  const failed = list.dialog('1 / 1 个测试失败')
  await failed.getByText('还没有设置邮件服务器').waitFor()
  await list.press('Escape')
  await failed.waitFor({ state: 'detached' })
  await list.press('u')
  const uses = list.dialog('通知渠道「值班邮件」')
  await uses.getByText('未送达').waitFor()
  await uses.getByText('没有告警或订阅用到它').waitFor()
  await list.press('Escape')
  await uses.waitFor({ state: 'detached' })
  await list.press('Delete')
  await list.says('地址与密钥会随渠道一起恢复')
  await list.press('Enter')
  await list.says('已删除')
  await list.press('Control+z')
  await list.cell('值班邮件').waitFor()
})

const openStore = () => {
  const store = new DatabaseSync(join(product.dataDir, 'metadata.sqlite'))
  store.exec('pragma busy_timeout = 5000')
  return store
}

/** Other journeys may have told this user something, too. */
function emptyInbox(): void {
  const store = openStore()
  store.exec(
    `delete from inbox_note where user_id = (select id from "user" where email = 'viewer@example.com')`,
  )
  store.close()
}

/** Sends a message like another part of the product. */
function tell(title: string): void {
  const store = openStore()
  store
    .prepare(
      `insert into inbox_note (user_id, key, title, text, level, source_kind, source_id, link, games, at)
       select id, ?, ?, ?, 'critical', 'alarm', 1, '/statement', '[]', ? from "user" where email = 'viewer@example.com'`,
    )
    .run(title, title, `${title}：见 [报表](/statement)`, new Date().toISOString())
  store.close()
}

it('the inbox counts, is read, marked and emptied by keys', async () => {
  emptyInbox()
  tell('旅程消息一')
  tell('旅程消息二')
  const page = await openPage(product.address)
  const list = new ListPage(page)
  await signIn(page, 'viewer', '/statement')
  await page.getByRole('link', { name: '收件箱，2 条未读' }).waitFor()
  await list.press('g', 'x')
  await list.shows('收件箱')
  await list.press('/')
  await page.keyboard.type('旅程消息一')
  await list.entersOnlyRow()
  await page.getByRole('article', { name: '旅程消息一' }).getByRole('link', { name: '报表' }).waitFor()
  await list.press('x')
  await page.getByRole('link', { name: '收件箱，1 条未读' }).waitFor()
  await list.press('Shift+X')
  await page.getByRole('link', { name: '收件箱，2 条未读' }).waitFor()
  await list.press('y')
  await page.getByRole('link', { name: '收件箱', exact: true }).waitFor()
  await list.says('已将 2 条标为已读')
  await list.press('Control+z')
  await page.getByRole('link', { name: '收件箱，2 条未读' }).waitFor()
  await list.press('Delete')
  await takesFocus(page.getByRole('alertdialog'))
  await list.press('Enter')
  await page.getByRole('link', { name: '收件箱，1 条未读' }).waitFor()
  await list.press('Control+z')
  await list.cell('旅程消息一').waitFor()
  await list.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/statement')
})
