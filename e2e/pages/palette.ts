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

  /**
   * Types, waits until `title` is the chosen row, runs it. Sources answer one after another, and what is imported has a
   * table of the same title as its report: where that may be, `heading` says what is meant.
   */
  async run(text: string, title: string, heading = ''): Promise<void> {
    await this.open()
    await this.page.keyboard.type(text)
    await this.chosen(title, heading)
    await this.page.keyboard.press('Enter')
  }

  async chosen(title: string, heading = ''): Promise<void> {
    await expect
      .poll(() => this.#chosen())
      .toMatchObject({
        title: expect.stringContaining(title),
        heading: expect.stringContaining(heading),
      })
  }

  /** The chosen row as it is seen: its text, and the heading that it stands under. */
  #chosen(): Promise<{ title: string; heading: string } | undefined> {
    return this.page.evaluate(() => {
      const row = document.querySelector<HTMLElement>('.palette [role="option"][aria-selected="true"]')
      if (!row) return undefined
      let above = row.previousElementSibling
      while (above && !above.matches('.palette-heading:not([hidden])')) above = above.previousElementSibling
      return { title: row.innerText, heading: above?.textContent ?? '' }
    })
  }
}
