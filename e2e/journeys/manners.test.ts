// Every popup, dialog, drawer, menu and list of tabs with hands on the keyboard: what opens takes the focus and stays in
// the window, what closes gives it back to where it came from, tabs obey arrows. No mouse is touched in this file.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { arrowsChoose, closes, focused, opens, tabInto } from '../pages/focus.ts'
import { Palette } from '../pages/palette.ts'
import { ReportPage } from '../pages/report.ts'
import { signIn } from '../pages/session.ts'
import { SqlPage } from '../pages/sql.ts'

withBrowser()

/** Keys one after another, as they stand in the help sheet. */
type Keys = string
const press = async (page: Page, keys: Keys) => {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}
const isGrid = (page: Page) => expect.poll(() => focused(page)).toContain(' grid ')

async function walk(page: Page, openings: readonly Keys[]): Promise<void> {
  for (const keys of openings) {
    await opens(page, () => press(page, keys)).catch((error: unknown) => {
      throw new Error(`${keys}: ${String(error)}`)
    })
    await closes(page).catch((error: unknown) => {
      throw new Error(`after ${keys}: ${String(error)}`)
    })
  }
}

async function walkPalette(page: Page, entries: readonly (readonly [string, string])[]): Promise<void> {
  for (const [typed, title] of entries) {
    await opens(page, async () => {
      await new Palette(page).run(typed, title)
      await page.locator('.palette').waitFor({ state: 'detached' })
    }).catch((error: unknown) => {
      throw new Error(`${title}: ${String(error)}`)
    })
    await closes(page).catch((error: unknown) => {
      throw new Error(`after ${title}: ${String(error)}`)
    })
  }
}

/** Of the bar at the top; each opens a menu by its arrow. */
const topMenus = ['.user-menu', '.menu-entry[aria-haspopup]']

async function intoTable(page: Page): Promise<void> {
  await page.keyboard.press('j')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await isGrid(page)
}

describe('over a report', () => {
  it('what opens from the table gives the focus back to it', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'admin', '/statement/detail?id=1')
    await new ReportPage(page).shows('经营日报')
    await intoTable(page)
    await walk(page, ['p', 'd', 't', 'a', 'o', 'v o', 'q', 'm', 'F2', 'Control+Shift+s', 'Delete'])
    await walk(page, ['x', 'i', 'Shift+U', 'v l', 'v g', 'Shift+F10', '?', 'Control+Comma', 'Control+k'])
    await walkPalette(page, [
      ['日历', '日历：节假日与日期注记'],
      ['导出报表定义', '导出报表定义'],
      ['导入报表定义', '导入报表定义'],
      ['查询追踪码', '查询追踪码'],
      ['外嵌到', '外嵌到其他页面'],
      ['替换所有', '替换所有报表里的指标'],
    ])
  })

  it('menus of buttons give it back to their button, and tabs obey arrows', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'admin', '/statement/detail?id=1')
    await new ReportPage(page).shows('经营日报')
    for (const menu of topMenus) {
      await tabInto(page, menu)
      await walk(page, ['Enter', 'ArrowDown'])
    }
    await tabInto(page, '.side-tabs [role="tab"]')
    await arrowsChoose(page)
    await tabInto(page, '[aria-label="新建"]')
    await walk(page, ['Enter'])
    await tabInto(page, '.statement-tree')
    await page.keyboard.press('ArrowDown')
    await walk(page, ['Shift+F10'])
    await tabInto(page, '[aria-label="更多"]')
    await walk(page, ['Enter'])
    await intoTable(page)
    await page.keyboard.press('x')
    await page.getByRole('tablist', { name: '解释' }).waitFor()
    await tabInto(page, '[role="dialog"] [role="tab"]')
    await arrowsChoose(page)
    await closes(page).catch(() => undefined)
    await isGrid(page)
  })

  it('nothing stands beyond a window of 360 px', async () => {
    const page = await openPage(product.address, { width: 360, height: 640 })
    await signIn(page, 'admin', '/statement/detail?id=1')
    await new ReportPage(page).shows('经营日报')
    await intoTable(page)
    await page.keyboard.press('Control+ArrowRight')
    await page.keyboard.press('Control+ArrowDown')
    await walk(page, ['Shift+F10', 'x', 'i', '?', 'Control+Comma', 'Control+k', 'q'])
  })
})

describe('in the SQL workspace', () => {
  it('what opens from the text or the results gives the focus back to them', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'sql', '/code/query')
    const sql = new SqlPage(page)
    await sql.ready()
    await sql.write("select * from (values ('a', 1), ('b', 2)) as t(name, amount) where amount < :most")
    await page.locator('.parameter').waitFor()
    await walk(page, ['Control+s', 'Control+k'])
    await walkPalette(page, [['重命名标签页', '重命名标签页']])
    await sql.write("select * from (values ('a', 1), ('b', 2)) as t(name, amount)")
    await sql.run()
    await sql.run()
    await page.keyboard.press('Control+`')
    await isGrid(page)
    await page.keyboard.press('Control+Home')
    await walk(page, ['Enter', 'Shift+F10', 'Alt+c', 'Control+k'])
    await walkPalette(page, [
      ['重命名结果', '重命名结果'],
      ['查看导出记录', '查看导出记录'],
      ['存为临时表', '存为临时表'],
    ])
    await tabInto(page, '.result-tabs [role="tab"]', 'Shift+Tab')
    await arrowsChoose(page)
    // What is closed gives it to what stood before.
    await page.keyboard.press('Alt+Shift+X')
    await expect.poll(() => focused(page)).not.toBe('nobody')
    // In the text Tab indents, until it is told to leave.
    if (!(await focused(page)).includes('SQL 编辑器')) await page.keyboard.press('Control+`')
    await sql.ready()
    await page.keyboard.press('Control+m')
    await tabInto(page, '.sql-side [role="tab"]', 'Shift+Tab')
    await arrowsChoose(page)
  })
})
