// The palette as somebody uses it who knows the words, not the places.
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { Palette } from '../pages/palette.ts'
import { ReportPage } from '../pages/report.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

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
    await signIn(page, 'analyst', '/statement')
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
    for (const typed of ['分享', '设为私有']) {
      await page.keyboard.press('Control+a')
      await page.keyboard.type(typed)
      await palette.chosen('共享或设为私有', '命令')
    }
  })
})
