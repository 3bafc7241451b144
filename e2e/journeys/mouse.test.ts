// The same job with a mouse: through menus, tabs and buttons.
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ReportPage } from '../pages/report.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

describe('a viewer with the mouse', () => {
  it('opens a view from the tree, picks a range, exports', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'viewer')
    await page.getByRole('treeitem', { name: '经营日报' }).click()
    const report = new ReportPage(page)
    await report.shows('经营日报')
    await page.getByRole('button', { name: '近 7 天' }).click()
    await page.getByRole('button', { name: /^查询/ }).click()
    await expect.poll(() => report.rowCount()).toBe(7)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.xls$/)
  })

  it('sees only the menus that it may use, and is refused elsewhere', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'viewer')
    const menus = await page.getByRole('navigation', { name: '主导航' }).getByRole('link').allInnerTexts()
    expect(menus).toEqual(['数据报表'])
    await page.goto('/management/userManage')
    // Another tab remembers its own place under the same key.
    await page.evaluate(() => localStorage.setItem('pathname4redirect', '/statement'))
    await expect.poll(() => new URL(page.url()).pathname).toBe('/403')
    await page.getByText('该页面需要「权限管理」权限').waitFor()
    const box = await page.locator('.forbidden-box').boundingBox()
    expect([box?.width, box?.height]).toEqual([438, 480])
    await page.getByRole('link', { name: '返回首页' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/statement')
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
    await page.reload()
    await report.shows('经营日报')
    expect(await page.locator('body.bp6-dark').count()).toBe(1)
  })
})
