// Two users of SQL on one server: neither sees anything of the other's until one shares a query by its address. A
// manager of users sees what is public, and ends the sharing.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { takesFocus } from '../pages/focus.ts'
import { ListPage } from '../pages/lists.ts'
import { Palette } from '../pages/palette.ts'
import { ask, demoPassword, signIn } from '../pages/session.ts'
import { SqlPage } from '../pages/sql.ts'

withBrowser()

const runCall = '/api/s3/data/sqlQuery/queryById'

async function workspaceOf(account: string, path = '/code/query', expected?: RegExp): Promise<SqlPage> {
  const page = await openPage(product.address, expected ? { expected } : {})
  await signIn(page, account, path)
  return new SqlPage(page)
}

it('keeps saved queries, runs and results to their owner; shares one by its address until that is taken back', async () => {
  const owner = await workspaceOf('sql')
  await owner.ready()
  const name = '只有自己能看的查询'
  await owner.write("select '秘密一号' as secret, platform from login_day where platform = 'iOS' limit 1")
  await owner.save(name)
  await owner.ready()
  const named = owner.page.waitForResponse(/sqlQuery\/query$/)
  await owner.run()
  const { data: run } = (await (await named).json()) as { data: { queryId: string } }
  const query = new URL(owner.page.url()).searchParams.get('query') ?? ''
  expect(query).not.toBe('')

  const other = await workspaceOf('admin', `/code/query?query=${query}`, /404/)
  await expect.poll(() => other.page.locator('body').innerText()).toContain('不存在')
  expect(await other.page.locator('body').innerText()).not.toContain('秘密一号')
  await other.page.goto('/code/queryList')
  await other.page.getByRole('navigation').first().waitFor()
  expect(await other.page.locator('body').innerText()).not.toContain(name)
  const readRun = (id: string) => other.page.request.get(`${runCall}/${id}`).then((reply) => reply.text())
  expect((await readRun(run.queryId)).replaceAll(run.queryId, '')).toBe(
    (await readRun('abcdefghijklmnop')).replaceAll('abcdefghijklmnop', ''),
  )

  const { keyboard } = owner.page
  await keyboard.press('Control+k')
  await owner.page.getByRole('combobox', { name: '搜索报表、指标、命令' }).waitFor()
  await keyboard.type('分享查询')
  await owner.page.locator('[role=option][aria-selected=true]', { hasText: '分享查询' }).waitFor()
  await keyboard.press('Enter')
  await takesFocus(owner.page.getByRole('dialog', { name: `分享「${name}」` }))
  const shared = owner.page.waitForResponse(
    (reply) => /shareView/.test(reply.url()) && /result/.test(reply.request().postData() ?? ''),
  )
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await shared
  const link = await owner.page.getByLabel('分享链接').inputValue()

  const stranger = await openPage(product.address, { expected: /404/ })
  await stranger.goto(link)
  await stranger.getByText('秘密一号').first().waitFor()
  await stranger.locator('.code-view-table td', { hasText: 'iOS苹果' }).waitFor()
  expect(await stranger.getByText('打开为副本').count()).toBe(0)
  await other.page.goto(link)
  await other.page.getByRole('button', { name: '打开为副本' }).press('Enter')
  await other.page.getByRole('heading', { name: `${name} 副本`, level: 1 }).waitFor()
  await other.ready()
  await other.save('我的副本')
  await owner.page.getByRole('button', { name: '停止分享' }).press('Enter')
  await owner.page.getByText('选择分享后，这里给出链接').waitFor()
  await stranger.reload()
  await expect.poll(() => stranger.locator('body').innerText()).toContain('没有找到这个查询')
  expect(await stranger.locator('body').innerText()).not.toContain('秘密一号')
})

it('shares by the pointer what was run before it had a name, and tells what is not saved', async () => {
  const owner = await workspaceOf('sql')
  await owner.ready()
  await owner.write("select '跑在保存之前' as early limit 1")
  await owner.run()
  expect(await owner.rowCount()).toBe(1)
  const isCut = (name: Element) => name.scrollWidth > name.clientWidth
  expect(await owner.page.locator('.result-tab-name').evaluate(isCut)).toBe(false)
  await owner.save('先跑后存')
  await owner.ready()
  const dialog = owner.page.getByRole('dialog', { name: '分享「先跑后存」' })
  const unsaved = dialog.getByText('编辑器里有未保存的修改')
  await owner.page.getByRole('button', { name: '分享' }).click()
  await dialog.getByText('分享 SQL 和结果').click()
  const link = await dialog.getByLabel('分享链接').inputValue()
  const stranger = await openPage(product.address)
  await stranger.goto(link)
  await stranger.locator('.code-view-table').getByText('跑在保存之前').waitFor()
  expect(await unsaved.count()).toBe(0)
  await dialog.getByRole('button', { name: '完成' }).click()
  await dialog.waitFor({ state: 'detached' })
  // The button has the focus again; its tooltip would come after 0.3 s, before a timer that was set later.
  await expect.poll(() => owner.page.evaluate(() => document.activeElement?.textContent)).toContain('分享')
  await owner.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await owner.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(await owner.page.locator('.command-tip').count()).toBe(0)
  await owner.page.locator('.view-lines').first().click()
  await owner.write('select 2 as later')
  await owner.page.getByRole('button', { name: '分享' }).click()
  await unsaved.waitFor()
})

it('takes what was run along where a query is saved as a new one, and leaves it with the first', async () => {
  const owner = await workspaceOf('sql')
  await owner.ready()
  const { page } = owner
  await owner.write("select '两边都有的结果' as both from login_day limit 1")
  await owner.save('另存之前')
  await owner.ready()
  await owner.run()
  /** The link of the open query, shared with its result. */
  const share = async (name: string): Promise<string> => {
    await page.getByRole('button', { name: '分享' }).click()
    const dialog = page.getByRole('dialog', { name: `分享「${name}」` })
    await dialog.getByText('分享 SQL 和结果').click()
    const link = await dialog.getByLabel('分享链接').inputValue()
    await dialog.getByRole('button', { name: '完成' }).click()
    await dialog.waitFor({ state: 'detached' })
    return link
  }
  const first = await share('另存之前')
  await owner.tabs.last().click({ button: 'right' })
  await owner.entry('另存为').click()
  const saving = page.getByRole('dialog', { name: '另存为' })
  await takesFocus(saving)
  await page.keyboard.type('另存之后')
  await saving.getByRole('button', { name: '保存' }).click()
  await page.getByRole('heading', { name: '另存之后', level: 1 }).waitFor()
  // The former query's name is not a name given to the result.
  expect(await page.locator('.result-tab-name').allInnerTexts()).toEqual(['结果 1 login_day'])
  const links = [first, await share('另存之后')]
  expect(new Set(links).size).toBe(2)
  const stranger = await openPage(product.address)
  for (const link of links) {
    await stranger.goto(link)
    await stranger.locator('.code-view-table').getByText('两边都有的结果').waitFor()
  }
})

const aliyun = '/api/s1/redirect/aliyun'

it('shows a manager all that is open, and ends it by keys or by the mouse', async () => {
  const owner = await openPage(product.address)
  await signIn(owner, 'sql')
  const share = async (name: string): Promise<string> => {
    const saved = await ask<{ id: string }>(owner, `${aliyun}/save`, {
      name,
      sql: "select '公开一号' as open",
      folder: '',
      tags: [],
    })
    await ask(owner, `${aliyun}/shareView/${saved.id}`, { share: 'query' })
    return saved.id
  }
  const ids = [await share('公开的一号'), await share('公开的二号')]

  const page = await openPage(product.address, { expected: /404|409|503/ })
  await signIn(page, 'admin')
  const list = new ListPage(page)
  await new Palette(page).run('公开的内容', '公开的内容')
  await list.shows('公开的内容')
  await list.press('/')
  await page.keyboard.type('公开的一号')
  await list.counts(/^1 \/ \d+ 项/)
  await list.entersOnlyRow()
  await list.press('x')
  await page.getByRole('alertdialog').getByText('地址立即失效').waitFor()
  await list.press('Enter')
  await list.says('没有符合的内容')
  await list.press('Enter')
  await list.click('公开的二号', 'right')
  await page.getByRole('menuitem', { name: '停止公开' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '停止公开' }).click()
  await list.cell('公开的二号').waitFor({ state: 'detached' })
  for (const id of ids) {
    await page.goto(`/code_view/${id}`)
    await list.says('没有找到这个查询')
  }
})

it('shares a folder with the team: rights by keys and by the mouse, felt at once by the other', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'sql')
  const name = '团队的每日活跃'
  const saved = { name, sql: "select '团队一号' as team", folder: '', tags: [] }
  const { id } = await ask<{ id: string }>(page, `${aliyun}/save`, saved)
  await page.goto('/code/queryList')
  const list = new ListPage(page)
  await list.shows('已存查询')
  await list.press('Shift+N')
  const form = page.getByRole('dialog', { name: '新建团队文件夹' })
  await takesFocus(form)
  await page.keyboard.type('增长组')
  const people = page.getByRole('combobox', { name: '给谁权限' })
  await people.locator('option', { hasText: '所有能写 SQL 的人' }).waitFor({ state: 'attached' })
  for (const key of ['Tab', 'Tab', 'ArrowDown', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  await form.getByRole('combobox', { name: '所有能写 SQL 的人 的权限' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await list.says('已保存团队文件夹「增长组」')
  await form.waitFor({ state: 'detached' })

  await list.press('/')
  await page.keyboard.type(name)
  await list.entersOnlyRow()
  await list.press('m')
  const move = page.getByRole('dialog', { name: `移动「${name}」` })
  await takesFocus(move)
  await move.locator('option', { hasText: '团队：增长组' }).waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Enter')
  await list.says('已移动 1 个查询')
  const folder = page.getByRole('treeitem', { name: '增长组 1 个' })
  await folder.click()
  await list.counts(/^1 \/ \d+ 个/)
  // The menu of the ⋯ button also opens by right click and the menu key.
  const giving = page.getByRole('menuitem', { name: '移交…' })
  for (const open of [() => folder.click({ button: 'right' }), () => page.keyboard.press('Shift+F10')]) {
    await open()
    await giving.waitFor()
    await page.keyboard.press('Escape')
    await giving.waitFor({ state: 'detached' })
    await takesFocus(folder)
  }

  const other = await workspaceOf('admin', `/code/query?query=${id}`, /403/)
  await other.ready()
  await other.page.getByText('只可运行').waitFor()
  await other.run()
  await other.page.getByRole('gridcell', { name: '团队一号' }).waitFor()
  await other.page.keyboard.press('Control+s')
  await other.page.getByRole('dialog', { name: '另存为' }).waitFor()
  await other.page.keyboard.press('Escape')

  await page.getByRole('button', { name: '「增长组」的操作' }).click()
  await page.getByRole('menuitem', { name: '名称与权限…' }).click()
  await page.getByRole('combobox', { name: '所有能写 SQL 的人 的权限' }).selectOption('read')
  // Checks that the pointer reaches the list; a choice there applies without pressing ＋.
  await people.click({ trial: true })
  expect((await people.boundingBox())?.width).toBeGreaterThan(200)
  await people.selectOption({ label: '数据工程师' })
  await page.getByRole('combobox', { name: '给什么权限' }).selectOption('read')
  await page.getByRole('button', { name: /^保存/ }).click()
  await list.says('已保存团队文件夹「增长组」')
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '「增长组」的操作' }).click()
  await page.getByRole('menuitem', { name: '名称与权限…' }).click()
  const engineers = page.getByRole('combobox', { name: '角色 数据工程师 的权限' })
  await engineers.waitFor()
  expect(await engineers.inputValue()).toBe('read')
  await page.getByRole('button', { name: '取消' }).click()
  await other.page.keyboard.press('Control+Enter')
  await other.page.getByText('只有查看权限，不能运行').first().waitFor()

  await page.getByRole('button', { name: '「增长组」的操作' }).click()
  await page.getByRole('menuitem', { name: '移交…' }).click()
  const give = page.getByRole('dialog', { name: '移交「增长组」' })
  const heir = give.locator('option', { hasText: 'admin@example.com' })
  await heir.waitFor({ state: 'attached' })
  await give.getByRole('combobox').selectOption((await heir.getAttribute('value')) ?? '')
  await give.getByRole('button', { name: /^移交/ }).click()
  await list.says('已移交「增长组」')
  await page.getByRole('button', { name: '「增长组」的操作' }).waitFor({ state: 'detached' })
})

it('by keys shares an address with those who are signed in: not there for a stranger until they sign in from it', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'sql')
  const name = '只给同事看的查询'
  const saved = { name, sql: "select '同事一号' as colleague", folder: '', tags: [] }
  const { id } = await ask<{ id: string }>(page, `${aliyun}/save`, saved)
  await page.goto('/code/queryList')
  const list = new ListPage(page)
  await list.shows('已存查询')
  await list.press('/')
  await page.keyboard.type(name)
  await list.entersOnlyRow()
  await list.press('Shift+S')
  await takesFocus(page.getByRole('dialog', { name: `分享「${name}」` }))
  const answered = (text: RegExp) =>
    page.waitForResponse(
      (reply) => /shareView/.test(reply.url()) && text.test(reply.request().postData() ?? ''),
    )
  const shared = answered(/query/)
  await list.press('ArrowDown')
  await shared
  const anyone = page.getByRole('radio', { name: /^得到链接的任何人/ })
  await expect.poll(() => anyone.isChecked()).toBe(true)
  const narrowed = answered(/signedIn/)
  await list.press('Tab', 'ArrowDown')
  await narrowed
  await page.getByText('其他人只看到 SQL').waitFor()

  const stranger = await openPage(product.address, { expected: /404/ })
  await stranger.goto(`/code_view/${id}`)
  await stranger.getByText('没有找到这个查询').waitFor()
  const goIn = stranger.getByRole('button', { name: '登录后再看' })
  for (
    let steps = 0;
    steps < 10 && !(await goIn.evaluate((link) => link === document.activeElement));
    steps += 1
  )
    await stranger.keyboard.press('Tab')
  await stranger.keyboard.press('Enter')
  await stranger.getByLabel('用户名').waitFor()
  await stranger.keyboard.type('viewer@example.com')
  await stranger.keyboard.press('Tab')
  await stranger.keyboard.type(demoPassword)
  await stranger.keyboard.press('Enter')
  await stranger.getByText('同事一号').first().waitFor()
})
