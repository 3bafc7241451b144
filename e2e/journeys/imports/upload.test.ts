// A file becomes a report in the browser: by keys, with the mouse, and not at all when cancelled.
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { tabInto } from '#e2e/pages/focus.ts'
import { ImportsPage } from '#e2e/pages/imports.ts'
import { Palette } from '#e2e/pages/palette.ts'
import { ReportPage } from '#e2e/pages/report.ts'
import { ask, signIn } from '#e2e/pages/session.ts'

withBrowser()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'analytics-upload-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A workbook with titles above a two-line header, days as serial numbers, and a totals line. */
async function workbook(): Promise<string> {
  const rows: unknown[][] = [
    ['2026 年门店月报'],
    ['日期', '门店', '销售', null],
    [null, null, '金额(元)', '件数'],
  ]
  for (let at = 0; at < 60; at += 1)
    rows.push([46_000 + Math.floor(at / 3), ['北京', '上海', '重庆'][at % 3], at + 0.5, at % 7])
  rows.push(['合计', null, 1800, 174])
  const sheet = utils.aoa_to_sheet(rows)
  for (let row = 4; row <= 63; row += 1) sheet[`A${row}`].z = 'yyyy"年"m"月"d"日"'
  sheet['!merges'] = ['A1:D1', 'A2:A3', 'B2:B3', 'C2:D2'].map((range) => utils.decode_range(range))
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, '月报')
  const path = join(folder, '门店月报.xlsx')
  await writeFile(path, write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
  return path
}

const left = (): string[] => {
  const uploads = join(product.dataDir, 'uploads')
  return existsSync(uploads) ? readdirSync(uploads) : []
}

it('by keys: a workbook is chosen, a column is told, and its report is right in its total', async () => {
  const path = await workbook()
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/statement')
  await new Palette(page).run('drsj', '导入数据')
  const imports = new ImportsPage(page)
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  await imports.choose('Enter', path)
  await imports.found()
  await expect.poll(() => page.getByText('60 行，4 列').count()).toBe(1)
  expect((await imports.preview('日期'))[0]).toBe('2025-12-09')
  const role = imports.column('销售_件数', '用途')
  // As text the column cannot be summed; as a number it can again.
  const kind = imports.column('销售_件数', '类型')
  await tabInto(page, '[aria-label="销售_件数 的类型"]')
  await page.keyboard.press('Home')
  await expect.poll(() => kind.inputValue()).toBe('VARCHAR')
  await expect.poll(() => role.inputValue()).toBe('dimension')
  for (let at = 0; at < 2; at += 1) await page.keyboard.press('ArrowDown')
  await expect.poll(() => kind.inputValue()).toBe('BIGINT')
  await expect.poll(() => role.inputValue()).toBe('sum')
  await tabInto(page, '[aria-label="销售_件数 的用途"]')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => role.inputValue()).toBe('none')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/statement\/detail\?id=\d+/)
  const report = new ReportPage(page)
  await report.shows('门店月报')
  await expect.poll(() => report.titles()).toContain('日期')
  expect(await report.total('销售_金额(元)')).toBe('1,800.00')
  await expect.poll(left).toEqual([])
})

it('by the mouse: a file is dropped on a report, its bad line named and left out', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/statement')
  const imports = new ImportsPage(page)
  await imports.drop('渠道.csv', '渠道,人数\n官网,5\n应用宝,7,9\n华为,6\n')
  await imports.found()
  const bad = page.getByRole('region', { name: '不能导入的行' })
  expect(await bad.innerText()).toContain('第 3 行：应有 2 列，实有 3 列')
  await page.getByRole('button', { name: /^导入 / }).click()
  await page.getByRole('alert').filter({ hasText: '1 行不能导入' }).waitFor()
  await bad.getByText('只导入其余的行').click()
  await imports.column('人数', '类型').selectOption('文本')
  await expect.poll(() => imports.preview('人数')).toEqual(['5', '6'])
  await imports.column('人数', '类型').selectOption('整数')
  await page.getByRole('button', { name: /^导入 / }).click()
  await page.waitForURL(/\/statement\/detail\?id=\d+/)
  const report = new ReportPage(page)
  await report.shows('渠道')
  expect(await report.total('人数')).toBe('11')
})

it('tells what is wrong with a file, and closing the tab leaves nothing of one', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/config/import')
  const imports = new ImportsPage(page)
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  await imports.drop('图.csv', '%PDF-1.4')
  await page.getByRole('alert').filter({ hasText: '内容是PDF' }).waitFor()
  await expect.poll(left).toEqual([])
  await imports.drop('走了.csv', '渠道,人数\n官网,5\n')
  await imports.found()
  expect(left().length).toBe(1)
  const views = () => ask<{ name: string }[]>(page, '/api/s1/data/getViewMeta', {})
  const before = await views()
  await page.close()
  await expect.poll(left).toEqual([])
  const other = await openPage(product.address)
  await signIn(other, 'admin', '/statement')
  expect(await ask(other, '/api/s1/data/getViewMeta', {})).toEqual(before)
})

it('a file is read again in the encoding that is chosen, by the pointer and by keys', async () => {
  const path = join(folder, '短.csv')
  // Too short to tell the encoding.
  await writeFile(path, iconv.encode('金額,n\n5,1\n', 'big5'))
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/config/import')
  const imports = new ImportsPage(page)
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  await imports.choose('Enter', path)
  await imports.found()
  const encoding = page.getByLabel('编码')
  await encoding.selectOption('Big5')
  await imports.column('金額', '类型').waitFor()
  await tabInto(page, '#imports-encoding')
  await page.keyboard.press('ArrowDown')
  await page.getByText(/^编码 Shift-JIS/).waitFor()
  await encoding.selectOption('Big5')
  await imports.column('金額', '类型').waitFor()
  // What can't be read so leaves the reading before, and it can be imported.
  await encoding.selectOption('UTF-8')
  await page.getByRole('alert').filter({ hasText: '编码有误' }).waitFor()
  await expect.poll(() => encoding.inputValue()).toBe('big5')
  await page.getByRole('button', { name: /^导入 / }).click()
  await new ReportPage(page).shows('短')
})

it('three stuck files are seen and given up on the page, by the pointer and by keys, and the next one goes in', async () => {
  const page = await openPage(product.address, { dark: true })
  await signIn(page, 'admin', '/config/import')
  for (const name of ['一.csv', '二.csv', '三.csv'])
    await ask(page, '/api/s1/imports/begin', { name, size: 9 })
  const imports = new ImportsPage(page)
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  const path = join(folder, '第四个.csv')
  await writeFile(path, '日期,数量\n2026-01-01,1\n2026-01-02,2\n')
  await imports.choose('Enter', path)
  await page.getByText('你已有 3 个文件正在导入，请先完成，或在导入页上放弃').waitFor()
  const stuck = page.getByRole('region', { name: '正在导入的文件' })
  await stuck.getByText('二.csv').waitFor()
  await stuck.getByRole('button', { name: '放弃 二.csv' }).click()
  await expect.poll(() => stuck.getByText('二.csv').count()).toBe(0)
  await tabInto(page, '[aria-label="放弃 一.csv"]')
  await page.keyboard.press('Enter')
  await expect.poll(() => stuck.getByText('一.csv').count()).toBe(0)
  await tabInto(page, '.state-actions button')
  await imports.choose('Enter', path)
  await imports.found()
  await page.getByRole('button', { name: '取消' }).click()
  await stuck.getByRole('button', { name: '放弃 三.csv' }).click()
  await expect.poll(() => stuck.count()).toBe(0)
  expect(left()).toEqual([])
})
