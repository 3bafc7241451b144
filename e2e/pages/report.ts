// An opened view: its table's texts, its keys, its export.
import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright'
import XLSX from 'sheetjs-style'
import { expect } from 'vitest'

export class ReportPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Waits until the view's title and figures are shown. */
  async shows(name: string): Promise<void> {
    await this.page.getByRole('heading', { name, level: 1 }).waitFor()
    await this.page.locator('.report-content [role=grid]').first().waitFor()
    await this.settled()
  }

  /** Waits until no query runs. */
  async settled(): Promise<void> {
    await this.page.locator('.data-table-status').waitFor()
    await this.page.locator('[aria-busy="true"]').waitFor({ state: 'hidden' })
  }

  get address(): URL {
    return new URL(this.page.url())
  }

  async titles(): Promise<string[]> {
    const names = await this.page.locator('.data-table-title .data-table-name').allInnerTexts()
    return [...new Set(names)]
  }

  /** The total of a column, by title. */
  async total(title: string): Promise<string> {
    // While columns are added or removed, titles and cells briefly have different positions.
    await expect.poll(() => this.#cell('.data-table-summary', title).catch(() => null)).not.toBeNull()
    return await this.#cell('.data-table-summary', title)
  }

  /** A visible cell, by selector of its row and title of its column. */
  async #cell(row: string, title: string): Promise<string> {
    const header = this.page.locator('.data-table-title', { hasText: title }).last()
    const [place, found] = await Promise.all([header.boundingBox(), this.#boxes(row)])
    if (!place) throw new Error(`no column ${title}`)
    const center = place.x + place.width / 2
    const cell = found.find(({ left, right }) => left <= center && center <= right)
    if (!cell) throw new Error(`no cell under ${title}`)
    return cell.text
  }

  async #boxes(row: string): Promise<{ left: number; right: number; text: string }[]> {
    return await this.page.locator(`${row} > *`).evaluateAll((cells) =>
      cells.map((cell) => {
        const { left, right } = cell.getBoundingClientRect()
        return { left, right, text: (cell as HTMLElement).innerText.trim() }
      }),
    )
  }

  get status(): Locator {
    return this.page.locator('.data-table-status')
  }

  async rowCount(): Promise<number> {
    const text = await this.status.innerText()
    return Number(text.match(/([\d,]+) 行/)?.[1]?.replaceAll(',', ''))
  }

  /** Presses the export key and reads the downloaded file. */
  async export(): Promise<{ name: string; rows: unknown[][] }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.page.keyboard.press('e')])
    return { name: download.suggestedFilename(), rows: await readSheet(download) }
  }

  /** Opens the picker by `key`, chooses the entry, and closes it. */
  async pick(key: string, text: string, title: string): Promise<void> {
    await this.page.keyboard.press(key)
    await this.page.locator('input:focus').waitFor()
    await this.page.keyboard.type(text)
    const active = this.page.locator('.bp6-active', { hasText: title })
    await expect.poll(() => active.count()).toBeGreaterThan(0)
    await this.page.keyboard.press('Enter')
    await this.page.keyboard.press('Escape')
    await this.page.locator('.bp6-popover').waitFor({ state: 'detached' })
  }
}

/** The cells of a downloaded workbook's first sheet. */
export const readSheet = async (download: Download): Promise<unknown[][]> => readBook(await download.path())

/** The cells of the first sheet of the workbook at `path`. */
export async function readBook(path: string): Promise<unknown[][]> {
  const book = XLSX.read(await readFile(path))
  const sheet = book.Sheets[book.SheetNames[0] as string] as XLSX.WorkSheet
  return XLSX.utils.sheet_to_json(sheet, { header: 1, raw: true })
}
