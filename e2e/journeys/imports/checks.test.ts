// Checks of data: by keys, those that are suggested for a table are added, a bad file is held back and released, and its
// day is marked in the report; by the pointer, a check is made, fails, and a load is dropped.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { tabInto } from '#e2e/pages/focus.ts'
import { ImportsPage } from '#e2e/pages/imports.ts'
import { ListPage } from '#e2e/pages/lists.ts'
import { ReportPage } from '#e2e/pages/report.ts'
import { signIn } from '#e2e/pages/session.ts'

withBrowser()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'analytics-checks-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(name: string, lines: string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

async function choose(page: Page, path: string): Promise<ImportsPage> {
  const imports = new ImportsPage(page)
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  await imports.choose('Enter', path)
  await imports.found()
  return imports
}

/** Rows that join a table, as they are. */
async function append(page: Page, path: string, table: string): Promise<void> {
  await page.goto(`${product.address}/config/import`)
  const imports = await choose(page, path)
  await imports.table.fill('')
  await imports.table.pressSequentially(table, { delay: 40 })
  await page.getByRole('radiogroup', { name: `「${table}」已存在，导入的行` }).waitFor()
  await tabInto(page, '.imports-joins input')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.getByLabel(/^追加，原有的行都保留/).isChecked()).toBe(true)
  await page.keyboard.press('Control+Enter')
}

const heads = [
  'day,channel,n',
  '2026-02-01,a,1',
  '2026-02-01,b,2',
  '2026-02-02,a,3',
  '2026-02-02,b,4',
  '2026-02-03,a,5',
]

it('by keys: suggested checks hold a bad file back until it is released, and its day is marked', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  const report = new ReportPage(page)
  await signIn(page, 'admin', '/config/import')
  await choose(page, await file('zz_keys.csv', heads))
  await page.keyboard.press('Control+Enter')
  await report.shows('zz_keys')
  const address = page.url()
  await list.press('g', 'c', 'j')
  await list.says('还没有数据校验')
  await list.press('b')
  const dialog = list.dialog('建议的校验')
  await dialog.waitFor()
  await list.press('z')
  await dialog.getByText(/列「n」小于 0 的一行也没有/).waitFor()
  await list.tabTo('没有通过时')
  await list.press('ArrowDown')
  await list.tabTo('添加')
  await list.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await list.cell('列「n」小于').waitFor()
  await append(page, await file('坏.csv', ['day,channel,n', '2026-02-04,a,-6']), 'zz_keys')
  await page.getByRole('alert').filter({ hasText: '没有通过「zz_keys」的数据校验，已扣下' }).waitFor()
  await list.press('Control+k')
  await page.keyboard.type('扣下的数据')
  await page
    .getByRole('option', { name: /扣下的数据/ })
    .first()
    .waitFor()
  await list.press('Enter')
  await list.cell('等待决定').waitFor()
  await list.press('j')
  await page.locator('.checks-pane').getByText('2026-02-04 超出范围的 1 行').waitFor()
  await list.press('x')
  await page.getByRole('alertdialog').waitFor()
  await list.press('Enter')
  await list.cell('已发布').waitFor()
  await list.press('g', 'c', 'j')
  await list.cell('有问题').waitFor()
  await page.goto(address)
  await report.shows('zz_keys')
  await page.getByText('疑', { exact: true }).first().waitFor()
  await page.getByText(/项数据校验没有通过/).waitFor()
})

it('by the pointer: a check is made in the form, fails, and what it holds back is dropped', async () => {
  const page = await openPage(product.address, { width: 1440, dark: true })
  const list = new ListPage(page)
  const report = new ReportPage(page)
  await signIn(page, 'admin', '/config/import')
  await choose(page, await file('zz_mouse.csv', heads))
  await page.getByRole('button', { name: /^导入 / }).click()
  await report.shows('zz_mouse')
  await page.goto(`${product.address}/config/source/checks`)
  await page.getByRole('button', { name: '新建', exact: true }).click()
  const dialog = list.dialog('新建数据校验')
  await dialog.getByLabel(/^数据表/).selectOption('zz_mouse')
  await dialog.getByLabel(/^校验什么/).selectOption('range')
  await dialog.getByLabel(/^列/).selectOption('n')
  await dialog.getByRole('button', { name: /保存/ }).click()
  await dialog.getByText('请填写下限或上限').first().waitFor()
  await dialog.getByLabel(/^不大于/).fill('4')
  await dialog.getByLabel(/^没有通过时/).selectOption('hold')
  await dialog.getByRole('button', { name: /保存/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await list.click('zz_mouse', 'right')
  await page.getByRole('menuitem', { name: /^立即校验/ }).click()
  await page.locator('.checks-pane').getByText('2026-02-03 超出范围的 1 行').first().waitFor()
  await append(page, await file('多.csv', ['day,channel,n', '2026-02-05,a,9']), 'zz_mouse')
  await page.getByRole('alert').filter({ hasText: '没有通过「zz_mouse」的数据校验，已扣下' }).waitFor()
  await page.getByRole('link', { name: '查看扣下的数据' }).click()
  await list.cell('等待决定').waitFor()
  await page.goto(`${product.address}/config/source/checks`)
  await page.getByRole('link', { name: /份数据被扣下，等待决定/ }).click()
  await list.click('zz_mouse', 'right')
  await page.getByRole('menuitem', { name: /^丢弃/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '丢弃' }).click()
  await list.cell('已丢弃').waitFor()
})
