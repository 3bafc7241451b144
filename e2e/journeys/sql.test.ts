// The SQL workspace by keyboard: write, complete, run, cancel, correct an error at its mark, save, reload, and find
// everything again after the server was killed. The mouse is used only for a column's menu and where stated.
import { readFile, rm } from 'node:fs/promises'
import type { Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { tabInto, takesFocus } from '../pages/focus.ts'
import { Palette } from '../pages/palette.ts'
import { signIn } from '../pages/session.ts'
import { SqlPage } from '../pages/sql.ts'
import { copyDemo, freePort, serve } from '../product.ts'

withBrowser()

/** Runs for minutes unless cancelled. */
const endless = 'select count(*) from range(1000000000) a(x), range(1000000) b(y) where (x * y) % 7 = 3'

async function openWorkspace(address = product.address, expected?: RegExp): Promise<SqlPage> {
  const page = await openPage(address, expected ? { expected } : {})
  await signIn(page, 'sql', '/code/query')
  const sql = new SqlPage(page)
  await sql.ready()
  return sql
}

/** Makes the page's next run look as if it had taken a minute longer. */
async function age(page: Page): Promise<void> {
  let aged = ''
  await page.route(/sqlQuery\/query/, async (route) => {
    const response = await route.fetch({ timeout: 60_000 })
    const answer = await response.json()
    if (['queued', 'running'].includes(answer.data?.status)) {
      aged ||= answer.data.queryId
      if (answer.data.queryId === aged) answer.data.elapsedMs += 60_000
    }
    await route.fulfill({ response, json: answer })
  })
}

describe('somebody who writes SQL', () => {
  it('fills what a run still needs in one list, sees the values beside the result, and runs again with them', async () => {
    const sql = await openWorkspace()
    const { page } = sql
    const { keyboard } = page
    await sql.write('select :player_id as id, :start_date as day from login_day limit 1')
    await keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: '运行前填写参数' })
    await dialog.waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(':player_id')
    await keyboard.type('7')
    await keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await sql.settled()
    expect(await sql.rowCount()).toBe(1)
    const given = page.getByRole('button', { name: /^用这些参数再次运行：player_id=7，start_date=\d{4}-/ })
    await given.waitFor()
    await page.locator('.result-tab-given').getByText('7').waitFor()
    await keyboard.press('Control+a')
    await keyboard.insertText('select :player_id as id, :amount as n')
    await keyboard.press('Control+Enter')
    await dialog.waitFor()
    await keyboard.type('x')
    await keyboard.press('Enter')
    await dialog.getByText('请填写数字').waitFor()
    await keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await given.click()
    await sql.settled()
    await given.waitFor()

    // With other values it is added beside the former result.
    const before = await sql.results.count()
    await sql.write('select :player_id as id, :start_date as day from login_day limit 1')
    await page.locator('.parameter', { hasText: ':start_date' }).click()
    await page.getByRole('textbox', { name: ':start_date' }).waitFor()
    await keyboard.press('Control+a')
    await keyboard.insertText('上月')
    await page.locator('.parameter-day').getByText('第一天').waitFor()
    await keyboard.press('Enter')
    await sql.ready()
    await sql.run()
    expect(await sql.results.count()).toBe(before + 1)
    await sql.run()
    expect(await sql.results.count()).toBe(before + 1)
    await page.locator('.result-tab[aria-selected="true"] .result-tab-given').getByText('-01').waitFor()

    // Dictionary values by pinyin; Enter takes them one after another.
    await sql.write('select count(*) as n from login_day where channel in (:channel) and level > :least')
    await keyboard.press('Control+Enter')
    await dialog.waitFor()
    await dialog.getByText('今日头条').waitFor()
    for (const typed of ['jrtt', 'huawei']) {
      await keyboard.type(typed)
      await keyboard.press('Enter')
    }
    await keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(':least')
    await keyboard.type('1')
    await keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await sql.settled()
    await page
      .getByRole('button', { name: /^用这些参数再次运行：channel=toutiao、huawei，least=1/ })
      .waitFor()
  })

  it('completes a column, runs the statement, reads its rows, goes there and back by a key', async () => {
    const sql = await openWorkspace()
    const { keyboard } = sql.page
    await keyboard.insertText('select chan')
    await keyboard.press('Alt+/')
    await sql.page.locator('.suggest-widget.visible').getByText('channel').first().waitFor()
    await keyboard.press('Tab')
    await keyboard.insertText(', count(*) as n from login_day group by all order by n desc limit 5')
    await expect.poll(() => sql.text()).toContain('select channel')
    await sql.run()
    expect(await sql.rowCount()).toBe(5)
    await keyboard.press('Control+`')
    await expect.poll(() => sql.page.evaluate(() => document.activeElement?.role)).toBe('grid')
    await keyboard.press('Shift+ArrowDown')
    await expect.poll(() => sql.page.locator('.data-table-status').innerText()).toContain('已选 2 行')
    await keyboard.press('Control+`')
    await sql.ready()
  })

  it('keeps a selection as a snippet, finds it by pinyin, fills its places, deletes it and takes that back', async () => {
    const sql = await openWorkspace()
    const { page } = sql
    const { keyboard } = page
    await sql.write('select login_day from login_day')
    await keyboard.press('Control+a')
    await page
      .locator('.sql-editor .view-line')
      .first()
      .click({ button: 'right', position: { x: 40, y: 8 } })
    await page.getByRole('menuitem', { name: /存为片段/ }).click()
    await page.getByRole('dialog', { name: '新建片段' }).waitFor()
    await keyboard.insertText('dau')
    await keyboard.press('Tab')
    await keyboard.insertText('每日活跃')
    await keyboard.press('Tab')
    await keyboard.press('Control+a')
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation for places in snippets.
    await keyboard.insertText("select ${1:天}, '$100' from login_day group by ${1:天}$0")
    await keyboard.press('Control+Enter')
    await sql.ready()
    await keyboard.press('Control+a')
    await keyboard.press('Delete')
    await keyboard.type('mrhy')
    await page.locator('.suggest-widget.visible').getByText('每日活跃').waitFor()
    await keyboard.press('Tab')
    await expect.poll(() => sql.text()).toBe("select 天, '$100' from login_day group by 天")
    await keyboard.insertText('login_day')
    await expect.poll(() => sql.text()).toBe("select login_day, '$100' from login_day group by login_day")
    await keyboard.press('Alt+k')
    const dialog = page.getByRole('dialog', { name: '代码片段' })
    await dialog.getByText('1 个，最多').waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Delete')
    await dialog.getByText('还没有片段').waitFor()
    await page.getByRole('button', { name: '撤销' }).click()
    await dialog.getByRole('treeitem').filter({ hasText: '每日活跃' }).waitFor()
  })

  it('runs a short one beside two long ones in other tabs, and cancels those by Escape, an old one after a question', async () => {
    const sql = await openWorkspace()
    const { keyboard } = sql.page
    const newTab = async (tabs: number) => {
      await keyboard.press('Alt+n')
      await expect.poll(() => sql.tabs.count()).toBe(tabs)
      await sql.ready()
    }
    await age(sql.page)
    await sql.write(endless)
    await keyboard.press('Control+Enter')
    await sql.running()
    await newTab(2)
    await sql.write(`${endless} -- too`)
    await keyboard.press('Control+Enter')
    await sql.running()
    await newTab(3)
    await sql.write('select 42 as answer')
    await sql.run()
    expect(await sql.rowCount()).toBe(1)
    await keyboard.press('Alt+2')
    await sql.running()
    await keyboard.press('Escape')
    await sql.settled()
    await sql.page.getByRole('heading', { name: '运行已取消' }).waitFor()
    await keyboard.press('Alt+1')
    await sql.page.locator('.run-state').getByText('1 分').waitFor()
    const question = sql.page.getByRole('alertdialog', { name: /已经运行了 1 分/ })
    await keyboard.press('Escape')
    await question.waitFor()
    await keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await sql.running()
    await sql.ready()
    await keyboard.press('Escape')
    await question.waitFor()
    await keyboard.press('Enter')
    await sql.settled()
    await sql.page.getByRole('heading', { name: '运行已取消' }).waitFor()
  })

  it('is led to an error, mends it there, and runs again', async () => {
    const sql = await openWorkspace()
    const { keyboard } = sql.page
    await sql.write('select 1 as one;\n\nselect\n  chanel\nfrom login_day limit 3')
    await sql.run()
    await sql.failure.getByText('第 4 行').waitFor()
    await sql.page.locator('.squiggly-error').first().waitFor()
    await keyboard.press('Control+Home')
    await keyboard.press('Alt+j')
    await expect.poll(() => sql.text()).toContain('chanel')
    await keyboard.press('Control+Delete')
    await keyboard.insertText('channel')
    await sql.run()
    expect(await sql.rowCount()).toBe(3)
    expect(await sql.page.locator('.squiggly-error').count()).toBe(0)
    // A function of another SQL dialect is explained, and a key replaces it.
    await keyboard.press('Control+a')
    await keyboard.insertText(
      "create or replace temp table kept_channels as select nvl(channel, 'x') as c from login_day",
    )
    await sql.run()
    await sql.failure.getByText("这里写作 coalesce(channel, 'x')").first().waitFor()
    await keyboard.press('Alt+j')
    await keyboard.press('Alt+Enter')
    await sql.page.getByText("改成 coalesce(channel, 'x')").waitFor()
    await keyboard.press('Enter')
    await expect.poll(() => sql.text()).toContain('coalesce')
    await sql.run()
    await sql.page.getByText('已建临时表 tmp.kept_channels').waitFor()
    await keyboard.press('Control+a')
    await keyboard.insertText('summarize tmp.kept_channels')
    await sql.run()
    expect(await sql.rowCount()).toBe(1)
    await keyboard.press('F12')
    await sql.page.locator('.sql-side').getByText('kept_channels').first().waitFor()
  })

  it('draws a result by the names that its table has beside the codes', async () => {
    const sql = await openWorkspace()
    await sql.write(
      'select login_date as d, channel, count(*) as n from login_day where level > 60 group by all',
    )
    await sql.run()
    await sql.page
      .getByRole('gridcell', { name: /^\S+ \S+/ })
      .first()
      .waitFor()
    await sql.page.keyboard.press('Alt+g')
    const legend = sql.page.locator('.result-legend button')
    await legend.first().waitFor()
    const first = await legend.allTextContents()
    expect(first.length).toBeGreaterThan(3)
    for (const name of first)
      expect(name).toMatch(/^(\p{Script=Han}.*|(OPPO|vivo|App) .+|TapTap|\(空文本\)|–)$/u)
  })

  it('is told while typing what means something else in MySQL or Hive, and writes out which is meant', async () => {
    const sql = await openWorkspace()
    const { keyboard } = sql.page
    await sql.write("select split('a,b', ',')[0] as first, log(1000) as power from login_day limit 1;\n")
    await sql.page.locator('.squiggly-info').waitFor()
    await sql.page.locator('.squiggly-warning').waitFor()
    // With the pointer: an explanation and a list of actions. The mark is below the text.
    const word = sql.page.locator('.view-line span', { hasText: /^log$/ })
    await word.hover()
    await sql.page.getByText('log 这里以 10 为底；MySQL 与 Hive 以 e 为底').waitFor()
    await word.click()
    await keyboard.press('Alt+Enter')
    await sql.page.getByText('照这里的意思写明 log10(1000)').click()
    await expect.poll(() => sql.text()).toContain('log10(1000)')
    await sql.page.locator('.squiggly-info').waitFor({ state: 'detached' })
    await sql.page.locator('.squiggly-warning').waitFor()
    // Navigation between problems also stops at hints that are no errors.
    await keyboard.press('Control+Home')
    await keyboard.press('Alt+j')
    await sql.page.locator('.marker-widget').getByText('列表这里从 1 数起').waitFor()
    await keyboard.press('Escape')
  })

  it('runs all statements, or the selected ones, up to the first that fails; marks and results stay in place', async () => {
    const sql = await openWorkspace()
    const { keyboard } = sql.page
    await sql.write('-- 头一条\nselect 1;\nselect wrong_column from login_day;\nselect 3')
    await keyboard.press('Control+Shift+Enter')
    await sql.page.getByText('停在第 2 条，1 条未运行').waitFor()
    const names = () => sql.results.allInnerTexts()
    await expect.poll(names).toEqual(['结果 1 头一条', '结果 2 login_day'])
    const mark = sql.page.locator('.squiggly-error')
    await mark.first().waitFor()
    await keyboard.press('Control+End')
    await sql.run()
    await mark.first().waitFor()
    await keyboard.press('Control+Home')
    await keyboard.press('ArrowDown')
    for (const key of ['ArrowDown', 'ArrowDown', 'End']) await keyboard.press(`Shift+${key}`)
    await sql.run()
    await sql.failure.waitFor()
    await expect.poll(names).toEqual(['结果 1 头一条', '结果 2 login_day', '结果 3'])
  })

  it('gives a parameter its value, and finds it, the draft and the result after a reload', async () => {
    const sql = await openWorkspace()
    const { keyboard } = sql.page
    await sql.write('select * from range(100) t(n) where n < :top_count')
    await keyboard.press('Control+Enter')
    const field = sql.page.getByRole('textbox', { name: ':top_count' })
    await field.waitFor()
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await keyboard.type('7')
    await keyboard.press('Enter')
    await sql.ready()
    await sql.run()
    expect(await sql.rowCount()).toBe(7)
    await sql.kept()
    await sql.page.reload()
    await sql.ready()
    expect(await sql.text()).toContain(':top_count')
    expect(await sql.rowCount()).toBe(7)
    await sql.page.getByRole('button', { name: /:top_count\s*7/ }).waitFor()
  })

  it('searches all rows, keeps some values, a column at the left, reads a row, its JSON, copies a list, exports what shows', async () => {
    const sql = await openWorkspace()
    const { page } = sql
    const { keyboard } = page
    await sql.write(
      `select i, 'n' || (i % 4) as name, if(i % 2 = 0, '渠道甲', '渠道乙') as kind, {'a': [i, 2]} as detail
       from range(30000) t(i)`,
    )
    await sql.run()
    await keyboard.press('Control+`')
    await keyboard.press('Control+f')
    await page.getByRole('textbox', { name: '在结果中查找' }).waitFor()
    await keyboard.type('2999')
    const hits = page.locator('.result-find-count')
    await expect.poll(() => hits.innerText()).toMatch(/^1 \/ 2\d$/)
    await keyboard.press('Shift+Enter')
    await expect.poll(() => hits.innerText()).toMatch(/^(2\d) \/ \1$/)
    await page.locator('.data-table-cell.result-found').first().waitFor()
    await keyboard.press('Escape')
    const place = () => page.evaluate(() => document.activeElement?.role)
    await expect.poll(place).toBe('grid')
    await keyboard.press('v')
    const record = page.getByRole('complementary', { name: '此行详情' })
    await record.getByText('第 30,000 行').waitFor()
    await keyboard.press('k')
    await record.getByText('第 29,999 行').waitFor()
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'z']) await keyboard.press(key)
    const heads = () => page.locator('.bp6-table-quadrant-top-left .data-table-title').allInnerTexts()
    await expect.poll(async () => (await heads()).join()).toContain('kind')
    await keyboard.press('Control+Home')
    await keyboard.press('Shift+F')
    const offered = page.getByRole('dialog', { name: '筛选「kind」' }).getByRole('option')
    await expect.poll(() => offered.count()).toBe(2)
    await keyboard.type('qdy')
    await expect.poll(() => offered.count()).toBe(1)
    // As a fraction of the row, because the dialog may still be growing.
    const textAt = () =>
      offered.evaluate((row) => {
        const [whole, title] = [row, row.querySelector('.pick-title')].map((one) =>
          one?.getBoundingClientRect(),
        )
        return whole && title ? Math.round(((title.left - whole.left) / whole.width) * 500) : null
      })
    const before = await textAt()
    await keyboard.press('Enter')
    await offered.locator('.bp6-menu-item-selected-icon').waitFor()
    expect(await textAt(), 'a tick moves no text').toBe(before)
    await keyboard.press('Control+Enter')
    await page.locator('.result-view-bar').getByText('kind 属于 渠道乙').waitFor()
    await expect.poll(() => page.locator('.data-table-status').innerText()).toContain('15,000 行')
    await keyboard.press('Control+End')
    await record.getByText('29,999').waitFor()
    await keyboard.press('Enter')
    const tree = page.getByRole('dialog', { name: 'detail' }).getByRole('tree')
    await expect.poll(place).toBe('tree')
    expect(await tree.getByRole('treeitem').allTextContents()).toContain('029999')
    await keyboard.press('Escape')
    await expect.poll(place).toBe('grid')
    await keyboard.press('Control+Home')
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('i')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("('渠道乙')")
    for (const key of ['Control+Home', 'ArrowRight', 'ArrowRight', 'ContextMenu']) await keyboard.press(key)
    await page.getByRole('menuitem', { name: '行与列' }).click()
    await page.getByRole('menuitem', { name: '隐藏此列' }).click()
    const download = page.waitForEvent('download')
    await keyboard.press('Alt+e')
    const file = await (await download).path()
    expect((await readFile(file, 'utf8')).slice(1).split('\r\n', 2)).toEqual([
      'kind,i,detail',
      expect.stringMatching(/^渠道乙,1,/),
    ])
    await keyboard.press('Control+`')
    await sql.ready()
    await keyboard.press('Control+End')
    await keyboard.insertText('\n  where i < 10000')
    await sql.run()
    await page.locator('.result-view-bar').getByText('kind 属于 渠道乙').waitFor()
    await page.locator('.result-view-bar').getByText('隐藏了 1 列').waitFor()
    await expect
      .poll(() => page.locator('.data-table-status').innerText())
      .toContain('5,000 行，筛自 10,000 行')
  })

  it('pins a result, compares it with the next, exports the difference', async () => {
    const sql = await openWorkspace()
    const { keyboard } = sql.page
    await sql.write("select * from (values ('a', 1), ('b', 2)) as t(name, amount)")
    await sql.run()
    await keyboard.press('Alt+p')
    await sql.page.locator('[title^="已固定"]').waitFor()
    await sql.write("select * from (values ('a', 1), ('b', 3), ('c', 4)) as t(name, amount)")
    await sql.run()
    await keyboard.press('Alt+c')
    const dialog = sql.page.getByRole('dialog', { name: '对比两个结果' })
    await dialog.getByText('结果 1（2 行').last().waitFor()
    await takesFocus(dialog)
    await keyboard.press('Control+Enter')
    await expect.poll(() => sql.results.count()).toBe(3)
    expect(await sql.rowCount()).toBe(2)
    const download = sql.page.waitForEvent('download')
    await keyboard.press('Alt+e')
    const file = await (await download).path()
    const lines = (await readFile(file, 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(3)
    expect(lines.filter((line) => /^"?[bc]\b/.test(line))).toHaveLength(2)
  })

  it('saves, goes on, closes the tab and opens the query again', async () => {
    const sql = await openWorkspace()
    const { keyboard } = sql.page
    const name = '每日渠道'
    await sql.write('select 1 as one')
    await sql.save(name)
    expect(sql.page.url()).toContain('?query=')
    await sql.ready()
    await keyboard.press('Control+End')
    await keyboard.insertText(', 2 as two')
    await keyboard.press('Control+s')
    await sql.page.getByText('已保存，版本 2').waitFor()
    await keyboard.press('Alt+w')
    await expect.poll(() => sql.tabs.allInnerTexts()).not.toContain(name)
    await keyboard.press('Control+k')
    await sql.page.getByRole('combobox', { name: '搜索报表、指标、命令' }).waitFor()
    await keyboard.type(`$${name}`)
    const chosen = sql.page.locator('[role=option][aria-selected=true]', { hasText: name })
    await chosen.waitFor()
    await keyboard.press('Enter')
    await sql.page.getByRole('heading', { name, level: 1 }).waitFor()
    await expect.poll(() => sql.text()).toBe('select 1 as one, 2 as two')
  })
})

describe('with the pointer', () => {
  it('begins with a sample that an empty tab offers, then with a saved query; a letter takes the offer away', async () => {
    const sql = await openWorkspace()
    const { page } = sql
    const offer = page.getByRole('complementary', { name: '从这里开始' })
    const [button] = await offer.getByRole('button', { name: /近 30 天每天多少行$/ }).all()
    await button?.click()
    await offer.waitFor({ state: 'detached' })
    await expect.poll(() => sql.text()).toMatch(/^select \w+, count\(\*\) as 行数/)
    await page.getByRole('button', { name: /^运行/ }).first().click()
    await sql.results.first().waitFor()
    await sql.settled()
    await page.getByRole('button', { name: '新建标签页' }).click()
    await offer.waitFor()
    await page.keyboard.type('s')
    await offer.waitFor({ state: 'detached' })
    await page.keyboard.press('Backspace')
    const saved = offer.getByRole('region', { name: '已存查询' }).getByRole('button').first()
    const name = await saved.innerText()
    await saved.click()
    await page.getByRole('tab', { name: new RegExp(name), selected: true }).waitFor()
  })

  it('keeps the tag that still stands in its field; the result in front is in view, the wheel reaches the others', async () => {
    const sql = await openWorkspace()
    const { page } = sql
    const { keyboard, mouse } = page
    await page.setViewportSize({ width: 1024, height: 800 })
    const strip = page.getByRole('tablist', { name: '结果' })
    const inView = (tab: 'first' | 'last') =>
      strip.evaluate((list, which) => {
        const box = (
          which === 'first' ? list.firstElementChild : list.lastElementChild
        )?.getBoundingClientRect()
        const { left, right } = list.getBoundingClientRect()
        return box !== undefined && box.left >= left - 8 && box.right <= right + 1
      }, tab)
    for (const table of ['pay_order', 'register', 'login_day']) {
      await sql.write(`select count(*), :start_date as since, :end_date as until from ${table}`)
      await sql.run()
      await page.locator('.result-tab[aria-selected=true] .result-tab-given').waitFor()
      await expect.poll(() => inView('last')).toBe(true)
    }
    expect(await inView('first')).toBe(false)
    await strip.hover()
    await mouse.wheel(0, -2000)
    await expect.poll(() => inView('first')).toBe(true)

    await page.getByRole('button', { name: /^保存/ }).click()
    const dialog = page.getByRole('dialog', { name: '保存查询' })
    await takesFocus(dialog)
    await keyboard.type('带标签的查询')
    await dialog.getByLabel('标签').click()
    await keyboard.type('日报')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: '已存' }).click()
    await page.getByRole('treeitem', { name: /带标签的查询.*日报/ }).waitFor()

    // A chart that cannot be drawn is not requested; its columns are removed by their Chinese names.
    await page.getByRole('button', { name: '图表' }).click()
    const bar = page.getByRole('toolbar', { name: '图表设置' })
    await bar.getByRole('combobox', { name: '加数值' }).selectOption({ label: 'since' })
    await expect.poll(() => bar.getByRole('combobox', { name: '汇总' }).inputValue()).toBe('count')
    await page.locator('.result-chart canvas, .result-chart svg').first().waitFor()
    expect(await page.getByText('图表绘制失败').count()).toBe(0)
    await bar.getByRole('button', { name: '移除' }).last().click()
    await bar.getByRole('button', { name: '移除' }).waitFor({ state: 'detached' })
  })
})

describe('the menu of a tab', () => {
  /** Three results, and the names on their tabs. */
  async function openResults(): Promise<SqlPage> {
    const sql = await openWorkspace()
    for (const [at, table] of ['pay_order', 'register', 'login_day'].entries()) {
      await sql.write(`select count(*) as n from ${table}`)
      await sql.run()
      await expect.poll(() => sql.results.count()).toBe(at + 1)
    }
    return sql
  }
  const names = ({ page }: SqlPage) => page.locator('.result-tab-name').allInnerTexts()
  const isGreyed = (entry: ReturnType<SqlPage['entry']>) => entry.getAttribute('aria-disabled')

  it('pins, renames, compares and closes results by the pointer; closed ones are put back', async () => {
    const sql = await openResults()
    const { page, results } = sql
    const { keyboard } = page
    const first = results.first()
    await first.click({ button: 'right' })
    await sql.entry('固定').click()
    await first.locator('[title^="已固定"]').waitFor()
    // A new result neither moves to the front nor interrupts typing.
    expect(await results.last().getAttribute('aria-selected')).toBe('true')
    await sql.ready()
    await first.click({ button: 'right' })
    await sql.entry('取消固定').waitFor()
    await sql.entry('重命名').click()
    const dialog = page.getByRole('dialog', { name: '重命名结果' })
    await takesFocus(dialog)
    await keyboard.type('充值笔数')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect.poll(() => names(sql)).toEqual(['结果 1 充值笔数', '结果 2 register', '结果 3 login_day'])
    await sql.ready()

    await results.nth(1).click({ button: 'right' })
    await sql.entry('对比').click()
    const comparing = page.getByRole('dialog', { name: '对比两个结果' })
    await comparing.waitFor()
    expect(await results.nth(1).getAttribute('aria-selected')).toBe('true')
    await keyboard.press('Escape')
    await comparing.waitFor({ state: 'detached' })

    await results.nth(1).click({ button: 'right' })
    await sql.entry('关闭其他').click()
    await expect.poll(() => names(sql)).toEqual(['结果 1 充值笔数', '结果 2 register'])
    const message = page.locator('.message', { hasText: '已关闭 1 个结果' })
    await message.getByText('「结果 3 login_day」').waitFor()
    await message.getByRole('button', { name: '恢复' }).click()
    await expect.poll(() => results.count()).toBe(3)
    await results.last().click({ button: 'right' })
    expect(await isGreyed(sql.entry('关闭右侧'))).toBe('true')
    await sql.entry('关闭').click()
    await expect.poll(() => names(sql)).toEqual(['结果 1 充值笔数', '结果 2 register'])
  })

  it('opens by its key where the focus is, and leaves the keys on the tab in front', async () => {
    const sql = await openResults()
    const { page, results } = sql
    const { keyboard } = page
    await keyboard.press('Control+`')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid')
    await tabInto(page, '.result-tabs [role="tab"]', 'Shift+Tab')
    await keyboard.press('ContextMenu')
    await takesFocus(page.locator('.sql-menu'))
    expect(await isGreyed(sql.entry('关闭右侧'))).toBe('true')
    for (const key of ['End', 'ArrowUp', 'Enter']) await keyboard.press(key)
    await expect.poll(() => names(sql)).toEqual(['结果 3 login_day'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('结果 3')
    await page.getByRole('button', { name: '恢复' }).click()
    await expect.poll(() => results.count()).toBe(3)
    await tabInto(page, '.result-tabs [role="tab"]', 'Shift+Tab')
    await keyboard.press('Shift+F10')
    await takesFocus(page.locator('.sql-menu'))
    for (const key of ['End', 'ArrowUp', 'ArrowUp', 'Enter']) await keyboard.press(key)
    // Closed from the tab itself, so the next tab gets the focus.
    await expect.poll(() => results.count()).toBe(2)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('结果 2')
    await keyboard.press('ArrowLeft')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('结果 1')
    // Closes one after another, down to none; reopening restores the last closed one first, at its place.
    for (const left of [1, 0]) {
      await keyboard.press('Alt+Shift+X')
      await expect.poll(() => results.count()).toBe(left)
    }
    for (const shown of ['结果 2', '结果 1', '结果 3']) {
      await keyboard.press('Alt+Shift+Z')
      await expect
        .poll(() => page.locator('.result-tabs [aria-selected="true"]').innerText())
        .toContain(shown)
    }
    expect(await names(sql)).toEqual(['结果 1 pay_order', '结果 2 register', '结果 3 login_day'])
    await keyboard.press('Alt+Shift+Z')
    await page.getByText('没有可以恢复的结果').waitFor()
  })

  it('of texts closes many at once, with what is unsaved, and brings all of it back', async () => {
    const sql = await openWorkspace()
    const { page, tabs } = sql
    const { keyboard } = page
    await sql.write('select 1 as one')
    for (const [at, text] of ['select 2 as two', 'select 3 as three'].entries()) {
      await keyboard.press('Alt+n')
      await expect.poll(() => tabs.count()).toBe(at + 2)
      await sql.ready()
      await sql.write(text)
    }
    await tabs.first().click({ button: 'right' })
    await sql.entry('重命名').click()
    await takesFocus(page.getByRole('dialog', { name: '重命名标签页' }))
    await keyboard.type('第一个')
    await keyboard.press('Enter')
    await tabs.first().getByText('第一个').waitFor()
    expect(await tabs.last().getAttribute('aria-selected')).toBe('true')
    await sql.ready()
    await tabs.nth(1).click({ button: 'right' })
    await sql.entry('关闭右侧').click()
    await expect.poll(() => tabs.count()).toBe(2)
    await expect.poll(() => sql.text()).toBe('select 2 as two')
    await page.getByText('已关闭「查询 3」').waitFor()
    await tabs.nth(1).click({ button: 'right' })
    expect(await isGreyed(sql.entry('关闭右侧'))).toBe('true')
    await sql.entry('恢复关闭的标签页').click()
    await expect.poll(() => tabs.count()).toBe(3)
    await expect.poll(() => sql.text()).toBe('select 3 as three')
    await new Palette(page).run('关闭其他标签', '关闭其他标签页')
    await expect.poll(() => tabs.count()).toBe(1)
    await page
      .locator('.message', { hasText: '已关闭 2 个标签页' })
      .getByRole('button', { name: '恢复' })
      .click()
    await expect.poll(() => tabs.count()).toBe(3)
    await keyboard.press('Alt+1')
    await expect.poll(() => sql.text()).toBe('select 1 as one')
  })

  it('asks before a result that has worked for long is closed', async () => {
    const sql = await openWorkspace()
    const { page, results } = sql
    await age(page)
    await sql.write(endless)
    await page.keyboard.press('Control+Enter')
    // Waits until the server has answered.
    await page.locator('.run-state').getByText('1 分').waitFor()
    const question = page.getByRole('alertdialog', { name: /已经运行了 1 分/ })
    await results.first().click({ button: 'right' })
    await sql.entry('关闭').click()
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await sql.running()
    await results.first().click({ button: 'right' })
    await sql.entry('关闭').click()
    await question.getByRole('button', { name: '结束并关闭' }).click()
    await expect.poll(() => results.count()).toBe(0)
    await page.getByText('已取消结果 1 的运行').waitFor()
  })
})

describe('a server that is killed', () => {
  it('loses no draft and no saved query; the run that it took along is told as ended', async () => {
    const dataDir = await copyDemo(inject('installations'))
    const port = await freePort()
    const first = await serve(dataDir, {}, port)
    try {
      const sql = await openWorkspace(first.address, /Failed to load resource|ERR_CONNECTION/)
      await sql.write('select 1 as kept')
      await sql.save('断电之前')
      await sql.page.keyboard.press('Alt+n')
      await sql.ready()
      await sql.write(endless)
      const named = sql.page.waitForResponse(/sqlQuery\/query$/)
      await sql.page.keyboard.press('Control+Enter')
      await named
      await sql.running()
      await first.stop('SIGKILL')
      await sql.page.getByText('连接中断').waitFor()
      await sql.page.keyboard.press('Control+End')
      await sql.page.keyboard.insertText(' -- 断线时写的')
      await sql.kept()
      const second = await serve(dataDir, {}, port)
      try {
        await sql.settled()
        await sql.failure.waitFor()
        await sql.page.reload()
        await sql.ready()
        expect(await sql.text()).toContain('断线时写的')
        await sql.page.keyboard.press('Alt+1')
        await expect.poll(() => sql.text()).toBe('select 1 as kept')
        await sql.run()
        expect(await sql.rowCount()).toBe(1)
      } finally {
        await second.stop()
      }
    } finally {
      await first.stop('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
