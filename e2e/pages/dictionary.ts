// The list of dictionaries, and the table of one.
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

export class DictionaryPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  dialog(title: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name: title })
  }

  async says(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor()
  }

  /** Waits until the dictionary's table accepts typing. */
  async opens(name: string): Promise<void> {
    await this.page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
    await this.page.locator('textarea[data-awaits-text]:focus').waitFor()
  }

  /** Checks the status line under the rows. */
  async status(text: string | RegExp): Promise<void> {
    const line = this.page.locator('.data-table-status')
    await expect.poll(() => line.innerText()).toMatch(text)
  }

  /** Puts a text on the clipboard, as a spreadsheet would, and pastes it. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((given) => navigator.clipboard.writeText(given), text)
    await this.press('Control+v')
  }

  /** Types through an input method: composed letters, then the result. */
  async compose(letters: string, text: string): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page)
    const end = letters.length
    await session.send('Input.imeSetComposition', { text: letters, selectionStart: end, selectionEnd: end })
    await session.send('Input.insertText', { text })
    await session.detach()
  }

  cell(text: string): Locator {
    return this.page.getByRole('gridcell').filter({ hasText: text }).first()
  }

  /** Clicks at the cell's position, because the table's own layer receives the pointer. */
  async click(text: string, button: 'left' | 'right' = 'left', clicks = 1): Promise<void> {
    await this.cell(text).waitFor()
    const box = await this.cell(text).boundingBox()
    if (!box) throw new Error(`no cell says ${text}`)
    await this.page.mouse.click(box.x + 10, box.y + box.height / 2, { button, clickCount: clicks })
  }
}
