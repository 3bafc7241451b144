// The list of dictionaries and the table of one, as people work with them.
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

  /** The table of a dictionary stands, and takes what is typed. */
  async opens(name: string): Promise<void> {
    await this.page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
    await this.page.locator('textarea[data-awaits-text]:focus').waitFor()
  }

  /** Of the line under the rows. */
  async status(text: string | RegExp): Promise<void> {
    const line = this.page.locator('.data-table-status')
    await expect.poll(() => line.innerText()).toMatch(text)
  }

  /** What stands on the clipboard, as a table program would have put it there. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((given) => navigator.clipboard.writeText(given), text)
    await this.press('Control+v')
  }

  /** As an input method does: letters that are composed, and what comes of them. */
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

  /** The table's own layer takes the pointer, so a cell is met where it stands. */
  async click(text: string, button: 'left' | 'right' = 'left', clicks = 1): Promise<void> {
    await this.cell(text).waitFor()
    const box = await this.cell(text).boundingBox()
    if (!box) throw new Error(`no cell says ${text}`)
    await this.page.mouse.click(box.x + 10, box.y + box.height / 2, { button, clickCount: clicks })
  }
}
