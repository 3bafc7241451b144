// Rows loaded while scrolling, in a real browser: no lasting blanks, no wrong rows, no jumps.
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FixtureBrowser, settle, show, status } from './fixture/browser.ts'
import { mixed } from './fixture/data.ts'

let browser: FixtureBrowser
beforeAll(async () => {
  browser = await FixtureBrowser.launch()
})
afterAll(() => browser.close())

interface Server {
  delayMs: number
  fails: boolean
  asked: number
  cells: () => number
  progress: unknown[]
}

const remote = { data: 'remote', rows: 1_000_000, columns: 10, rowNumbers: true } as const

async function open(page = browser.open(remote)): Promise<Page> {
  const opened = await page
  await loaded(opened)
  return opened
}

const server = (page: Page, change: Partial<Omit<Server, 'cells'>>) =>
  page.evaluate(
    (given) => void Object.assign((window as never as { fixture: { server: Server } }).fixture.server, given),
    change,
  )

const told = <Name extends keyof Server>(page: Page, name: Name) =>
  page.evaluate((asked) => {
    const value = (window as never as { fixture: { server: Server } }).fixture.server[asked]
    return typeof value === 'function' ? value() : value
  }, name)

/** Rows in view: their number at the left, and the texts of their cells; null where a cell is still waited for. */
const rowsInView = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('.bp6-table-quadrant-main > .bp6-table-quadrant-scroll-container')
    const box = main?.getBoundingClientRect()
    if (!box) return []
    const inView = (row: Element) => {
      const { top, bottom } = row.getBoundingClientRect()
      return bottom > box.top + 29 && top < box.bottom - 1
    }
    const rowsOf = (area: string) =>
      [...document.querySelectorAll<HTMLElement>(`${area} .data-table-row`)]
        .filter((row) => row.style.display !== 'none' && inView(row))
        .map((row) => ({
          top: Math.round(row.getBoundingClientRect().top),
          texts: [...row.querySelectorAll<HTMLElement>('[role="gridcell"]')]
            .filter((cell) => cell.style.display !== 'none')
            .sort((a, b) => a.offsetLeft - b.offsetLeft)
            .map((cell) => (cell.classList.contains('data-table-waiting') ? null : cell.textContent)),
        }))
        .sort((a, b) => a.top - b.top)
    const numbers = new Map(rowsOf('.data-table-gutter').map(({ top, texts }) => [top, texts[0]]))
    const frozen = new Map(rowsOf('.bp6-table-quadrant-left').map(({ top, texts }) => [top, texts[0]]))
    return rowsOf('.bp6-table-quadrant-main').map(({ top, texts }) => ({
      number: numbers.get(top),
      frozen: frozen.get(top),
      texts,
    }))
  })

async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('.data-table-area .data-table-row')]
    const shown = rows.filter((row) => row.style.display !== 'none')
    return (
      shown.length > 0 && !shown.some((row) => row.querySelector('.data-table-waiting:not([style*="none"])'))
    )
  })
}

async function expectRightRows(page: Page, first?: number): Promise<number> {
  const rows = await rowsInView(page)
  expect(rows.length).toBeGreaterThan(10)
  const start = Number(rows[0]?.number?.replaceAll(',', ''))
  if (first !== undefined) expect(Math.abs(start - first)).toBeLessThan(25)
  rows.forEach(({ number, frozen, texts }, at) => {
    const row = start + at
    expect(number).toBe(row.toLocaleString('en-US'))
    expect(frozen).toBe(String(row))
    expect(texts[0]).toBe(mixed(row - 1, 1, 1_000_000).toLocaleString('en-US'))
  })
  return start
}

const drag = async (page: Page, part: number) => {
  const track = await page.locator('.data-table-track-vertical').boundingBox()
  const thumb = await page.locator('.data-table-track-vertical .data-table-thumb').boundingBox()
  if (!track || !thumb) throw new Error('no scroll bar')
  const x = thumb.x + thumb.width / 2
  const y = thumb.y + thumb.height / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, track.y + track.height * part, { steps: 12 })
  await page.mouse.up()
  await settle(page)
}

describe('rows that are fetched', () => {
  it('show at once, after far jumps too, each with its number and its own cells', async () => {
    const page = await open()
    await expectRightRows(page, 1)
    for (const part of [0.5, 0.93, 0.02, 0.99]) {
      await drag(page, part)
      await loaded(page)
      await expectRightRows(page)
    }
    await page.locator('.bp6-table-container').focus()
    await page.keyboard.press('Control+End')
    await settle(page)
    await loaded(page)
    const start = await expectRightRows(page)
    expect((await rowsInView(page)).at(-1)?.number).toBe('1,000,000')
    await page.keyboard.press('Control+Home')
    await settle(page)
    await loaded(page)
    expect(start).toBeGreaterThan(999_900)
    await expectRightRows(page, 1)
  })

  it('stand as quiet placeholders until they come, without moving anything', async () => {
    const page = await open()
    await server(page, { delayMs: 600 })
    await page.locator('.bp6-table-container').focus()
    await page.keyboard.press('Control+End')
    await settle(page)
    const waiting = await rowsInView(page)
    expect(waiting.every(({ texts }) => texts.every((text) => text === null))).toBe(true)
    expect(waiting.at(-1)?.number).toBe('1,000,000')
    await loaded(page)
    const come = await rowsInView(page)
    expect(come.map(({ number }) => number)).toEqual(waiting.map(({ number }) => number))
    await expectRightRows(page)
  })

  it('are asked for where the reader stays, not all the way, and never pile up', async () => {
    const page = await open()
    await server(page, { asked: 0 })
    for (const part of [0.2, 0.4, 0.6, 0.8, 0.5]) await drag(page, part)
    await loaded(page)
    expect(await told(page, 'asked')).toBeLessThan(100)
    for (let at = 0; at < 60; at++) {
      await page.mouse.move(400, 300)
      await page.mouse.wheel(0, 2_400)
      await settle(page)
    }
    await loaded(page)
    await expectRightRows(page)
    expect(await told(page, 'cells')).toBeLessThan(300_000)
  })

  it('come in time for a steady wheel: few frames wait', async () => {
    const page = await open()
    await page.mouse.move(400, 300)
    let waited = 0
    for (let at = 0; at < 80; at++) {
      await page.mouse.wheel(0, 120)
      await settle(page)
      const rows = await rowsInView(page)
      if (rows.some(({ texts }) => texts.includes(null))) waited++
    }
    expect(waited).toBeLessThan(8)
  })

  it('are asked for again after a failure', async () => {
    const page = await open()
    await server(page, { fails: true })
    await drag(page, 0.5)
    await page.waitForTimeout(200)
    expect((await rowsInView(page))[0]?.texts[0]).toBeNull()
    await server(page, { fails: false })
    await loaded(page)
    await expectRightRows(page)
  })

  it('keep place, numbers and selection when more are appended', async () => {
    const page = await open(browser.open({ ...remote, rows: 5_000 }))
    await page.locator('.bp6-table-container').focus()
    await page.keyboard.press('Control+End')
    await settle(page)
    await loaded(page)
    const before = await rowsInView(page)
    await show(page, { ...remote, rows: 9_000 })
    await loaded(page)
    expect((await rowsInView(page))[0]?.number).toBe(before[0]?.number)
  })
})

describe('a selection over rows that are not here', () => {
  it('is counted by the server, exactly, and a loaded one here', async () => {
    const page = await open()
    await page.locator('.bp6-table-container').focus()
    await page.keyboard.press('Control+a')
    await page.waitForFunction(() =>
      document.querySelector('.data-table-status')?.textContent?.includes('合计'),
    )
    const all = await status(page)
    expect(all).toContain('已选 1,000,000 行 × 10 列')
    expect(all).toContain('合计 12,345,678,901,234,567,890')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await settle(page)
    const sum = mixed(0, 1, 1_000_000) + mixed(1, 1, 1_000_000)
    expect(await status(page)).toContain(`合计 ${sum.toLocaleString('en-US')}`)
  })

  it('says why when the server can not', async () => {
    const page = await open()
    await server(page, { fails: true })
    await page.locator('.bp6-table-container').focus()
    await page.keyboard.press('Control+a')
    await page.waitForFunction(() =>
      document.querySelector('.data-table-status')?.textContent?.includes('统计失败：网络中断'),
    )
    expect(await status(page)).not.toContain('计数')
  })

  it('is copied whole, with progress', async () => {
    const page = await open()
    await page.locator('.bp6-table-container').focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    await page.waitForFunction(
      () => (window as never as { fixture: { server: Server } }).fixture.server.progress.at(-1) === null,
      undefined,
      { timeout: 60_000 },
    )
    const text = await page.evaluate(() => navigator.clipboard.readText())
    const lines = text.split(/\r?\n/)
    expect(lines).toHaveLength(1_000_000)
    expect([lines[0], lines[654_320], lines.at(-1)]).toEqual(['1', '654321', '1000000'])
    const progress = (await told(page, 'progress')) as [number, number][]
    expect(progress.length).toBeGreaterThan(10)
    expect(progress.at(-2)).toEqual([1_000_000, 1_000_000])
  })

  it('by a row number selects the row', async () => {
    const page = await open()
    const number = await page.locator('.data-table-number', { hasText: /^3$/ }).boundingBox()
    await page.mouse.click((number?.x ?? 0) + 20, (number?.y ?? 0) + 10)
    await settle(page)
    expect(await status(page)).toContain('已选 1 行 × 10 列')
  })
})
