// Sources: by keys, a folder becomes a table and a second file joins it; with the pointer, a try that fails and then
// finds files, a file that can't be loaded, and how fresh the tables are.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

function put(folder: string, name: string, content: string): string {
  const place = join(product.drop, folder)
  mkdirSync(place, { recursive: true })
  const path = join(place, name)
  writeFileSync(path, content)
  const at = new Date(Date.now() - 60_000)
  utimesSync(path, at, at)
  return place
}

describe('sources', () => {
  it('by keys: a folder becomes a table, and a further file joins it', async () => {
    const place = put('keys', '1.csv', 'day,channel,n\n2026-01-01,甲,1\n2026-01-01,乙,2\n')
    const page = await openPage(product.address, { dark: true })
    const list = new ListPage(page)
    await signIn(page, 'admin', '/others')
    await list.press('g', 'c', 'r')
    await list.says('还没有数据源')
    await list.press('c')
    const dialog = list.dialog('新建数据源')
    await dialog.waitFor()
    await page.keyboard.type('旅程文件夹')
    await list.press('Tab', 'Tab')
    await page.keyboard.type(place)
    await list.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab')
    await page.keyboard.type('journey_keys')
    await list.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    const pane = page.locator('.sources-pane')
    await pane.getByRole('heading', { name: '旅程文件夹' }).waitFor()
    // By the clock, or by hand: whichever comes first loads it once.
    await list.press('x')
    await pane.getByText('1.csv').first().waitFor()
    await pane.getByText('2 行').first().waitFor()
    put('keys', '2.csv', 'day,channel,n\n2026-01-02,甲,3\n')
    await expect
      .poll(
        async () => {
          await list.press('x')
          return pane.getByText('2.csv').count()
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .toBeGreaterThan(0)
    await pane.getByRole('link', { name: /n/ }).first().waitFor()
  })

  it('by the pointer: a try says what is wrong, a file that can’t be loaded says why, and tables say how fresh they are', async () => {
    const place = put('pointer', '1.csv', 'day,n\n2026-01-01,1\n')
    const page = await openPage(product.address, { width: 1440, expected: /400/ })
    const list = new ListPage(page)
    await signIn(page, 'admin', '/config/source')
    await page.getByRole('button', { name: '新建', exact: true }).click()
    const dialog = list.dialog('新建数据源')
    await dialog.getByLabel(/^名称/).click()
    await page.keyboard.type('指针文件夹')
    await dialog.getByLabel(/^文件夹/).click()
    await page.keyboard.type('/etc')
    await dialog.getByRole('button', { name: '测试连接' }).click()
    await dialog.getByText(/文件夹「\/etc」不存在，或不在允许的/).waitFor()
    await dialog.getByLabel(/^文件夹/).fill(place)
    await dialog.getByRole('button', { name: '测试连接' }).click()
    await dialog.getByText('可以读取，有 1.csv').waitFor()
    await dialog.getByText(/1\.csv：表头在第 1 行；编码 UTF-8；2 列：day、n/).waitFor()
    await dialog.getByLabel(/^数据表/).click()
    await page.keyboard.type('journey_pointer')
    await dialog.getByLabel(/^何时载入/).selectOption('hand')
    await dialog.getByRole('button', { name: /保存/ }).click()
    await dialog.waitFor({ state: 'detached' })
    const pane = page.locator('.sources-pane')
    const load = async () => {
      await list.click('指针文件夹', 'right')
      await page.getByRole('menuitem', { name: /^现在.*载入/ }).click()
    }
    await load()
    await pane.getByText('1 行').first().waitFor()
    // A run that the list takes for under way refuses another.
    await expect.poll(() => page.getByRole('gridcell').filter({ hasText: '载入中' }).count()).toBe(0)
    put('pointer', '2.csv', 'day,n\n2026-01-02,many\n')
    await load()
    await pane
      .getByText(/应为整数.*「many」/)
      .first()
      .waitFor()
    await expect.poll(() => page.getByRole('gridcell').filter({ hasText: '载入中' }).count()).toBe(0)
    await list.click('指针文件夹', 'right')
    await page.getByRole('menuitem', { name: /^补载一段日期/ }).click()
    const span = list.dialog('补载「指针文件夹」的一段日期')
    await span.getByRole('textbox', { name: /^从/ }).fill('2026-01-01')
    await span.getByRole('textbox', { name: /^到/ }).fill('2026-01-01')
    await span.getByRole('button', { name: /^补载/ }).click()
    await span.waitFor({ state: 'detached' })
    await pane.getByText('补载 2026-01-01 至 2026-01-01').first().waitFor()
    await page.getByRole('link', { name: '数据新鲜度' }).click()
    await list.cell('journey_pointer').waitFor()
    await list.cell('上次失败').waitFor()
  })
})
