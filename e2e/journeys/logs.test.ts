// Log search: a failed request is found by the id that the browser showed; lines are filtered, zoomed, shown with
// their surroundings and followed. A user without the right finds nothing.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { closes, opens } from '../pages/focus.ts'
import { LogPage } from '../pages/logs.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

const nowhere = '/api/s1/redirect/aliyun/logs/getLogStores/nowhere'

/** Returns the id under which the server logged the request. */
async function failRequest(page: Page): Promise<string> {
  const answer = await page.request.get(nowhere)
  expect(answer.status()).toBe(404)
  return answer.headers()['request-id'] ?? ''
}

it('by keys: the own failing request by its id, filters, context, a link, new lines', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'sql', '/statement')
  const logs = new LogPage(page)
  const id = await failRequest(page)
  await logs.press('Control+k')
  await page.keyboard.type(id)
  await page.getByRole('option', { name: `请求 ${id} 的日志` }).waitFor()
  await logs.press('Enter')
  await logs.shows()
  await logs.cell('getLogStores').waitFor()
  expect(await logs.parameter('request')).toBe(id)

  await logs.press('g', 'o', 'l')
  await expect.poll(() => logs.parameter('request')).toBeNull()
  await logs.counts(/^共 /)
  await logs.ask('status:')
  await logs.says('后面缺少值')
  await logs.press('Control+a')
  await page.keyboard.type('sta')
  // Completion offers a field, which Tab takes.
  await page.getByRole('option', { name: /^status:/ }).waitFor()
  await logs.press('Tab')
  await logs.holds('status:')
  await page.keyboard.type('404')
  await logs.press('Enter')
  await expect.poll(() => logs.parameter('q')).toBe('status:404')
  await logs.found('status:404')
  await logs.press('ArrowDown')
  const [file] = await Promise.all([page.waitForEvent('download'), logs.press('e')])
  expect(file.suggestedFilename()).toMatch(/^日志 .+\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain(id)
  await logs.press('Enter')
  await logs.detail.getByText(id).waitFor()
  await logs.press('b')
  await logs.says('里的上下文')
  await logs.press('Escape')
  await page.getByRole('grid', { name: '查到的日志' }).waitFor()

  await logs.press('y')
  await logs.says('已复制链接')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(link)
  await logs.detail.getByText(id).waitFor()
  // Escape first ends a running search.
  await logs.found('status:404')
  await logs.press('Escape')
  await logs.detail.waitFor({ state: 'detached' })

  await logs.press('l')
  await logs.says('等待新日志')
  const next = await failRequest(page)
  await page.getByRole('grid', { name: '实时日志' }).getByText('404').first().waitFor()
  await logs.press('j', 'd')
  await logs.detail.getByText(next).waitFor()
  await logs.press('l')
  await page.getByRole('grid', { name: '查到的日志' }).waitFor()

  // Keys typed at once reach the field; an invalid time gives the reason.
  await logs.typesAtOnce('t', '2')
  await logs.says('前后 5 分钟')
  await page.keyboard.type('月30日')
  await logs.says(/^\d{4} 年 2 月没有 30 日$/)
  await logs.press('Control+a')
  await page.keyboard.type('90m')
  await logs.press('Enter')
  await expect.poll(() => logs.parameter('time')).toBe('90m')

  for (const keys of ['p', 't', 'h', 'Shift+H']) {
    await opens(page, () => page.keyboard.press(keys))
    await closes(page)
  }
})

it('by keys: Esc leaves the query where nothing was found', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'sql', '/others/logSearch')
  const logs = new LogPage(page)
  await logs.counts(/^共 /)
  await logs.ask('qzqzqz')
  await logs.says('没有查到日志')
  await logs.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).not.toBe('textarea')
  // The page's keys work again.
  await logs.press('h')
  await page.getByText('qzqzqz').nth(1).waitFor()
})

it('by the pointer: a part of the histogram, a value of a field, a column', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'sql', '/statement')
  const logs = new LogPage(page)
  await failRequest(page)
  await page.goto('/others/logSearch')
  await logs.counts(/^共 /)
  await logs.drag('.log-bars', 0.6, 0.999)
  await expect.poll(() => logs.parameter('time')).toContain('~')
  await logs.counts(/^共 [1-9]/)
  await page.getByRole('button', { name: /^status/ }).click()
  await page.getByRole('button', { name: /^404/ }).click()
  await logs.found('status=404')
  await logs.cell('404').waitFor()
  await page.getByRole('button', { name: '放宽时间' }).click()
  await logs.counts(/^共 [1-9]/)
})

it('a phone has fields and details in drawers', async () => {
  const page = await openPage(product.address, { width: 400, height: 800 })
  await signIn(page, 'sql', '/others/logSearch')
  const logs = new LogPage(page)
  await logs.counts(/^共 /)
  for (const keys of ['i', 'd']) {
    await logs.press('j')
    await opens(page, () => page.keyboard.press(keys))
    await closes(page)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400)
})

it('is closed to who may not read logs', async () => {
  const page = await openPage(product.address, { expected: /403/ })
  await signIn(page, 'analyst', '/statement')
  await page.goto('/others/logSearch')
  await page.getByText('你没有权限访问该页面').waitFor()
  expect((await page.request.get(nowhere)).status()).toBe(403)
})
