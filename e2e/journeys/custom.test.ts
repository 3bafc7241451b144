// A custom report by keyboard only: published by a user who writes SQL, read by one who does not.
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { tabInto } from '../pages/focus.ts'
import { Palette } from '../pages/palette.ts'
import { ask, signIn } from '../pages/session.ts'

withBrowser()

const name = '旅程里的报表'

describe('a custom report', () => {
  it('is written, previewed and published by keys', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'sql', '/custom')
    await page.getByRole('heading', { name: '自定义报表' }).waitFor()
    await page.keyboard.press('c')
    await page.locator('#custom-name').waitFor()
    await page.keyboard.type(name)
    const text = '.sql-editor .native-edit-context'
    await page.locator(text).waitFor({ state: 'attached' })
    await tabInto(page, text)
    await page.keyboard.insertText(
      'select cgi as 游戏, count(*) as 订单 from pay_order where pay_date >= :start group by 1 order by 1',
    )
    await page.getByText(':start', { exact: true }).first().waitFor()
    // Tab indents in the editor until Ctrl+M changes its meaning.
    await page.keyboard.press('Control+m')
    await tabInto(page, '.custom-edit input[type="checkbox"]', 'Shift+Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Control+s')
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).not.toBe('new')
    await page.getByText(`已保存「${name}」`).waitFor()
    await page.close()
  })

  it('is found in the palette and read in the reader’s games, with another value', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst')
    const palette = new Palette(page)
    await palette.run('lcldbb', name)
    await page.getByRole('heading', { name }).waitFor()
    const table = page.getByRole('grid', { name })
    await table.waitFor()
    // The publisher has all four games, the reader two.
    await expect.poll(() => page.locator('.data-table-status').innerText()).toContain('2 行')
    await page.keyboard.press('a')
    const start = page.getByLabel('start')
    await expect.poll(() => start.evaluate((field) => field === document.activeElement)).toBe(true)
    await start.fill('2100-01-01')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => page.locator('.data-table-status').innerText()).toContain('0 行')
    expect(page.url()).toContain('p.start=2100-01-01')
    const list = await ask<{ name: string; own: boolean }[]>(page, '/api/s1/custom/list')
    expect(list.find((report) => report.name === name)?.own).toBe(false)
    await page.close()
  })
})

describe('a sentence in the palette', () => {
  it('shows the figure it asks for and opens the report so filled in', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst')
    const palette = new Palette(page)
    await palette.open()
    await page.keyboard.type('lc ios 7d')
    await palette.chosen('留存分析')
    const preview = page.getByRole('complementary', { name: '预览' })
    await expect.poll(() => preview.locator('.palette-preview-figure').innerText()).toMatch(/\d%/)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('range=last7')
    expect(decodeURIComponent(page.url())).toContain('~in~iOS')
    await page.locator('.report-content [role=grid]').first().waitFor()
    await page.close()
  })
})
