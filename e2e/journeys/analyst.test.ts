// The main work, by keyboard only: find a report by pinyin, change its dates and dimensions, check totals, export.

import { describe, expect, it } from 'vitest'
import { octoberYear } from '#e2e/days.ts'
import { openPage, product, withBrowser } from '../browser.ts'
import { focused, tabInto } from '../pages/focus.ts'
import { Palette } from '../pages/palette.ts'
import { ReportPage } from '../pages/report.ts'
import { ask, signIn } from '../pages/session.ts'
import { figures } from '../warehouse.ts'

withBrowser()

const number = (text: string) => Number(text.replaceAll(',', ''))

describe('an analyst with the keyboard alone', () => {
  it('finds a report by initials, narrows it, reads right totals, exports what is on the screen', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst')
    const palette = new Palette(page)
    await palette.run('jyrb', '经营日报', '报表')
    const report = new ReportPage(page)
    await report.shows('经营日报')

    await page.keyboard.press('t')
    await palette.input.waitFor()
    await page.keyboard.type(`${octoberYear}-10-01..${octoberYear}-10-07`)
    await page.keyboard.press('Enter')
    await palette.input.waitFor({ state: 'hidden' })
    await report.pick('d', 'pingtai', '平台')
    await page.keyboard.press('Control+Enter')
    await report.settled()
    await expect.poll(() => report.titles()).toContain('平台')

    const [players, paid] = await figures(
      product.dataDir,
      'login_day',
      `SELECT
        (SELECT count(DISTINCT player_id) FROM login_day
          WHERE cgi IN ('yhxt', 'fhsg') AND login_date BETWEEN '${octoberYear}-10-01' AND '${octoberYear}-10-07'),
        (SELECT sum(amount)::DOUBLE FROM pay_order
          WHERE cgi IN ('yhxt', 'fhsg') AND pay_date BETWEEN '${octoberYear}-10-01' AND '${octoberYear}-10-07' AND status = 'paid')`,
    )
    expect(number(await report.total('活跃用户'))).toBe(Number(players))
    expect(number(await report.total('充值金额'))).toBeCloseTo(Number(paid), 2)

    const { name, rows } = await report.export()
    expect(name).toMatch(/^核心指标\d{4}-\d{2}-\d{2} \d{1,2}.\d{2}.\d{2}\.xls$/)
    const [header, ...body] = rows as [string[], ...unknown[][]]
    expect(header?.slice(0, 3)).toEqual(['日期', '平台', '活跃用户（人）'])
    expect(body.length).toBe((await report.rowCount()) + 1)
    expect(body.at(-1)?.[0]).toBe('合计')
    expect(body.at(-1)?.[2]).toBe(Number(players))
  })

  it('begins with the figures of the day: walks the cards, stars one, opens it, finds it again', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst', '/statement')
    const offered = page.getByRole('region', { name: '从这里开始' })
    const said = page.getByRole('list', { name: '下一步' })
    await offered
      .getByRole('listitem')
      .filter({ hasText: /^活跃用户/ })
      .first()
      .waitFor()
    const card = () => page.evaluate(() => document.activeElement?.querySelector('.home-name')?.textContent)
    await page.keyboard.press('j')
    await expect.poll(card).toBe('经营日报')
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowRight')
    await expect.poll(card).toBe('充值明细')
    await page.keyboard.press('k')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(card).toBe('经营日报')
    await page.keyboard.press('b')
    const starred = page.getByRole('region', { name: '今日与昨日' })
    const figure = starred.getByRole('listitem').filter({ hasText: /^活跃用户/ })
    await figure.waitFor()
    // The card was rendered anew in another group; the focus followed.
    await expect.poll(card).toBe('经营日报')
    // Logins know their day alone: yesterday, with the day before.
    expect(await figure.innerText()).toMatch(/昨日.*较前天.*今日至今/s)
    const yesterday = number((await figure.locator('b').innerText()) ?? '')
    const [players] = await figures(
      product.dataDir,
      'login_day',
      `SELECT count(DISTINCT player_id) FROM login_day WHERE cgi IN ('yhxt', 'fhsg')
        AND login_date = (now() AT TIME ZONE 'Asia/Shanghai')::DATE - 1`,
    )
    expect(yesterday).toBe(Number(players))
    // Hints follow the hand: keys so far, then the pointer.
    await said.getByText('逐个选报表').waitFor()
    await page.getByRole('heading', { name: '数据报表' }).click()
    await said.getByText('点卡片打开报表').waitFor()
    // Who moved a figure: the same split as in a report.
    await page
      .getByRole('button', { name: /变化来自谁/ })
      .first()
      .click()
    const split = page.getByRole('dialog')
    await split
      .getByRole('button', { name: /^只看 / })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await split.waitFor({ state: 'detached' })
    // By a key the largest change, wherever the focus is.
    await page.keyboard.press('x')
    await split
      .getByRole('button', { name: /^只看 / })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await split.waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await expect.poll(card).toBe('经营日报')
    await page.keyboard.press('Enter')
    await new ReportPage(page).shows('经营日报')
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await starred.waitFor()
    await page.getByRole('region', { name: '最近打开' }).getByText('经营日报').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('b')
    await offered.waitFor()
  })

  it('is told on the home page what did not come, and asks again', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst', '/statement/detail?id=1')
    await page.route('**/home/figures', (route) =>
      route.fulfill({ json: { isSuccess: false, data: null, msg: '数据仓库正忙', code: 'query_failed' } }),
    )
    const notice = page.getByRole('region', { name: '读取失败的数据' })
    const row = page
      .getByRole('listitem')
      .filter({ hasText: /^活跃用户/ })
      .first()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await notice.getByText(/^数据读取失败：/).waitFor()
    await page.unroute('**/home/figures')
    await notice.getByRole('button', { name: '重试' }).click()
    await row.waitFor()
    expect(await notice.count()).toBe(0)
  })

  it('leaves a trace in the address: a reload shows the same, Back undoes', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst', '/statement/detail?id=1')
    const report = new ReportPage(page)
    await report.shows('经营日报')
    const before = page.url()
    await report.pick('d', 'qudao', '渠道')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => report.titles()).toContain('渠道')
    const total = await report.total('活跃用户')
    await page.reload()
    await report.shows('经营日报')
    await expect.poll(() => report.titles()).toContain('渠道')
    expect(await report.total('活跃用户')).toBe(total)
    await page.goBack()
    await expect.poll(() => page.url()).toBe(before)
    await expect.poll(() => report.titles()).not.toContain('渠道')

    // What Back took away is still offered, also after the tab was ended; then it is taken up, and reverted for good.
    await page.getByText('上次的修改').waitFor()
    const later = await page.context().newPage()
    await page.close({ runBeforeUnload: false })
    await later.goto(before)
    const again = new ReportPage(later)
    await again.shows('经营日报')
    await later.getByText('上次的修改').waitFor()
    await later.keyboard.press('Shift+H')
    await expect.poll(() => again.titles()).toContain('渠道')
    await later.getByText('已修改').waitFor()
    await later.getByText('上次的修改').waitFor({ state: 'hidden' })
    await later.keyboard.press('Shift+R')
    await expect.poll(() => again.titles()).not.toContain('渠道')
    await later.getByText('已修改').waitFor({ state: 'hidden' })
    expect(await later.getByText('上次的修改').count()).toBe(0)
  })

  it('walks the table: selects, sums, copies, sorts, filters by a value', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst', '/statement/detail?id=1')
    const report = new ReportPage(page)
    await report.shows('经营日报')
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => report.status.innerText()).toContain('3 行')
    await page.keyboard.press('Control+Shift+c')
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(clipboard).toContain('活跃用户')
    const copied = await clipboard()
    const [title, ...cells] = copied.trimEnd().split(/\r?\n/)
    expect(title).toContain('活跃用户')
    const sum = cells.reduce((total, cell) => total + number(cell), 0)
    expect((await report.status.innerText()).replaceAll(',', '')).toContain(String(sum))
    await page.keyboard.press('s')
    await expect.poll(() => page.url()).toMatch(/order/)
  })

  it('walks reports by [ and ], opens the sheet of keys, orders points, and types those letters into fields unharmed', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst', '/statement/detail?id=1')
    const report = new ReportPage(page)
    await report.shows('经营日报')
    await page.keyboard.press(']')
    await page.getByRole('tab', { name: '分渠道', selected: true }).waitFor()
    await page.keyboard.press('[')
    await page.getByRole('tab', { name: '核心指标', selected: true }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: /快捷键/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('p')
    const chosen = page.locator('.chosen-item')
    await tabInto(page, '.chosen-item')
    for (const key of ['Alt+ArrowDown', 'ArrowUp', 'Delete']) await page.keyboard.press(key)
    await expect
      .poll(() => chosen.allInnerTexts())
      .toEqual(['活跃用户', '充值金额', '付费用户', '付费率', 'ARPU', 'ARPPU'])
    expect(await focused(page)).toContain('活跃用户')
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.keyboard.type(']?gs')
    expect(await page.getByRole('textbox', { name: /查找报表/ }).inputValue()).toBe(']?gs')
    expect(report.address.pathname).toBe('/statement/detail')
  })

  it('makes a private view that nobody else sees', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst')
    await page.getByRole('tree', { name: '报表目录' }).waitFor()
    await page.keyboard.press('c')
    await page.getByPlaceholder('视图名称').waitFor()
    await page.keyboard.type('十一复盘')
    await page.keyboard.press('Enter')
    type Tree = { metas: { name: string; shared: boolean }[] }[]
    const mine = async () =>
      (await ask<Tree>(page, '/api/s1/data/getViewMeta', {}))
        .flatMap(({ metas }) => metas)
        .find(({ name }) => name === '十一复盘')
    await expect.poll(mine).toMatchObject({ shared: false })

    const other = await openPage(product.address)
    await signIn(other, 'viewer')
    expect(JSON.stringify(await ask<Tree>(other, '/api/s1/data/getViewMeta', {}))).not.toContain('十一复盘')

    // A sentence's report lies loose, in nobody's view; it is kept in the view just made.
    await new Palette(page).run('充值金额 按渠道 上周', '充值金额')
    const report = new ReportPage(page)
    await report.shows('未保存的报表')
    expect(report.address.searchParams.get('id')).toBeNull()
    await page.keyboard.press('Control+s')
    const keeping = page.getByRole('dialog', { name: '另存到…' })
    await keeping.waitFor()
    await page.keyboard.type('渠道充值')
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toMatch(/^select/)
    const place = keeping.getByLabel('存到').locator('option:checked')
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown')
        return await place.innerText()
      })
      .toBe('十一复盘（私有）')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await report.shows('十一复盘')
    await page.getByRole('tab', { name: '渠道充值', selected: true }).waitFor()
  })

  it('finds what it rests on drawn when it is opened, and untouched when it is not', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst')
    const asked: string[] = []
    page.on('request', (request) => {
      const call = new URL(request.url()).pathname.split('/').at(-1) ?? ''
      if (call === 'getReportDataByInfo' && !request.headers()['request-id']?.startsWith('ahead-'))
        asked.push(call)
    })
    const palette = new Palette(page)
    const recent = page.getByRole('tab', { name: '最近' })
    const laidOut = page.locator('.page-ahead .data-table')
    await page.getByRole('tree').waitFor()
    await palette.open()
    await page.keyboard.type('czmx')
    await palette.chosen('充值明细', '报表')
    await laidOut.waitFor({ state: 'attached' })
    expect(await page.getByRole('heading', { name: '充值明细', level: 1 }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await laidOut.waitFor({ state: 'detached' })
    await recent.click()
    expect(await page.getByRole('treeitem', { name: '充值明细' }).count()).toBe(0)

    await palette.open()
    await page.keyboard.type('jyrb')
    await palette.chosen('经营日报', '报表')
    await laidOut.waitFor({ state: 'attached' })
    const asks = asked.length
    const grid = await laidOut.elementHandle()
    await page.keyboard.press('Enter')
    const report = new ReportPage(page)
    await report.shows('经营日报')
    expect(await grid?.isVisible()).toBe(true)
    expect(asked).toHaveLength(asks)
    await recent.click()
    await page.getByRole('treeitem', { name: '经营日报' }).waitFor()
    // From here on the report handles its own keys.
    await page.keyboard.press('t')
    await palette.input.waitFor()
    await page.keyboard.type('近 7 天')
    await page.keyboard.press('Enter')
    await report.settled()
    expect(asked).toHaveLength(asks + 1)
    await page.goBack()
    await page.goBack()
    await page.getByRole('heading', { name: '数据报表', level: 1 }).waitFor()
    expect(await page.locator('.report-content').count()).toBe(0)
  })
})

describe('words that one types', () => {
  it('find a figure by its names and initials first, and tell it before Enter', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst', '/statement')
    const palette = new Palette(page)
    for (const [typed, title] of [
      ['流水', '充值金额'],
      ['cz', '充值金额'],
      ['dau', '活跃用户'],
    ] as const) {
      await palette.open()
      await page.keyboard.type(typed)
      await palette.chosen(title, '指标')
      await expect.poll(() => palette.chosenText()).toMatch(/今日 [\d–][\d,.]*.*昨日 [\d,.]+/)
      await page.keyboard.press('Escape')
    }
    await palette.run('次日留存率', '次日留存率', '报表的列')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/statement/detail')
    await page.getByText('次日留存率').first().waitFor()
  })

  it('say what the report in view shall show, and what becomes of its view', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'admin', '/statement')
    const palette = new Palette(page)
    await palette.run('@经营日报', '经营日报')
    const report = new ReportPage(page)
    await report.settled()
    await palette.open()
    await page.keyboard.type('9月 vs 8月')
    await palette.chosen('核心指标', '当前报表')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('range')).toMatch(/-09-01\.\.\d{4}-09-30$/)
    await report.settled()
    await palette.run('移动', '移动到文件夹')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await palette.open()
    for (const [typed, title] of [
      ['分享', '谁可以看'],
      ['设为私有', '共享或设为私有'],
    ] as const) {
      await page.keyboard.press('Control+a')
      await page.keyboard.type(typed)
      await palette.chosen(title, '命令')
    }
  })
})
