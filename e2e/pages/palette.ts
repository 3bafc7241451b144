// The palette, by keys.
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

export class Palette {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get input(): Locator {
    return this.page.getByRole('combobox', { name: '搜索报表、指标、命令' })
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('Control+k')
    await this.input.waitFor()
  }

  /** Types, waits until `title` is the chosen row, runs it. */
  async run(text: string, title: string): Promise<void> {
    await this.open()
    await this.page.keyboard.type(text)
    await this.chosen(title)
    await this.page.keyboard.press('Enter')
  }

  async chosen(title: string): Promise<void> {
    const row = this.page.locator('.palette').getByRole('option', { selected: true })
    await expect.poll(() => row.innerText().catch(() => ''), { timeout: 10_000 }).toContain(title)
  }
}
