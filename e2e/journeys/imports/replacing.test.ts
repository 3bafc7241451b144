// A file replaces a table: what would break is named first, and nothing changes before that is confirmed.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { ImportsPage } from '#e2e/pages/imports.ts'
import { Palette } from '#e2e/pages/palette.ts'
import { ReportPage } from '#e2e/pages/report.ts'
import { ask, signIn } from '#e2e/pages/session.ts'
import { pathOf } from '#shared/call.ts'
import { saveQuery } from '#features/code/contract.ts'

withBrowser()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'analytics-replacing-'))
})
afterAll(() => rm(folder, { recursive: true }))

const file = async (text: string): Promise<string> => {
  const path = join(folder, '投放明细.csv')
  await writeFile(path, text)
  return path
}

it('by keys and pointer: what breaks is named, refused with Esc, done with Enter, and taken back', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/config/import')
  const imports = new ImportsPage(page)
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  await imports.choose(
    'Enter',
    await file('日期,媒体,费用,互动次数\n2026-03-01,甲,10,4\n2026-03-02,乙,20,6\n'),
  )
  await imports.found()
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/statement\/detail\?id=\d+/)
  const report = new ReportPage(page)
  await report.shows('投放明细')
  expect(await report.total('互动次数')).toBe('10')
  const address = page.url()
  await ask(page, pathOf(saveQuery, {}), { name: '互动合计', sql: 'SELECT sum(互动次数) FROM 投放明细' })

  await page.goto(`${product.address}/config/import`)
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  await imports.choose('Enter', await file('日期,媒体,费用\n2026-03-01,甲,11\n2026-03-02,乙,22\n'))
  await imports.found()
  await page.getByLabel('数据表名').fill('投放明细')
  await page.getByText('替换原有的所有行').click()
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  const told = await dialog.innerText()
  expect(told).toContain('少了列：互动次数')
  expect(told).toContain('指标：「互动次数」')
  expect(told).toMatch(/报表：「投放明细 \/ 按日」/)
  expect(told).toMatch(/查询：「互动合计」（.*互动次数.*）/)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^导入/ }).click()
  await dialog.waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(address)
  await report.shows('投放明细')

  // The version before comes back by one press, and its report with it.
  await page.goto(`${product.address}/config/import`)
  await page.getByRole('button', { name: '取回 投放明细 的上一版' }).click()
  await page.getByText('已取回「投放明细」的上一版：2 行').waitFor()
  // The palette leads to the versions, and Enter takes the last one; the one before stays beside it.
  const palette = new Palette(page)
  for (const sum of ['33', '30']) {
    await page.goto(`${product.address}/statement`)
    await palette.run('取回上一版', '取回上一版')
    const button = page.getByRole('button', { name: '取回 投放明细 的上一版' })
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText('已取回「投放明细」的上一版：2 行').waitFor()
    await page.goto(address)
    await report.shows('投放明细')
    expect(await report.total('费用')).toBe(sum)
  }
  await page.goto(address)
  await report.shows('投放明细')
  expect(await report.total('互动次数')).toBe('10')
})
