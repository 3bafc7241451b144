// The same work with the mouse: through menus, tabs and buttons.
import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ReportPage, readSheet } from '../pages/report.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

/** Uses the pointer's position, to reach a mark that is only visible under the pointer. */
async function middleOf(page: Page, target: Locator, what: 'move' | 'click'): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('not on screen')
  await page.mouse[what](box.x + box.width / 2, box.y + box.height / 2)
}

describe('a viewer with the mouse', () => {
  it('opens a view from the tree, picks a range, exports', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'viewer')
    await page.getByRole('treeitem', { name: '经营日报' }).click()
    const report = new ReportPage(page)
    await report.shows('经营日报')
    const saved = await report.rowCount()
    // Figures follow every change with the pointer; several quick clicks count as one change.
    await page.getByRole('button', { name: '近 7 天' }).click()
    await expect.poll(() => report.rowCount()).toBe(7)
    await page.getByRole('button', { name: '本月' }).click()
    await page.getByRole('button', { name: '近 7 天' }).click()
    await report.settled()
    expect(await report.rowCount()).toBe(7)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.xls$/)
    const [head = [], ...rows] = await readSheet(download)
    const [total = []] = rows.splice(7)
    expect(rows.every(([day]) => typeof day === 'number')).toBe(true)
    expect(head.slice(0, 2)).toEqual(['日期', '活跃用户（人）'])
    expect(total[1]).toBe(Number((await report.total('活跃用户')).replaceAll(',', '')))
    // Beside the title stands that it differs from what is saved; one press takes all of it back.
    await page.getByRole('button', { name: '还原' }).click()
    await page.getByText('已修改').waitFor({ state: 'hidden' })
    await expect.poll(() => report.rowCount()).toBe(saved)
  })

  it('asks heads, totals and cells what they are, and shares by a menu that asks first', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'admin', '/statement/detail?id=1')
    await new ReportPage(page).shows('经营日报')
    const hint = page.getByRole('tooltip')
    const head = page.locator('.bp6-table-quadrant-top .bp6-table-header', { hasText: '活跃用户' }).first()
    await head.hover()
    await hint.getByText('公式：').waitFor()
    expect(await hint.innerText()).toContain('单位：人')
    await middleOf(page, head.locator('.data-table-help'), 'click')
    await page.getByRole('dialog', { name: '口径：活跃用户' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // Totals that are not sums are marked, and behave like other cells.
    const column = await head.boundingBox()
    const summary = await page.locator('.bp6-table-quadrant-top .data-table-summary').boundingBox()
    if (!column || !summary) throw new Error('no totals')
    const x = column.x + column.width - 20
    await page.mouse.move(x, summary.y + summary.height / 2)
    await hint.getByText('整个时段去重').waitFor()
    await page.mouse.click(x, summary.y + summary.height / 2)
    await page.keyboard.press('x')
    await page.getByRole('dialog', { name: '解释：活跃用户' }).getByText('合计', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const hatched = page.locator('.bp6-table-quadrant-main .data-table-row.data-table-hatch').first()
    const row = await hatched.boundingBox()
    if (!row) throw new Error('no day that is not over')
    const y = row.y + row.height / 2
    await page.mouse.move(x, y)
    await hint.getByText('还没有结束').waitFor()
    // A click selects; the mark in the selected cell opens its actions.
    await page.mouse.click(x, y)
    await page.mouse.click(column.x + 10, y)
    const menu = page.getByRole('menu')
    for (const name of [/解释此格/, /下钻到/, /按此值筛选/, /^复制/])
      await menu.getByRole('menuitem', { name }).first().waitFor()
    const box = await page.locator('.popup').boundingBox()
    const room = page.viewportSize()
    expect(box && room && box.y >= 0 && box.y + box.height <= room.height).toBe(true)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /谁能看到/ }).click()
    await menu.getByRole('menuitem', { name: /复制链接/ }).waitFor()
    await menu.getByRole('menuitem', { name: /设为私有/ }).click()
    await page.getByText(/其他人不再能打开它/).waitFor()
    await page.getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: /谁能看到 共享/ }).waitFor()
  })

  it('sees only the menus that it may use, and is refused elsewhere', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'viewer')
    const menus = await page.getByRole('navigation', { name: '主导航' }).getByRole('link').allInnerTexts()
    expect(menus).toEqual(['数据报表'])
    await page.goto('/management/userManage')
    // Another tab stores its own last place under the same key.
    await page.evaluate(() => localStorage.setItem('pathname4redirect', '/statement'))
    await expect.poll(() => new URL(page.url()).pathname).toBe('/403')
    await page.getByText('该页面需要「权限管理」权限').waitFor()
    const box = await page.locator('.forbidden-box').boundingBox()
    expect([box?.width, box?.height]).toEqual([438, 480])
    await page.getByRole('link', { name: '返回首页' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/statement')
    // The home page: a star keeps a report's figures there, and a click anywhere on the card opens the report.
    await page.getByRole('button', { name: '收藏「经营日报」' }).click()
    const starred = page.getByRole('region', { name: '今日与昨日' })
    const figure = starred.getByRole('listitem').filter({ hasText: /^新增用户/ })
    await figure.waitFor()
    const place = await figure.boundingBox()
    await page.mouse.click((place?.x ?? 0) + 40, (place?.y ?? 0) + 8)
    await new ReportPage(page).shows('经营日报')
  })

  it('is told honestly that an address is not there', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'viewer', '/no/such/place')
    await page.getByText('哎呀！出错啦！').waitFor()
  })

  it('changes settings that work at once and stay', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'viewer', '/statement/detail?id=1')
    const report = new ReportPage(page)
    await report.shows('经营日报')
    await page.getByRole('button', { name: /用户 viewer/ }).click()
    await page.getByRole('menuitem', { name: /个人设置/ }).click()
    const drawer = page.locator('.bp6-drawer')
    await drawer.waitFor()
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(280)
    const width = page.getByLabel('最大列宽')
    await width.fill('59')
    await width.blur()
    await expect.poll(() => width.inputValue()).toBe('0')
    await page.getByText('深色', { exact: true }).click()
    await expect.poll(() => page.locator('body.bp6-dark').count()).toBe(1)
    await page.getByText('条件变化时自动查询').click()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    const rows = await report.rowCount()
    await page.getByRole('button', { name: '近 7 天' }).click()
    // Outdated figures are marked beside the button that updates them, and are what is exported.
    const said = page.getByRole('status').filter({ hasText: '条件已改' })
    await said.waitFor()
    expect(await report.rowCount()).toBe(rows)
    expect((await report.export()).rows.length).toBeGreaterThan(rows)
    await page.keyboard.press('Control+Enter')
    await said.waitFor({ state: 'detached' })
    await expect.poll(() => report.rowCount()).toBe(7)
    await page.reload()
    await report.shows('经营日报')
    expect(await page.locator('body.bp6-dark').count()).toBe(1)
  })
})
