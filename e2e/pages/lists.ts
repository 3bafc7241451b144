// A list of the product, as people work with it: by keys alone, or with a mouse (and keys to type with).
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** By the field's label. */
export type Typed = Readonly<Record<string, string>>

export class ListPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async shows(title: string): Promise<void> {
    await this.page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor()
  }

  dialog(title: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name: title })
  }

  async says(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor()
  }

  /** What the line under the rows counts. */
  async counts(text: RegExp): Promise<void> {
    const line = this.page.locator('.list-line [role=status]').first()
    await expect.poll(() => line.innerText()).toMatch(text)
  }

  /** Into the table by the arrow, once it shows its only row; until that is the one that keys act on. */
  async entersOnlyRow(): Promise<void> {
    const table = '.list-page [role=grid][aria-rowcount="2"]'
    await this.page.locator(table).waitFor()
    await this.press('ArrowDown')
    await this.page.locator(`${table}[aria-activedescendant]`).waitFor()
  }

  /** A row of the table by what one of its cells says. */
  cell(text: string): Locator {
    return this.page.getByRole('gridcell').filter({ hasText: text }).first()
  }

  /** The table's own layer takes the pointer, so a cell is met where it stands. */
  async click(text: string, button: 'left' | 'right' = 'left'): Promise<void> {
    await this.cell(text).waitFor()
    const box = await this.cell(text).boundingBox()
    if (!box) throw new Error(`no cell says ${text}`)
    await this.page.mouse.click(box.x + 10, box.y + box.height / 2, { button })
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** The focus came back to where it was before, the search or the rows: from both the arrow leads into the rows. */
  async entersRows(): Promise<void> {
    const places = '.list-page [role=grid], .list-page [role=grid] *, .list-page [type=search]'
    await expect
      .poll(() => this.page.evaluate((within) => document.activeElement?.matches(within), places))
      .toBe(true)
    await this.press('ArrowDown')
    await expect
      .poll(() => this.page.evaluate(() => document.activeElement?.matches('[type=search]')))
      .toBe(false)
  }

  /** By Tab, however many it takes, to the field of this label. */
  async tabTo(label: string): Promise<void> {
    for (let steps = 0; steps < 20; steps += 1) {
      if ((await this.page.evaluate(focusedLabel)).startsWith(label)) return
      await this.press('Tab')
    }
    throw new Error(`no way by Tab to ${label}`)
  }

  async fillByKeys(title: string, fields: Typed): Promise<void> {
    const dialog = this.dialog(title)
    await dialog.waitFor()
    for (const [label, text] of Object.entries(fields)) {
      await this.tabTo(label)
      await this.press('Control+a')
      await this.page.keyboard.type(text)
    }
    await this.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
  }

  async fillByMouse(title: string, fields: Typed): Promise<void> {
    const dialog = this.dialog(title)
    await dialog.waitFor()
    for (const [label, text] of Object.entries(fields)) {
      await dialog.getByLabel(label).first().click({ clickCount: 3 })
      await this.page.keyboard.type(text)
    }
    await dialog.getByRole('button', { name: /^保存/ }).click()
    await dialog.waitFor({ state: 'detached' })
  }
}

/** Runs in the page. */
function focusedLabel(): string {
  const at = document.activeElement
  if (!(at instanceof HTMLElement)) return ''
  const label = (at as HTMLInputElement).labels?.[0]?.textContent
  return label ?? at.getAttribute('aria-label') ?? at.textContent ?? ''
}
