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
    await expect.poll(() => active.innerText()).toContain('别名 ACU')
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

  it('finds the bar in its order and in one line while working, and nothing moves under the pointer', async () => {
    const page = await openPage(product.address)
    await page.setViewportSize({ width: 1280, height: 800 })
    await signIn(page, 'analyst', '/statement/detail?id=1&dims=1.9')
    const report = new ReportPage(page)
    await report.shows('经营日报')
    const lineHeight = async () => (await page.locator('.filter-left').boundingBox())?.height ?? 0
    const keys = () =>
      page
        .locator('.filter-condition')
        .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.condition ?? ''))
    await page.getByRole('button', { name: /^更多条件/ }).waitFor()
    // Nothing is set, so nothing has a cross; an unset condition is removed in its popup.
    expect(await page.locator('.filter-condition').count()).toBeGreaterThan(0)
    expect(await page.locator('.filter-condition .filter-remove').count()).toBe(0)

    const more = page.getByRole('button', { name: /^更多条件/ })
    const place = await more.boundingBox()
    if (!place) throw new Error('no 更多')
    const [x, y] = [place.x + 8, place.y + place.height / 2]
    await page.mouse.click(x, y)
    const first = page.locator('.filter-rest .filter-button').first()
    const name = (await first.locator('.filter-label').innerText()).trim()
    await first.click()
    await page.getByRole('combobox', { name: `搜索${name}` }).waitFor()
    await page.locator('.pick-item').first().waitFor()
    await page.mouse.move(x, y)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: `搜索${name}` }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.bp6-popover').count()).toBe(0)
    await expect.poll(() => report.address.searchParams.getAll('f').join()).toMatch(/~in~/)
    await report.settled()
    const under = () =>
      page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest('.filter-more') !== null, [
        x,
        y,
      ] as const)
    expect(await under()).toBe(true)
    expect(await more.innerText()).toContain('更多')

    // Once the pointer has left it stands in the line, with a cross, at its own place.
    await page.mouse.move(700, 600)
    const set = page.locator('.filter-condition', { hasText: name })
    await set.locator('.filter-remove').waitFor()
    await expect.poll(lineHeight).toBeLessThan(40)
    const order = await keys()

    // One more is added: while its popup is open, the bar is one line in the same order.
    await page.keyboard.press('a')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('区服')
    await expect.poll(() => page.locator('.pick-item.bp6-active').innerText()).toContain('区服')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: '搜索区服' }).waitFor()
    expect(await lineHeight()).toBeLessThan(40)
    const later = await keys()
    expect(later.filter((key) => order.includes(key))).toEqual(order.filter((key) => later.includes(key)))
    // It was added and never set: its popup takes it away.
    await page.getByRole('button', { name: '移除区服' }).click()
    await page.getByRole('combobox', { name: '搜索区服' }).waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('.filter-control', { hasText: '区服' }).count()).toBe(0)
  })

  it('is led to a column that was added out of sight, and sees which it is', async () => {
    const page = await openPage(product.address)
    await page.setViewportSize({ width: 1280, height: 800 })
    await signIn(page, 'analyst', '/statement/detail?id=1')
    const report = new ReportPage(page)
    await report.shows('经营日报')
    await page.keyboard.press('p')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('登录次数')
    await expect.poll(() => page.locator('.pick-item.bp6-active').innerText()).toContain('登录次数')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect.poll(() => report.titles()).toContain('登录次数')
    const head = page.locator('.bp6-table-quadrant-top .bp6-table-header', { hasText: '登录次数' }).last()
    await expect.poll(async () => ((await head.boundingBox())?.x ?? 9_999) < 1_280).toBe(true)
    await expect.poll(() => report.status.innerText()).toMatch(/合计|求和/)
  })
})
