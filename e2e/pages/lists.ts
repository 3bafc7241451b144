// A list page, used by keys only, or with the mouse (and keys for typing).
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** Texts to type, by label of the field. */
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

  /** Checks the count under the rows. */
  async counts(text: RegExp): Promise<void> {
    const line = this.page.locator('.list-line [role=status]').first()
    await expect.poll(() => line.innerText()).toMatch(text)
  }

  /** Waits until the table shows a single row, enters it by arrow, and waits until keys act on it. */
  async entersOnlyRow(): Promise<void> {
    const table = '.list-page [role=grid][aria-rowcount="2"]'
    await this.page.locator(table).waitFor()
    await this.press('ArrowDown')
    await this.page.locator(`${table}[aria-activedescendant]`).waitFor()
  }

  /** A row's cell with this text. */
  cell(text: string): Locator {
    return this.page.getByRole('gridcell').filter({ hasText: text }).first()
  }

  /** Clicks at the cell's position, because the table's own layer receives the pointer. */
  async click(text: string, button: 'left' | 'right' = 'left'): Promise<void> {
    await this.cell(text).waitFor()
    const box = await this.cell(text).boundingBox()
    if (!box) throw new Error(`no cell says ${text}`)
    await this.page.mouse.click(box.x + 10, box.y + box.height / 2, { button })
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Enters the rows by arrow, after the focus has returned to the search field or the rows. */
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

  /** Presses Tab until the field with this label has the focus. */
  async tabTo(label: string): Promise<void> {
    for (let steps = 0; steps < 20; steps += 1) {
      if ((await this.page.evaluate(focusedLabel)).startsWith(label)) return
      await this.press('Tab')
    }
    throw new Error(`no way by Tab to ${label}`)
  }

  async typeByKeys(title: string, fields: Typed): Promise<void> {
    await this.dialog(title).waitFor()
    for (const [label, text] of Object.entries(fields)) {
      await this.tabTo(label)
      await this.press('Control+a')
      await this.page.keyboard.type(text)
    }
  }

  async fillByKeys(title: string, fields: Typed): Promise<void> {
    await this.typeByKeys(title, fields)
    await this.press('Control+Enter')
    await this.dialog(title).waitFor({ state: 'detached' })
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
