// The test tools, the JSON preview and the palette's recognition of pasted texts, by keys, pointer and clipboard.
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { Palette } from '../pages/palette.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => navigator.clipboard.writeText(given), text)
  await page.keyboard.press('Control+v')
}

const result = (page: Page, label: string) =>
  page
    .locator('.tools-result')
    .filter({ has: page.locator('.tools-label', { hasText: new RegExp(`^${label}$`) }) })

/** Records all later requests of the page with their content. */
function sentBy(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  return sent
}

const active = (page: Page) => page.locator('.json-row-active')

it('each instrument is reached by its key, reads as one types, and its result is copied by key', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/statement')
  for (const key of ['g', 'o', 't']) await page.keyboard.press(key)
  await page.getByRole('heading', { name: '时间戳与日期' }).waitFor()
  await page.getByRole('textbox', { name: '时间戳或日期' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('tools-field')
  await page.keyboard.type('1732350000')
  await result(page, '业务时间').getByText('2024-11-23 16:20:00').waitFor()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => clipboard(page)).toBe('2024-11-23 16:20:00')

  await page.keyboard.press('Escape')
  await page.keyboard.press('2')
  await page.getByRole('heading', { name: '哈希与签名' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('tools-field')
  await page.keyboard.type('abc')
  await result(page, 'SHA-256')
    .getByText('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    .waitFor()
  expect(new URL(page.url()).search).toBe('?tool=hash')

  await page.getByRole('link', { name: '定时表达式' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('tools-field')
  await page.keyboard.type('0 0 30 2 *')
  await page.getByRole('alert').getByText('永远不会触发').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('*/5 9-18 * * 1-5')
  await page.getByText('每周一到周五，9点到18点，每 5 分钟').waitFor()
  await result(page, '第 10 次').waitFor()

  await page.keyboard.press('Escape')
  await page.keyboard.press('9')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('tools-field')
  await page.keyboard.type('(a+)+$')
  await page.getByRole('textbox', { name: '要匹配的文字' }).click()
  await page.keyboard.type(`${'a'.repeat(36)}!`)
  await page.getByRole('alert').getByText('两秒内没有匹配完').waitFor()
})

it('a JSON is pasted, walked by keys, searched, narrowed, compared, and shown as a table', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'viewer', '/statement')
  for (const key of ['g', 'o', 'j']) await page.keyboard.press(key)
  await page.getByRole('textbox', { name: 'JSON 文本' }).waitFor()
  const sent = sentBy(page)
  await paste(
    page,
    '{"id":12345678901234567890,"list":[{"name":"甲","n":1},{"name":"乙","n":2}],"a":1,"a":2}',
  )
  await page.getByRole('tree').waitFor()
  await page.getByText('多数程序会读成 12345678901234567000').waitFor()
  await page.getByText('重复的键').waitFor()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(key)
  await active(page).getByText('"甲"').waitFor()
  await page.keyboard.press('y')
  await expect.poll(() => clipboard(page)).toBe('$.list[0].name')
  await page.keyboard.press('/')
  await page.keyboard.type('乙')
  await active(page).getByText('"乙"').waitFor()

  await page.getByRole('textbox', { name: '按路径筛选' }).click()
  await page.keyboard.type('..n')
  await page.keyboard.press('Enter')
  await page.getByText('2 个', { exact: true }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByRole('treeitem', { name: 'id' }).waitFor()
  await page.getByRole('treeitem', { name: 'list' }).click()
  await page.keyboard.press('t')
  await page.getByRole('gridcell').filter({ hasText: '乙' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('tree').waitFor()
  await page.keyboard.press('d')
  await page.getByRole('textbox', { name: '要对比的另一个 JSON' }).waitFor()
  await paste(page, '{"list":[{"name":"乙","n":3},{"name":"甲","n":1}],"a":2,"id":12345678901234567890}')
  await page.getByText('2 处差异：改值 1，移动 1').waitFor()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '下载格式化的全文' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '换一个', exact: true }).click()

  await page.getByRole('textbox', { name: 'JSON 文本' }).click()
  await paste(page, "{'a': True,}")
  await page.getByRole('alert').getByText('第 1 行第 2 列').waitFor()
  await page.getByRole('button', { name: '按修复后打开' }).click()
  await page.getByRole('tree').getByText('true').waitFor()
  await page.getByText('已修复 3 处').waitFor()
  expect(sent.filter((one) => /12345678901234567890|True|%22list|甲|%E7%94%B2/.test(one))).toEqual([])
})

it('a place of five digits stays whole beside a long value', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'viewer', '/others/jsonPreview')
  await page.getByRole('textbox', { name: 'JSON 文本' }).waitFor()
  await paste(page, JSON.stringify([...Array(12_000).fill(0), 'x'.repeat(2_000)]))
  await page.getByRole('tree').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  const place = active(page).locator('.json-place')
  await expect.poll(() => place.innerText()).toBe('12000:')
  expect(await place.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
})

it('the palette reads a pasted timestamp, cron text and JSON, and hands them on in memory', async () => {
  const page = await openPage(product.address)
  const palette = new Palette(page)
  await signIn(page, 'admin', '/statement')
  const sent = sentBy(page)
  await palette.open()
  await paste(page, '1732350000000')
  await palette.chosen('2024-11-23 16:20:00')
  await page.keyboard.press('Enter')
  await expect.poll(() => clipboard(page)).toBe('2024-11-23 16:20:00')

  await palette.open()
  await paste(page, '*/5 9-18 * * 1-5')
  await palette.chosen('每周一到周五，9点到18点，每 5 分钟')
  await page.getByRole('heading', { name: '接下来五次' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '定时表达式' }).waitFor()
  await page.getByText('每周一到周五，9点到18点，每 5 分钟').waitFor()
  expect(page.url()).not.toContain('9-18')

  await palette.open()
  await paste(page, '{\n  "lines": "several",\n  "n": [1, 2]\n}')
  await palette.chosen('预览 JSON')
  await page.keyboard.press('Enter')
  await page.getByRole('tree').getByText('"several"').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(sent.filter((one) => /1732350000|9-18|several/.test(one))).toEqual([])
})
