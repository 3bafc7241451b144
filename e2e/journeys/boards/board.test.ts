// A view as a board: read, filtered, arranged and saved by keys alone, and by pointer alone; its figures are those of the
// warehouse.
import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { octoberYear } from '#e2e/days.ts'
import { opens } from '#e2e/pages/focus.ts'
import { ask, signIn } from '#e2e/pages/session.ts'
import { figures } from '#e2e/warehouse.ts'

withBrowser()

const number = (text: string) => Number(text.replaceAll(',', ''))

class BoardPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  tile(name: string): Locator {
    return this.page.getByRole('article', { name, exact: true })
  }

  /** Waits until each tile has its figures. */
  async settled(): Promise<void> {
    await this.page.locator('.tile').first().waitFor()
    await expect.poll(() => this.page.locator('.tile[aria-busy="true"]').count()).toBe(0)
  }

  async place(name: string): Promise<{ x: number; y: number; width: number; height: number }> {
    const box = await this.tile(name).boundingBox()
    if (!box) throw new Error(`no tile ${name}`)
    return box
  }

  async value(name: string): Promise<number> {
    const exact = await this.tile(name).locator('.tile-value b').getAttribute('title')
    return number(exact ?? '')
  }

  total(name: string): Promise<string[]> {
    return this.tile(name).locator('.embed-total td').allInnerTexts()
  }
}

interface Saved {
  board: {
    tiles: { id: string; kind: string; text?: string; goal?: { value: number } }[]
    bar: object
  } | null
}
const stored = (page: Page, view: number) => ask<Saved>(page, `/api/s1/report/board/${view}`)

describe('a board by keys', () => {
  it('opens from a report, follows its bar with the warehouse’s figures, and goes back', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst', '/statement/detail?id=1')
    await page.getByRole('grid').first().waitFor()
    await page.keyboard.press('Shift+B')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/statement/board')
    const board = new BoardPage(page)
    await board.settled()
    await page.goto(
      `${product.address}/statement/board?id=1&range=${octoberYear}-10-01..${octoberYear}-10-07`,
    )
    await board.settled()
    const [day, whole] = await figures(
      product.dataDir,
      'login_day',
      `SELECT count(DISTINCT player_id) FILTER (WHERE login_date = '${octoberYear}-10-07'), count(DISTINCT player_id)
        FROM login_day WHERE cgi IN ('yhxt', 'fhsg')
          AND login_date BETWEEN '${octoberYear}-10-01' AND '${octoberYear}-10-07'`,
    )
    expect(await board.value('活跃用户')).toBe(Number(day))
    expect(number((await board.total('分服'))[2]?.replace('整期', '') ?? '')).toBe(Number(whole))
    await opens(page, () => page.keyboard.press('i'), { shows: '与什么对比' })
    await page.keyboard.press('Escape')
    await opens(page, () => page.keyboard.press('a'), { shows: '搜索维度' })
    await page.keyboard.type('qudao')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^渠道/ }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+B')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/statement/detail')
    await page.getByRole('grid').first().waitFor()
  })

  it('is made from nothing: tiles are added, moved, widened, undone, saved and taken away', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'admin', '/statement/board?id=3')
    const board = new BoardPage(page)
    await board.settled()
    expect((await stored(page, 3)).board).toBeNull()
    await page.keyboard.press('e')
    const first = page.locator('.tile').first()
    const before = await first.boundingBox()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(async () => (await first.boundingBox())?.width).toBeLessThan(before?.width ?? 0)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await first.boundingBox())?.width).toBe(before?.width)
    await page.keyboard.press('Control+Shift+Z')
    await expect.poll(async () => (await first.boundingBox())?.width).toBeLessThan(before?.width ?? 0)

    await opens(page, () => page.keyboard.press('c'), { shows: '搜索报表、指标' })
    await page.keyboard.type('wenzi')
    await page.keyboard.press('Enter')
    const text = page.locator('.tile[data-kind="text"]')
    await expect.poll(() => text.evaluate((tile) => tile === document.activeElement)).toBe(true)
    await opens(page, () => page.keyboard.press('Enter'), { shows: '这一块的设置' })
    await page.keyboard.type('周一例会')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('看 **净流水**，<b>不是 HTML</b>')
    await page.keyboard.press('Control+Enter')
    await board.tile('周一例会').getByText('净流水', { exact: true }).waitFor()
    expect(await board.tile('周一例会').innerText()).toContain('<b>不是 HTML</b>')

    await board.tile('周一例会').waitFor()
    const low = await board.place('周一例会')
    await page.keyboard.press('ArrowUp')
    await expect.poll(async () => (await board.place('周一例会')).y).toBeLessThan(low.y)
    await page.keyboard.press('Control+s')
    await page.getByText('看板已保存').waitFor()
    const kept = (await stored(page, 3)).board
    expect(kept?.tiles.find(({ kind }) => kind === 'text')?.text).toBe('看 **净流水**，<b>不是 HTML</b>')
    await page.reload()
    await board.settled()
    await board.tile('周一例会').waitFor()

    // The palette takes what no key does: back to the board that the reports make.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('自动生成的看板')
    await page.getByRole('option', { name: /恢复成自动生成的看板/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('恢复成由报表自动生成的看板？').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('已恢复成自动生成的看板').waitFor()
    await board.tile('周一例会').waitFor({ state: 'detached' })
    expect((await stored(page, 3)).board).toBeNull()
  })

  it('filters the others by one row, says where from, and Esc takes it back', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst', '/statement/board?id=1')
    const board = new BoardPage(page)
    await board.settled()
    const whole = await board.value('活跃用户')
    await board.tile('渠道构成').waitFor()
    await page.keyboard.press('ArrowDown')
    for (let press = 0; press < 8; press++) {
      if (await board.tile('渠道构成').evaluate((tile) => tile === document.activeElement)) break
      await page.keyboard.press(press % 2 === 0 ? 'ArrowDown' : 'ArrowRight')
    }
    await opens(page, () => page.keyboard.press('n'), { shows: '只看其中一项' })
    await page.keyboard.type('华为')
    await page.keyboard.press('Enter')
    await page.getByText('由「渠道构成」选中').waitFor()
    await expect.poll(() => board.value('活跃用户')).toBeLessThan(whole)
    await page.keyboard.press('Escape')
    await page.getByText('由「渠道构成」选中').waitFor({ state: 'detached' })
    await expect.poll(() => board.value('活跃用户')).toBe(whole)
  })
})

describe('a board by pointer', () => {
  it('is dragged and resized with what is in the way moving aside, and dropped again', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'admin', '/statement/board?id=1')
    const board = new BoardPage(page)
    await board.settled()
    const kept = (await stored(page, 1)).board
    await page.getByRole('button', { name: '编排' }).click()
    const before = await board.place('渠道构成')
    const other = await board.place('每天的充值')
    const head = board.tile('渠道构成').locator('h2')
    const box = await head.boundingBox()
    if (!box) throw new Error('no head')
    await page.mouse.move(box.x + 10, box.y + 8)
    await page.mouse.down()
    await page.mouse.move(other.x + 60, box.y + 12, { steps: 12 })
    await page.mouse.up()
    await expect.poll(async () => (await board.place('渠道构成')).x).toBeLessThan(before.x)
    await page.getByText('编排未保存').waitFor()
    const now = await board.place('渠道构成')
    const moved = await board.place('每天的充值')
    const apart =
      moved.x >= now.x + now.width ||
      moved.x + moved.width <= now.x ||
      moved.y >= now.y + now.height ||
      moved.y + moved.height <= now.y
    expect(apart).toBe(true)
    const corner = { x: now.x + now.width - 5, y: now.y + now.height - 5 }
    await page.mouse.move(corner.x, corner.y)
    await page.mouse.down()
    await page.mouse.move(corner.x, corner.y + 110, { steps: 8 })
    await page.mouse.up()
    await expect.poll(async () => (await board.place('渠道构成')).height).toBeGreaterThan(now.height + 40)
    await board.tile('渠道构成').getByRole('button', { name: '这一块的操作' }).click()
    await page.getByRole('menuitem', { name: /移除/ }).click()
    await board.tile('渠道构成').waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+X')
    await board.tile('渠道构成').waitFor()
    expect((await stored(page, 1)).board).toEqual(kept)
  })

  it('filters by a click on a row, and lies in one column on a phone', async () => {
    const page = await openPage(product.address, { width: 390, height: 844 })
    await signIn(page, 'viewer', '/statement/board?id=1')
    const board = new BoardPage(page)
    await board.settled()
    const wide = await page
      .locator('.tile')
      .evaluateAll(
        (tiles) => tiles.filter((tile) => tile.getBoundingClientRect().right > window.innerWidth).length,
      )
    expect(wide).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect(await page.getByRole('button', { name: '编排' }).count()).toBe(0)
    await board.tile('分服').locator('tbody tr').nth(1).click()
    await page.getByText('由「分服」选中').waitFor()
    await page.getByRole('button', { name: /取消/ }).first().click()
    await page.getByText('由「分服」选中').waitFor({ state: 'detached' })
    await board.tile('分服').getByRole('button', { name: '这一块的操作' }).click()
    await page.getByRole('menuitem', { name: /打开报表/ }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/statement/detail')
  })
})
