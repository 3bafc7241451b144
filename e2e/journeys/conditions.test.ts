// Groups of conditions: created and filled by keys, combined and separated with the pointer; the address keeps them.
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ReportPage } from '../pages/report.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

describe('someone who says «or»', () => {
  it('begins a group by keys, changes it by the pointer, turns conditions into one', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'admin', '/statement/detail?id=1&range=last7')
    const report = new ReportPage(page)
    await report.shows('经营日报')
    const { keyboard } = page
    const field = page.locator('input:focus')
    const active = page.locator('.pick-item.bp6-active')
    const editor = page.locator('.group-editor')
    const group = () => report.address.searchParams.getAll('f').at(-1) ?? ''
    const closed = () => expect.poll(() => page.locator('.bp6-popover').count()).toBe(0)
    const pick = async (name: string) => {
      await field.waitFor()
      await keyboard.type(name)
      await expect.poll(() => active.innerText()).toContain(name)
      await keyboard.press('Enter')
    }

    /** Chooses the first value and returns to the page. */
    const pickChannel = async () => {
      const values = page.getByRole('combobox', { name: '搜索渠道' })
      await pick('渠道')
      await values.waitFor()
      await active.waitFor()
      await keyboard.press('Enter')
      await keyboard.press('Escape')
      await values.waitFor({ state: 'detached' })
      await keyboard.press('Escape')
      await closed()
    }

    // By keys: a group with a dimension's value and a figure compared with another period.
    await keyboard.press('a')
    await pick('条件组')
    await editor.waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: '搜索维度或指标' }).count()).toBe(1)
    await pickChannel()
    await expect.poll(() => group()).toMatch(/^any\(d\d+~in~[^;]+\)$/)
    const control = page.getByRole('button', { name: /^条件组：渠道/ })
    await control.click()
    await editor.getByRole('button', { name: '条件', exact: true }).click()
    await pick('活跃用户')
    await page.getByRole('combobox', { name: '活跃用户与什么比较' }).waitFor()
    await page.getByRole('combobox', { name: '活跃用户与什么比较' }).selectOption('week')
    await page.getByRole('textbox', { name: '倍数' }).fill('1.2')
    await keyboard.press('Enter')
    await expect.poll(() => editor.innerText()).toContain('大于等于 上周同日 × 1.2')
    await keyboard.press('Escape')
    await closed()
    await expect.poll(() => group()).toMatch(/^any\(d\d+~in~[^;]+;p\d+~gte-week~1\.2\)$/)
    // The rows have no channel, so the group cannot be decided per row.
    await page
      .getByText(/它不在报表的维度里/)
      .first()
      .waitFor()

    // One choice for players who were there a week ago and are not now.
    await page.getByRole('button', { name: /^条件组：渠道/ }).click()
    await editor.getByRole('button', { name: /^活跃用户/ }).click()
    await page
      .getByRole('combobox', { name: '活跃用户的比较方式' })
      .selectOption({ label: '流失：过去有、本期没有' })
    await expect.poll(() => page.getByRole('textbox', { name: '倍数' }).count()).toBe(0)
    await page.getByRole('button', { name: '确定' }).click()
    await expect.poll(() => editor.innerText()).toContain('较上周同日 流失（过去有、本期没有）')
    await keyboard.press('Escape')
    await closed()
    await expect.poll(() => group()).toMatch(/;p\d+~isNull-week\)$/)

    // With the pointer: any becomes all, then the figure and finally the rest of the group are removed.
    await page.getByRole('button', { name: /^条件组：渠道/ }).click()
    await editor.getByRole('radio', { name: '全部（且）' }).click()
    await editor.getByRole('button', { name: '移除活跃用户' }).click()
    await keyboard.press('Escape')
    await closed()
    await expect.poll(() => group()).toMatch(/^all\(d\d+~in~[^;]+\)$/)
    await report.settled()
    await page.getByRole('button', { name: '移除条件组' }).click()
    await expect.poll(() => group()).not.toContain('all(')

    // Two conditions created from cells are combined into a group.
    const search = report.address.searchParams
    for (const f of ['p1~gte~!d1', 'p2~gte~!d1']) search.append('f', f)
    await page.goto(`${product.address}/statement/detail?${search}`)
    await report.shows('经营日报')
    await keyboard.press('a')
    await pick('或：现有 2 个条件满足任一')
    await editor.locator(':focus').waitFor()
    await keyboard.press('Escape')
    await closed()
    await expect.poll(() => group()).toBe('any(p1~gte~!d1;p2~gte~!d1)')
    await report.settled()

    // An alarm can also filter rows by a group.
    await page.goto(`${product.address}/alarm/edit?point=1`)
    await page.getByRole('button', { name: '添加筛选条件' }).click()
    await pick('条件组')
    await editor.waitFor()
    await pickChannel()
    await page.getByRole('button', { name: /^条件组：渠道 App Store/ }).waitFor()
  })
})
