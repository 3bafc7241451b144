// Choosing points, conditions and days by keys only, then a condition's arrow and cross with the pointer.
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ReportPage } from '../pages/report.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

describe('an analyst who narrows a report', () => {
  it('types on after Enter, opens what is there, reads days as people say them, in one line', async () => {
    const page = await openPage(product.address)
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, 'analyst', '/statement/detail?id=1&range=10月')
    const report = new ReportPage(page)
    await report.shows('经营日报')
    expect(report.address.searchParams.get('range')).toBe('10月')
    const bar = page.locator('.filter-left')
    const lineHeight = async () => (await bar.boundingBox())?.height ?? 0
    await expect.poll(lineHeight).toBeLessThan(40)
    const { keyboard } = page
    const field = page.locator('input:focus')
    const active = page.locator('.pick-item.bp6-active')

    // Two points in turn without clearing the typed text; the second by a synonym.
    await keyboard.press('p')
    await field.waitFor()
    await keyboard.type('登录次数')
    await expect.poll(() => active.innerText()).toContain('登录次数')
    await keyboard.press('Enter')
    await keyboard.type('acu')
    await expect.poll(() => active.innerText()).toContain('单服平均在线')
    await expect.poll(() => active.innerText()).toContain('又称 ACU')
    await keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('acu')
    await keyboard.press('Escape')
    await expect.poll(() => report.titles()).toContain('登录次数')
    await expect.poll(() => report.titles()).toContain('单服平均在线')

    // Days in everyday words; impossible ones are refused with a reason.
    await keyboard.press('t')
    await field.waitFor()
    await keyboard.type('2-30')
    await page
      .getByText(/年 2 月没有 30 日/)
      .first()
      .waitFor()
    for (let letter = 0; letter < 4; letter += 1) await keyboard.press('Backspace')
    await keyboard.type('3w')
    await page.getByRole('option', { name: / 至 / }).waitFor()
    await keyboard.press('Enter')
    await expect.poll(() => report.address.searchParams.get('range')).toMatch(/^\d{4}-\d\d-\d\d\.\./)
    await expect.poll(() => report.rowCount()).toBe(21)

    // Conditions that do not fit are under 更多, and can be reached by keys there.
    const condition = async (name: string) => {
      await keyboard.press('a')
      await field.waitFor()
      await keyboard.type(name)
      await expect.poll(() => active.innerText()).toContain(name)
      await keyboard.press('Enter')
      await page.getByRole('combobox', { name: `搜索${name}` }).waitFor()
    }
    /** A condition under 更多 closes before 更多 does. */
    const closed = async (name: string) => {
      await keyboard.press('Escape')
      await page.getByRole('combobox', { name: `搜索${name}` }).waitFor({ state: 'detached' })
      if ((await page.locator('.filter-more [aria-expanded="true"]').count()) > 0)
        await keyboard.press('Escape')
      await expect.poll(() => page.locator('.bp6-popover').count()).toBe(0)
    }
    for (const name of ['渠道', '平台', '区服']) {
      await condition(name)
      await active.waitFor()
      await keyboard.press('Enter')
      await closed(name)
    }
    await expect.poll(lineHeight).toBeLessThan(40)
    const more = page.getByRole('button', { name: /^更多条件/ })
    await more.waitFor()
    // Also on a small screen.
    await page.setViewportSize({ width: 800, height: 900 })
    await expect.poll(lineHeight).toBeLessThan(40)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(lineHeight).toBeLessThan(40)
    // Choosing an existing condition opens it, wherever it is.
    await condition('区服')
    await closed('区服')

    // With the pointer: the arrow only opens, and removes nothing.
    const channel = page.locator('.filter-control', { hasText: '渠道' }).first()
    if (!(await channel.isVisible())) await more.click()
    const arrow = await channel.locator('.bp6-icon-caret-down').boundingBox()
    if (!arrow) throw new Error('no arrow')
    const [x, y] = [arrow.x + arrow.width / 2, arrow.y + arrow.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.click(x, y)
    await page.getByRole('combobox', { name: '搜索渠道' }).waitFor()
    const filters = report.address.searchParams.getAll('f').join()
    expect(filters).toContain('appstore')

    // Days with the pointer, the later one first.
    await page.getByRole('button', { name: /^日期范围/ }).click()
    await page.getByRole('textbox', { name: '开始日期' }).click()
    await keyboard.type('10.7')
    await keyboard.press('Tab')
    await keyboard.type('10.1')
    await keyboard.press('Enter')
    await expect.poll(() => report.address.searchParams.get('range')).toMatch(/^\d{4}-10-01\.\.\d{4}-10-07$/)

    // With many choices the bar still has one line.
    const much = 'dims=1.8.9.13.3&cmp=range&cmprange=2025-01-01..2025-03-31&range=2025-12-01..2026-02-28'
    await page.goto(`${product.address}/statement/detail?id=1&${much}&heat=column`)
    await report.shows('经营日报')
    await page.getByRole('button', { name: '更多条件' }).waitFor()
    await expect.poll(lineHeight).toBeLessThan(40)
  })
})
