// Users, roles and the audit: by keys only a user is created, sets a password by the link, signs in, gains a role and
// loses it; with the mouse a role is copied, assigned and deleted.

import { execFileSync } from 'node:child_process'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { octoberYear } from '#e2e/days.ts'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { Palette } from '../pages/palette.ts'
import { ReportPage } from '../pages/report.ts'
import { ask, signIn } from '../pages/session.ts'
import { figures } from '../warehouse.ts'

const secondPassword = 'a second long password'

/** Types into the focused field and the following ones; Enter submits. */
async function typeInTurn(page: Page, ...texts: string[]): Promise<void> {
  for (const [at, text] of texts.entries()) {
    if (at > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
}

function oncePasswordOf(email: string): string {
  const env = { ...process.env, NODE_ENV: 'development', DATA_DIR: product.dataDir }
  const args = ['src/main-command.ts', 'user', 'password', email]
  const said = execFileSync(process.execPath, args, { env }).toString()
  return said.match(/密码：(\S+)/)?.[1] ?? ''
}

withBrowser()

const password = 'a journey of many keys'

describe('users and roles', () => {
  it('by keys alone: a user is made, sets a password by the link and signs in; a role is changed; one’s own is kept', async () => {
    const page = await openPage(product.address, { dark: true, expected: /403/ })
    const list = new ListPage(page)
    await signIn(page, 'admin', '/statement')
    await list.press('g', 'm', 'm')
    await list.shows('用户管理')
    await list.counts(/^共 \d/)
    await list.press('c')
    const form = list.dialog('新建用户')
    await form.waitFor()
    await list.tabTo('邮箱')
    await page.keyboard.type('journey@example.com')
    await list.tabTo('角色')
    await list.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown')
    await list.press('Control+Enter')
    await form.waitFor({ state: 'detached' })
    // The link is offered at once.
    await list.dialog(/^密码链接/).waitFor()
    await list.press('Enter')
    const link = await page.getByRole('textbox', { name: '密码链接' }).inputValue()
    await list.press('Escape')
    await list.dialog(/^密码链接/).waitFor({ state: 'detached' })

    const theirs = await openPage(product.address)
    await theirs.goto(link)
    await theirs.getByText('journey@example.com').waitFor()
    await theirs.keyboard.type(password)
    await theirs.keyboard.press('Tab')
    await theirs.keyboard.type(password)
    await theirs.keyboard.press('Enter')
    // Whoever sets the password is in, without typing it a third time.
    const userMenu = theirs.getByRole('button', { name: '用户 journey' })
    await userMenu.waitFor()
    await theirs.goto(link)
    await theirs.reload()
    await theirs.getByText('链接无效').waitFor()
    await theirs.goto('/')
    await userMenu.waitFor()
    const enters = async (typed: string) => {
      await theirs.getByLabel('用户名').waitFor()
      await typeInTurn(theirs, 'journey', typed)
    }
    // Users change their password in the user menu, confirmed by the present one.
    await userMenu.click()
    await theirs.getByRole('menuitem', { name: '修改密码' }).click()
    const changing = theirs.getByRole('dialog', { name: '修改密码' })
    await changing.waitFor()
    await typeInTurn(theirs, password, secondPassword, 'another')
    await changing.getByText('两次输入的密码不一样').waitFor()
    await theirs.keyboard.press('Control+a')
    await typeInTurn(theirs, secondPassword)
    await theirs.getByText('密码已修改').waitFor()

    // A one-time password from the terminal ends the user's sessions and requires a new password.
    const once = oncePasswordOf('journey@example.com')
    await theirs.goto('/login')
    await enters(once)
    await theirs.getByRole('heading', { name: '设置密码' }).waitFor()
    // The next step is shown as information, not as a failure.
    const told = theirs.locator('.bp6-toast', { hasText: '一次性密码到此用完' })
    await told.waitFor()
    expect(await told.getAttribute('class')).not.toContain('danger')
    await theirs.getByLabel('新密码').waitFor()
    await typeInTurn(theirs, password, password)
    await userMenu.waitFor()

    await list.press('g', 'm', 'r')
    await list.shows('角色权限')
    await list.press('/')
    await page.keyboard.type('运营只读')
    await list.counts(/^(共 1|1 \/ \d+) 个/)
    await list.entersOnlyRow()
    await list.press('e')
    await list.dialog('编辑角色').waitFor()
    await list.tabTo('字典管理')
    await list.press('ArrowDown', 'ArrowDown', 'Space')
    await page.getByRole('gridcell', { name: '代码查询', selected: true }).waitFor()
    await page.getByText('/code/queryList').waitFor()
    await list.press('Control+Enter')
    await list.dialog('编辑角色').waitFor({ state: 'detached' })
    await list.cell('代码查询').waitFor()
    // The open tab gets the page with its next call.
    const menu = theirs.getByRole('navigation', { name: '主导航' })
    await new Palette(theirs).run('jyrb', '经营日报')
    await menu.getByRole('link', { name: '代码查询' }).waitFor()

    await list.press('v')
    await list.dialog(/^以角色/).waitFor()
    await list.press('Enter')
    const bar = page.getByRole('complementary', { name: '以角色查看' })
    await bar.getByText('运营只读').waitFor()
    await page.getByRole('link', { name: '代码查询' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /系统配置/ }).count()).toBe(0)
    await page.goto('/management/userManage')
    await page.getByText('该角色没有这个权限').waitFor()
    await page.getByText(/可向 .*admin.* 申请/).waitFor()
    await page.goto('/statement')
    await page.getByRole('tree').first().waitFor()
    await list.press('c')
    await page.getByPlaceholder('视图名称').waitFor()
    await page.keyboard.type('不能存的视图')
    await list.press('Enter')
    await list.says('正在以角色「运营只读」查看，只能看')
    await list.press('Escape')
    await page.getByPlaceholder('视图名称').waitFor({ state: 'detached' })
    await list.press('g', 'z')
    await list.shows('角色权限')
    await expect.poll(() => bar.count()).toBe(0)
    await list.press('/')
    await page.keyboard.type('管理员')
    await list.counts(/^(共 1|1 \/ \d+) 个/)
    await list.entersOnlyRow()
    await list.press('e')
    await list.dialog('编辑角色').waitFor()
    await list.tabTo('字典管理')
    await list.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Space', 'Control+Enter')
    await list.says('没有人能管理用户和角色')
    await list.press('Space', 'Escape')
    await list.dialog('编辑角色').waitFor({ state: 'detached' })

    await list.press('g', 'm', 'a')
    await list.shows('审计日志')
    await list.cell('以角色查看：结束').waitFor()
    await list.press('j', 'o')
    await list.dialog('以角色查看：结束').getByText('运营只读').waitFor()
    // Restores the demo's role for other journeys.
    const roles = await ask<{ id: number; name: string }[]>(page, '/api/s1/data/AuthRole/list')
    const { id, name } = roles.find((role) => role.name === '运营只读') ?? {}
    await ask(page, '/api/s1/data/AuthRole/addOrUpdate', { id, name, authorityInfo: { sqlQueryRule: [] } })
  })

  it('by keys: a leaver’s things are handed to a colleague in one step, told before, and taken back', async () => {
    const page = await openPage(product.address, { dark: true })
    const list = new ListPage(page)
    await signIn(page, 'admin', '/management/userManage')
    const view = { id: -1, name: '离职者的视图', typeId: null, shared: false }
    const theirs = await openPage(product.address)
    await signIn(theirs, 'sql', '/statement')
    const { id } = await ask<{ id: number }>(theirs, '/api/s1/data/addOrUpdateViewMeta', view)
    const ownersOf = async (on: Page) => JSON.stringify(await ask(on, '/api/s1/data/getViewMeta', {}))
    await list.shows('用户管理')
    await list.press('/')
    await page.keyboard.type('sql@')
    await list.counts(/^1 \//)
    await list.entersOnlyRow()
    await list.press('t')
    const dialog = list.dialog('移交：sql 的内容')
    await dialog.getByLabel('移交给').waitFor()
    await page.keyboard.type('viewer')
    await dialog
      .getByText(/视图 \d+/)
      .first()
      .waitFor()
    await dialog
      .getByText(/^接收人没有「代码查询」权限/)
      .first()
      .waitFor()
    await list.press('Enter')
    await list.says(/已把 sql 的 \d+ 项内容移交给 viewer/)
    await dialog.waitFor({ state: 'detached' })
    expect(await ownersOf(theirs)).not.toContain('离职者的视图')
    await list.press('Control+z')
    await list.says('已还给 sql')
    expect(await ownersOf(theirs)).toContain('离职者的视图')
    await ask(theirs, `/api/s1/data/deleteViewMeta/${id}`, {})
  })

  it('a rule on a role’s rows, set by keys, narrows what its holder sees, and says so; the pointer takes it off', async () => {
    const admin = await openPage(product.address)
    const list = new ListPage(admin)
    await signIn(admin, 'admin', '/management/authority')
    await ask(admin, '/api/s1/data/AuthRole/addOrUpdate', { id: -1, name: '渠道专员', authorityInfo: {} })
    const made = { id: -1, email: 'channel@example.com', role: '渠道专员', games: ['yhxt'] }
    const { id } = await ask<{ id: number }>(admin, '/api/s1/data/UserInfo/addOrUpdate', made)
    const { token } = await ask<{ token: string }>(admin, '/api/s1/management/user/passwordLink', { id })
    await ask(admin, '/api/s1/session/setPassword', { token, password })
    const theirs = await openPage(product.address)
    await theirs.goto('/login')
    await theirs.getByLabel('用户名').waitFor()
    await typeInTurn(theirs, 'channel', password)
    await theirs.getByRole('button', { name: '用户 channel' }).waitFor()
    await new Palette(theirs).run('jyrb', '经营日报', '报表')
    const report = new ReportPage(theirs)
    await report.shows('经营日报')
    await theirs.keyboard.press('t')
    await new Palette(theirs).input.waitFor()
    await theirs.keyboard.type(`${octoberYear}-10-01..${octoberYear}-10-07`)
    await theirs.keyboard.press('Enter')
    const shown = async () => {
      await report.settled()
      return Number((await report.total('活跃用户')).replaceAll(',', ''))
    }
    const [all, ofOne] = await figures(
      product.dataDir,
      'login_day',
      `SELECT count(DISTINCT player_id), count(DISTINCT player_id) FILTER (channel = 'huawei') FROM login_day
        WHERE cgi = 'yhxt' AND login_date BETWEEN '${octoberYear}-10-01' AND '${octoberYear}-10-07'`,
    )
    await expect.poll(shown).toBe(Number(all))

    await list.press('r')
    await list.cell('渠道专员').waitFor()
    await list.press('/')
    await admin.keyboard.type('渠道专员')
    await list.counts(/^(共 1|1 \/ \d+) 个/)
    await list.entersOnlyRow()
    await list.press('e')
    const form = list.dialog('编辑角色')
    await list.tabTo('数据范围')
    await list.press('Enter', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab')
    const dimension = form.getByLabel('第 1 条规则：维度')
    const names = await dimension.locator('option').allInnerTexts()
    for (let step = 0; step < names.indexOf('渠道'); step += 1) await list.press('ArrowDown')
    await list.press('Tab', 'Enter')
    await admin.locator('.filter-popover input:focus').waitFor()
    await admin.keyboard.type('huawei')
    await admin.locator('.filter-popover .bp6-active', { hasText: '华为' }).waitFor()
    await list.press('Enter', 'Escape')
    await form
      .getByText(/^只看 华为/)
      .first()
      .waitFor()
    await list.press('Control+Enter')
    await form.waitFor({ state: 'detached' })
    await list.cell('渠道：只看 华为应用市场').waitFor()

    await theirs.reload()
    await expect.poll(shown).toBe(Number(ofOne))
    await new Palette(theirs).run('为什么', '为什么我看不到…')
    await theirs.getByText('渠道：只看 华为应用市场（角色「渠道专员」）').waitFor()
    await theirs.keyboard.press('Escape')

    await list.click('渠道专员', 'right')
    await admin.getByRole('menuitem', { name: /^编辑/ }).click()
    await form.getByRole('button', { name: '移除第 1 条规则' }).click()
    await form.getByRole('button', { name: /^保存/ }).click()
    await form.waitFor({ state: 'detached' })
    await theirs.reload()
    await expect.poll(shown).toBe(Number(all))
  })

  it('with a mouse: a role is copied, given, refused to be deleted; a user is stopped, deleted and brought back', async () => {
    const page = await openPage(product.address)
    const list = new ListPage(page)
    await signIn(page, 'admin', '/statement')
    await page.getByRole('button', { name: /系统配置/ }).click()
    await page.getByRole('menuitem', { name: /权限管理/ }).click()
    await list.shows('用户管理')
    await page.getByRole('navigation', { name: '权限管理' }).getByRole('link', { name: '角色' }).click()
    await list.shows('角色权限')
    await list.click('运营只读', 'right')
    await page
      .getByRole('menuitem', { name: /^复制(?!单)/ })
      .first()
      .click()
    const form = list.dialog('新建角色')
    await form.getByRole('gridcell', { name: '平台文档' }).click()
    await form.getByText('search_document').waitFor()
    await form.getByRole('button', { name: /^保存/ }).click()
    await form.waitFor({ state: 'detached' })
    await list.cell('运营只读 副本').waitFor()
    await page.getByRole('link', { name: '用户', exact: true }).click()
    await list.shows('用户管理')
    await page.getByRole('button', { name: '新建', exact: true }).click()
    const user = list.dialog('新建用户')
    await user.getByLabel('邮箱').click()
    await page.keyboard.type('mouse@example.com')
    await user.getByLabel('角色').selectOption('运营只读 副本')
    await user.getByRole('button', { name: /^保存/ }).click()
    await page.getByRole('button', { name: '以后再说' }).click()
    await list.click('mouse@example.com', 'right')
    await page.getByRole('menuitem', { name: /^停用/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: /^停用/ }).click()
    await list.cell('停用').waitFor()
    await page.getByRole('link', { name: '角色', exact: true }).click()
    await list.shows('角色权限')
    await list.click('运营只读 副本', 'right')
    await page.getByRole('menuitem', { name: /^删除/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: /^删除/ }).click()
    await list.says(/角色正由「mouse」使用/)
    await list.press('Escape')
    await page.getByRole('link', { name: '用户', exact: true }).click()
    await list.click('mouse@example.com', 'right')
    await page.getByRole('menuitem', { name: /^删除/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: /^删除/ }).click()
    await list.says('已删除「mouse」')
    await page.getByRole('button', { name: '撤销' }).first().click()
    await list.cell('mouse@example.com').waitFor()

    // With a second manager, users may remove their own right, after a question.
    await list.click('mouse@example.com', 'right')
    await page.getByRole('menuitem', { name: /^编辑/ }).click()
    const edit = list.dialog('编辑用户')
    await edit.getByLabel('角色').selectOption('管理员')
    await edit.getByText('可以登录').click()
    await edit.getByRole('button', { name: /^保存/ }).click()
    await edit.waitFor({ state: 'detached' })
    await list.click('admin@example.com', 'right')
    await page.getByRole('menuitem', { name: /^编辑/ }).click()
    await edit.getByLabel('角色').selectOption('数据分析师')
    await list.press('Control+Enter')
    const question = page.getByRole('alertdialog')
    await question.getByText('保存后你将失去「权限管理」权限').waitFor()
    await list.press('Escape')
    await question.waitFor({ state: 'detached' })
    await edit.getByText('这会移除你自己的「权限管理」权限').waitFor()
    await edit.getByLabel('角色').selectOption('管理员')
    await list.press('Escape')
    await edit.waitFor({ state: 'detached' })
  })
})
