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
   * Types, waits until `title` is the selected row, and runs it. Sources answer one after another, and an imported
   * table has the same title as its report: `heading` then distinguishes them.
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

  /** The selected row's whole text, its detail included. */
  async chosenText(): Promise<string> {
    return (await this.#chosen())?.title ?? ''
  }

  /** The selected row as displayed: its text, and its heading. */
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
