// A filter of thousands of pasted values: the report has a short address, which outlives the tab, works for its
// recipients, and says so when it has expired.
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ReportPage } from '../pages/report.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

const ids = Array.from({ length: 3_000 }, (_, at) => String(10_000_001 + at))

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => navigator.clipboard.writeText(given), text)
  await page.keyboard.press('Control+v')
}

/** The week's figures with the filter: equal for everyone who opens the address. */
async function totalsAt(page: Page): Promise<string[]> {
  const report = new ReportPage(page)
  await report.shows('经营日报')
  return [await report.total('充值金额'), await report.total('活跃用户')]
}

/** Opens the condition with the pointer and checks that it has all values. */
async function holdsAll(page: Page): Promise<void> {
  await page.locator('.filter-control', { hasText: '玩家编号' }).first().click()
  await page.getByText('共 3,000 个值').waitFor()
  await page.keyboard.press('Escape')
}

it('three thousand pasted values make a short address that can be reloaded, sent, and outlived', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/statement/detail?id=1&range=last7')
  const report = new ReportPage(page)
  const whole = await totalsAt(page)
  await page.keyboard.press('a')
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('玩家编号')
  await expect.poll(() => page.locator('.pick-item.bp6-active').innerText()).toContain('玩家编号')
  await page.keyboard.press('Enter')
  // «Contains» accepts a hundred texts at most; «is one of» accepts thousands.
  await page.getByRole('combobox', { name: '玩家编号的比较方式' }).selectOption('in')
  await page.getByRole('textbox', { name: '玩家编号的值' }).click()
  await paste(page, ids.join('\n'))
  await page.keyboard.press('Enter')
  await expect.poll(() => report.address.searchParams.has('long')).toBe(true)
  const short = page.url()
  expect(short.length).toBeLessThan(200)
  const filtered = await totalsAt(page)
  expect(filtered).not.toEqual(whole)
  await holdsAll(page)

  // Without the tab's copy, the page asks the server for the address's content.
  await page.evaluate(() => sessionStorage.clear())
  const answer = await page.goto(short)
  expect(answer?.headers()['content-type']).toContain('text/html')
  expect(await totalsAt(page)).toEqual(filtered)
  expect(page.url()).toBe(short)

  const other = await openPage(product.address, { expected: /status of 404/ })
  await signIn(other, 'analyst', new URL(short).pathname + new URL(short).search)
  await new ReportPage(other).shows('经营日报')
  await holdsAll(other)

  await other.goto(short.replace(/long=\w{8}/, 'long=00000000'))
  await other.getByText('链接已过期', { exact: true }).waitFor()
  await other.getByRole('button', { name: '不带条件打开' }).click()
  await new ReportPage(other).shows('经营日报')
  expect(new URL(other.url()).searchParams.get('long')).toBeNull()
})
