// The API's page: found by keys, searched, and a call tried with the session and with a token.
import type { Locator, Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { Palette } from '#e2e/pages/palette.ts'
import { signIn } from '#e2e/pages/session.ts'

withBrowser()

/** Addresses of other servers that the page asked. */
function outsideOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(product.address).origin) asked.push(request.url())
  })
  return asked
}

const answerOf = (page: Page) =>
  page.locator('.live-responses-table td.response-col_description:not(.col_header)')

/** Tab, or Shift+Tab, until the focus is there. */
async function reach(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${target}`)
}

async function pressAt(page: Page, name: string, key = 'Tab'): Promise<void> {
  await reach(page, page.getByRole('button', { name }).first(), key)
  await page.keyboard.press('Enter')
}

it('by keys alone a call is found, read and tried; with a wrong token it is refused', async () => {
  const page = await openPage(product.address, { expected: /401/ })
  const outside = outsideOf(page)
  await signIn(page, 'admin', '/statement')
  await new Palette(page).run('接口文档', '接口文档')
  await page.getByText(/^\d+ 个接口$/).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('报表的数据 updatetime')
  await page.getByText('找到 1 个').waitFor()
  const summary = page.locator('.opblock-summary-control')
  await summary.waitFor()
  expect(await summary.innerText()).toContain('getReportUpdateTime')
  await reach(page, summary)
  await page.keyboard.press('Enter')
  await pressAt(page, '试一试')
  await pressAt(page, '发送')
  await answerOf(page).getByText('"isSuccess"').waitFor()
  expect(await answerOf(page).innerText()).toContain('true')

  await pressAt(page, '填入令牌', 'Shift+Tab')
  const field = page.locator('.auth-container input')
  await field.waitFor()
  await reach(page, field)
  await page.keyboard.type('anv3_wrong')
  await page.keyboard.press('Enter')
  await pressAt(page, '关闭')
  await pressAt(page, '发送')
  await answerOf(page).getByText('token_invalid').waitFor()
  expect(outside).toEqual([])
})

it('is dark with the product, and fits a phone', async () => {
  const page = await openPage(product.address, { width: 390, dark: true })
  await signIn(page, 'viewer', '/programs/api?q=getViewMeta')
  await page.locator('.opblock-summary-control').first().waitFor()
  const colours = await page
    .locator('.opblock-tag')
    .first()
    .evaluate((tag) => getComputedStyle(tag).color)
  const [red = 0] = colours.match(/[\d.]+/g)?.map(Number) ?? []
  expect(colours.startsWith('rgb') ? red : 255).toBeGreaterThan(150)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})
