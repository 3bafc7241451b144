// Two who write SQL on one server: neither finds anything of the other's, until one shares a query by its address; who
// manages users sees what is open to anybody, and ends it.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { takesFocus } from '../pages/focus.ts'
import { ListPage } from '../pages/lists.ts'
import { Palette } from '../pages/palette.ts'
import { ask, signIn } from '../pages/session.ts'
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
