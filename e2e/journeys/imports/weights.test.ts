// The column that weights a rate is chosen on the import page, and the report's total is the weighted mean.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { ImportsPage } from '#e2e/pages/imports.ts'
import { ReportPage } from '#e2e/pages/report.ts'
import { signIn } from '#e2e/pages/session.ts'

withBrowser()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'analytics-weights-'))
})
afterAll(() => rm(folder, { recursive: true }))

const rows = [
  { day: '2026-03-01', shown: 1000, people: 10, rate: 12.5 },
  { day: '2026-03-02', shown: 2000, people: 30, rate: 20 },
  { day: '2026-03-03', shown: 1500, people: 60, rate: 5 },
]

it('a rate is weighted by another column, by keys, and is never offered as a sum', async () => {
  const path = join(folder, '落地页转化.csv')
  const lines = rows.map(({ day, shown, people, rate }) => `${day},${shown},${people},${rate}`)
  await writeFile(path, `日期,展示数,人数,落地转化率（%）\n${lines.join('\n')}\n`)
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/config/import')
  const imports = new ImportsPage(page)
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  await imports.choose('Enter', path)
  await imports.found()
  const role = imports.column('落地转化率（%）', '用途')
  const offered = await role.locator('option').allInnerTexts()
  expect(offered).toEqual(expect.arrayContaining(['指标：加权平均', '指标：不加权的平均', '指标：不合计']))
  expect(offered).not.toContain('指标：求和')
  expect(await imports.column('人数', '用途').locator('option').allInnerTexts()).toContain('指标：求和')
  const weight = page.getByLabel('落地转化率（%） 按哪一列加权')
  const chosen = () => weight.locator('option:checked').innerText()
  expect(await chosen()).toBe('按「展示数」加权')
  expect(await weight.locator('option').allInnerTexts()).toEqual(['按「展示数」加权', '按「人数」加权'])
  await role.click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect.poll(chosen).toBe('按「人数」加权')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/statement\/detail\?id=\d+/)
  const report = new ReportPage(page)
  await report.shows('落地页转化')
  const people = rows.reduce((all, row) => all + row.people, 0)
  const mean = rows.reduce((all, row) => all + row.rate * row.people, 0) / people
  expect(await report.total('落地转化率（%）')).toBe(`${mean.toFixed(2)}%`)
})
