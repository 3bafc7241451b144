// The report editor, by keyboard alone: a point is added by pinyin, the preview follows, the report is saved under a
// new name, and is there after a reload.
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ReportPage } from '../pages/report.ts'
import { ask, signIn } from '../pages/session.ts'

withBrowser()

describe('an editor of reports by keys', () => {
  it('adds a point and a dimension, previews, and saves as a new report', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'admin', '/statement/detail?id=1&report=2')
    const report = new ReportPage(page)
    await report.shows('经营日报')
    await page.keyboard.press('Shift+E')
    await page.getByPlaceholder('输入指标名称、拼音或首字母').waitFor()
    await page.keyboard.type('dengluci')
    await page.locator('.editor .bp6-active', { hasText: '登录次数' }).first().waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => report.titles()).toContain('登录次数')
    await page.keyboard.press('Alt+3')
    await page.getByPlaceholder('输入维度名称、拼音或首字母').waitFor()
    await page.keyboard.type('pingtai')
    await page.locator('.editor .bp6-active', { hasText: '平台' }).first().waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => report.titles()).toContain('平台')

    await page.keyboard.press('Control+Shift+S')
    await page.getByRole('dialog', { name: '另存为新报表' }).waitFor()
    await page.keyboard.type('渠道与平台')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: '渠道与平台', selected: true }).waitFor()
    type Kept = { reportName: string; info: { dims: number[]; points: number[] } }[]
    const kept = await ask<Kept>(page, '/api/s1/data/getReportByViewMetaId/1')
    expect(kept.find(({ reportName }) => reportName === '渠道与平台')?.info.dims).toHaveLength(2)
    await page.reload()
    await report.shows('经营日报')
    await expect.poll(() => report.titles()).toContain('登录次数')
  })

  it('is left by Escape, and what was changed can be taken up again', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'admin', '/statement/detail?id=1&report=2')
    const report = new ReportPage(page)
    await report.shows('经营日报')
    await page.keyboard.press('Shift+E')
    await page.getByPlaceholder('输入指标名称、拼音或首字母').waitFor()
    const grid = page.getByRole('grid', { name: '预览' })
    const inFront = () => page.evaluate(() => document.activeElement?.textContent)
    await grid.waitFor()
    await page.keyboard.press('Alt+6')
    await page.getByLabel('最多行数').fill('50')
    // The kinds: a key leads to the one that is chosen; what another one leaves is named, and comes back with it.
    await page.keyboard.press('Alt+1')
    await expect.poll(inFront).toBe('表格')
    await page.keyboard.press('ArrowRight')
    await expect.poll(inFront).toBe('留存')
    await page.getByText('放在一边，换回来就还在').waitFor()
    await page.getByText('表格的最多 50 行').waitFor()
    await grid.waitFor({ state: 'detached' })
    await page.keyboard.press('Alt+2')
    await page.keyboard.press('Alt+1')
    await expect.poll(inFront).toBe('留存')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(inFront).toBe('表格')
    await page.getByText('放在一边').waitFor({ state: 'hidden' })
    await page.getByText('最多 50 行').waitFor()
    await grid.waitFor()
    await page.keyboard.press('Alt+7')
    await page.keyboard.type('改')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.locator('.editor').waitFor({ state: 'detached' })
    await page.getByText('编辑已关闭，修改没有保存').waitFor()
  })
})
