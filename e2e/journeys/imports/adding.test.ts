// A file's rows join a table of an earlier import: by keys in place of its days, by the pointer in place of equal
// keys; content that is there already is told.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { tabInto } from '#e2e/pages/focus.ts'
import { ImportsPage } from '#e2e/pages/imports.ts'
import { ReportPage } from '#e2e/pages/report.ts'
import { signIn } from '#e2e/pages/session.ts'

withBrowser()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'analytics-adding-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(name: string, lines: string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

it('rows join a table day by day, each content once, and the report shows their sum', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/config/import')
  const imports = new ImportsPage(page)
  const report = new ReportPage(page)
  const choose = async (path: string) => {
    await page.getByRole('button', { name: '选择文件' }).waitFor()
    await imports.choose('Enter', path)
    await imports.found()
  }
  await choose(
    await file('流水.csv', ['日期,门店,金额', '2026-02-01,北京,1', '2026-02-02,北京,2', '2026-02-02,上海,3']),
  )
  await page.keyboard.press('Control+Enter')
  await report.shows('流水')
  expect(await report.total('金额')).toBe('6')

  const second = await file('补数.csv', ['日期,门店,金额', '2026-02-02,北京,20', '2026-02-03,上海,30'])
  await page.goto(`${product.address}/config/import`)
  await choose(second)
  await imports.table.fill('')
  await imports.table.pressSequentially('流水', { delay: 40 })
  const ways = page.getByRole('radiogroup', { name: '「流水」已存在，导入的行' })
  await tabInto(page, '.imports-joins input')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => ways.getByLabel(/^追加，替换文件里这些日期的行/).isChecked()).toBe(true)
  expect(await imports.column('金额', '用途').locator('option').allInnerTexts()).toEqual([
    '随数据表',
    '不导入',
  ])
  await page.keyboard.press('Control+Enter')
  await page.getByText('已载入「流水」：2 行').waitFor()
  await page.getByText('载入 2 行，替换了原有的 2 行，「流水」现有 3 行').waitFor()
  await report.shows('流水')
  await expect.poll(() => report.total('金额')).toBe('51')
  // The day was whole before: it is marked, and says what it was.
  const changed = page.locator('.data-table-cell', { hasText: '2026-02-02' })
  await changed.getByText('改').waitFor()
  expect(await page.locator('.data-table-cell', { hasText: '2026-02-01' }).getByText('改').count()).toBe(0)
  const box = await changed.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 8)
  await page.getByText(/金额 由 5 改为 20（\+300%），.* 载入「补数\.csv」（按天替换）/).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.keyboard.press('l')
  await page.getByRole('heading', { name: '修订记录' }).waitFor()
  await page.getByText(/^2026-02-02 金额 由 5 改为 20（\+300%）/).waitFor()

  await page.goto(`${product.address}/config/import`)
  await choose(second)
  await imports.table.fill('流水')
  await ways.getByText('追加，原有的行都保留').click()
  await page.getByRole('button', { name: /^导入 / }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: '内容已经载入过数据表「流水」（补数.csv，2 行）' })
    .waitFor()
  await ways.getByText('追加，替换键相同的行').click()
  await ways.getByText('内容载入过也再次载入').click()
  await page.getByRole('button', { name: /^导入 / }).click()
  await page.getByRole('alert').filter({ hasText: '请指明按哪些列更新' }).waitFor()
  await page.getByRole('group', { name: '键由这些列组成' }).getByText('门店').click()
  await page.getByRole('button', { name: /^导入 / }).click()
  await page.getByText('载入 2 行，替换了原有的 3 行，「流水」现有 2 行').waitFor()
  await report.shows('流水')
  await expect.poll(() => report.total('金额')).toBe('50')
})
