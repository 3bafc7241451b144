// What no value of a file decides is asked on the page: answered by keys and by the pointer, then loaded so.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { tabTo } from '../pages/focus.ts'
import { ImportsPage } from '../pages/imports.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'analytics-asks-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('loads nothing before its questions are answered, and then what was answered', async () => {
  const path = join(folder, '待问.csv')
  await writeFile(path, '日期,留存\n1/5/2026,12%\n2/6/2026,7\n')
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/config/import')
  const imports = new ImportsPage(page)
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  await imports.choose('Enter', path)
  await imports.found()
  await page.keyboard.press('Control+Enter')
  await page.getByText('请先说明列「日期」怎么读').waitFor()
  await page.getByRole('button', { name: '5 月 1 日' }).click()
  await expect.poll(() => imports.preview('日期')).toEqual(['2026-05-01', '2026-06-02'])
  await expect.poll(() => imports.range('日期')).toBe('2026-05-01 – 2026-06-02')
  await tabTo(page, '是，7 就是 7%')
  await page.keyboard.press('Enter')
  await expect.poll(() => imports.preview('留存')).toEqual(['0.12', '0.07'])
  if (process.env.SHOTS) {
    await page.screenshot({ path: `${process.env.SHOTS}/asks-light.png` })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.screenshot({ path: `${process.env.SHOTS}/asks-dark.png` })
  }
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/statement\/detail/)
})

it('offers both ways for a few values that do not fit, by keys and by the pointer', async () => {
  const path = join(folder, '花费.csv')
  const spent = Array.from({ length: 200 }, (_, at) => (at === 9 ? '待定' : `${at + 1}`))
  await writeFile(path, `渠道,花费\n${spent.map((text, at) => `渠道${at % 7},${text}\n`).join('')}`)
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/config/import')
  const imports = new ImportsPage(page)
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  await imports.choose('Enter', path)
  await imports.found()
  const misfits = page.getByRole('region', { name: '不能导入的行' })
  expect(await misfits.innerText()).toContain('第 11 行：列「花费」：「待定」不是整数')
  const rows = () => page.getByRole('status').filter({ hasText: '列' }).innerText()
  expect(await rows()).toBe('199 行，2 列')
  expect((await imports.preview('花费')).slice(8, 10)).toEqual(['9', '11'])
  await tabTo(page, '其余的作空值')
  await page.keyboard.press('Enter')
  await misfits.waitFor({ state: 'hidden' })
  expect(await rows()).toBe('200 行，2 列')
  expect((await imports.preview('花费')).slice(8, 11)).toEqual(['9', '–', '11'])
  await page.getByRole('button', { name: '不导入那些行' }).click()
  await expect.poll(rows).toBe('199 行，2 列')
  expect(await misfits.getByLabel('只导入其余的行').isChecked()).toBe(true)
  if (process.env.SHOTS) {
    await page.screenshot({ path: `${process.env.SHOTS}/few-light.png` })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.screenshot({ path: `${process.env.SHOTS}/few-dark.png` })
  }
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/statement\/detail/)
})

it('reads a head that is typed, wherever it stands', async () => {
  const path = join(folder, '远处.csv')
  const above = Array.from({ length: 45 }, (_, at) => `门店${at},${at + 1},x\n`).join('')
  await writeFile(path, `门店,人数,备注\n${above}渠道,花费,说明\n官网,3,a\n商店,4,b\n`)
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/config/import')
  const imports = new ImportsPage(page)
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  await imports.choose('Enter', path)
  await imports.found()
  await page.getByLabel('表头', { exact: true }).selectOption('其他行…')
  const line = page.getByLabel('表头在第几行')
  await line.pressSequentially('0')
  await page.getByText('请写 1 至 1,000,000 的行号').waitFor()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('47')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: '2 行，3 列' }).waitFor()
  expect(await imports.preview('渠道')).toEqual(['官网', '商店'])
})
