// Two users change one report, one name and one calendar note: the second sees both versions and chooses; histories
// show changes and restore them; deleted objects are restored. By keyboard only.
import type { Locator, Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { takesFocus } from '../pages/focus.ts'
import { Palette } from '../pages/palette.ts'
import { ReportPage } from '../pages/report.ts'
import { ask, signIn } from '../pages/session.ts'

withBrowser()

interface Kept {
  id: number
  reportName: string
  info: { limit?: number }
}
const reports = (page: Page) => ask<Kept[]>(page, '/api/s1/data/getReportByViewMetaId/1')
const keptOf = async (page: Page, id: number) => (await reports(page)).find((one) => one.id === id)

async function openReport(account: string): Promise<Page> {
  // Conflicts are the subject of this journey.
  const page = await openPage(product.address, { expected: /409/ })
  await signIn(page, account, '/statement/detail?id=1&report=2')
  await new ReportPage(page).shows('经营日报')
  return page
}

/** Sets the report's row limit in the editor, by keys. */
async function limitTo(page: Page, rows: string): Promise<void> {
  await page.keyboard.press('Shift+E')
  await page.getByPlaceholder('输入指标名称、拼音或首字母').waitFor()
  await page.keyboard.press('Alt+6')
  const field = page.getByLabel('最多行数')
  await field.waitFor()
  while (!(await field.evaluate((input) => input === document.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(rows)
}

const mostTabs = 200
/** Presses Tab until the place has the focus. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  await place.waitFor()
  const isThere = () => place.evaluate((one) => one.contains(document.activeElement))
  for (let tabs = 0; tabs < mostTabs && !(await isThere()); tabs++) await page.keyboard.press('Tab')
  expect(await isThere()).toBe(true)
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name }).last())
  await page.keyboard.press('Enter')
}

it('the second of two editors of a report sees both versions; it goes back, and comes back when deleted', async () => {
  const first = await openReport('admin')
  const second = await openReport('admin')
  await limitTo(first, '31')
  await limitTo(second, '57')
  await first.keyboard.press('Control+S')
  await first.locator('.editor').waitFor({ state: 'detached' })
  await second.keyboard.press('Control+S')
  const conflict = second.getByRole('dialog', { name: '报表已被他人修改' })
  const rows = conflict.getByRole('region', { name: '行数' })
  await rows.waitFor()
  expect(await rows.innerText()).toMatch(/我的\s+57\s+admin 的\s+31/)
  expect((await keptOf(first, 2))?.info.limit).toBe(31)
  await takesFocus(conflict)
  await press(second, '覆盖')
  await second.locator('.editor').waitFor({ state: 'detached' })
  await expect.poll(async () => (await keptOf(first, 2))?.info.limit).toBe(57)

  await new Palette(second).run('报表变更记录', '报表变更记录')
  const history = second.getByRole('dialog', { name: '变更记录：' })
  await history.getByText('57').first().waitFor()
  await takesFocus(history)
  // The last entry is the creation.
  await press(second, '改回')
  await expect.poll(async () => (await keptOf(first, 2))?.info.limit).toBeUndefined()
  await second.keyboard.press('Escape')
  await history.waitFor({ state: 'detached' })

  const name = (await keptOf(first, 2))?.reportName ?? ''
  await second.keyboard.press('Delete')
  await takesFocus(second.getByRole('alertdialog'))
  await second.keyboard.press('Enter')
  await second.getByRole('tab', { name }).waitFor({ state: 'detached' })
  await second.keyboard.press('Control+Z')
  await second.getByRole('tab', { name, selected: true }).waitFor()
})

it('the second of two who change a note on a day chooses field by field', async () => {
  const openNotes = async () => {
    const page = await openReport('admin')
    await new Palette(page).run('日期注记', '日历：节假日与日期注记')
    await page.getByRole('dialog', { name: '节假日与日期注记' }).waitFor()
    await page.getByRole('radio', { name: '日期注记' }).press('Enter')
    await page.locator('.note-row').first().waitFor()
    return page
  }
  const [first, second] = [await openNotes(), await openNotes()]
  const retitle = async (page: Page, title: string) => {
    await tabTo(page, page.locator('.note-row').first())
    await page.keyboard.press('Enter')
    await page.getByLabel('标题').waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(title)
    await page.keyboard.press('Control+Enter')
  }
  await retitle(first, '对方的标题')
  await first.locator('.note-form').waitFor({ state: 'detached' })
  await retitle(second, '我的标题')
  const conflict = second.getByRole('dialog', { name: '内容已被他人修改' })
  await conflict.getByText('对方的标题').waitFor()
  await conflict.getByText('我的标题').waitFor()
  await takesFocus(conflict)
  await press(second, '全用对方的')
  await press(second, '保存所选')
  await second.locator('.note-form').waitFor({ state: 'detached' })
  const row = second.locator('.note-row', { hasText: '对方的标题' })
  await tabTo(second, row)
  await second.keyboard.press('h')
  await second.getByRole('dialog', { name: '变更记录：对方的标题' }).getByText('标题').first().waitFor()
})

it('the second to name a view sees both names, and chooses', async () => {
  const first = await openReport('admin')
  const second = await openReport('admin')
  const rename = async (page: Page, name: string) => {
    await tabTo(page, page.locator('.statement-tree'))
    await page.keyboard.press('F2')
    const field = page.getByRole('textbox', { name: '名称', exact: true })
    await field.waitFor()
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  const nameOf = async () => {
    const tree = await ask<{ metas: { id: number; name: string }[] }[]>(first, '/api/s1/data/getViewMeta', {})
    return tree.flatMap(({ metas }) => metas).find(({ id }) => id === 1)?.name
  }
  await rename(first, '别人起的名')
  await expect.poll(nameOf).toBe('别人起的名')
  await rename(second, '我起的名')
  const conflict = second.getByRole('dialog', { name: '内容已被他人修改' })
  await conflict.getByText('别人起的名').waitFor()
  await conflict.getByText('我起的名').waitFor()
  await takesFocus(conflict)
  await second.keyboard.press('Enter')
  await expect.poll(nameOf).toBe('我起的名')
  // Restores the name by which other journeys find the view.
  await ask(first, '/api/s1/data/addOrUpdateViewMeta', { id: 1, name: '经营日报' })
})
