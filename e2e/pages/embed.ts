// An embed as its readers see it, and the dialog of its sharer.
import type { Locator, Page } from 'playwright'
import { tabInto, takesFocus } from './focus.ts'
import { Palette } from './palette.ts'

export class EmbedDialog {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: /^嵌入「/ })
  }

  async open(): Promise<void> {
    await new Palette(this.page).run('嵌入到', '嵌入到其他页面')
    await takesFocus(this.dialog)
  }

  /** Switches the embed on or off by keys. */
  async toggle(done: string): Promise<void> {
    const asked = this.page.waitForResponse(/embed\/save$/)
    await this.dialog.getByRole('checkbox', { name: /允许不登录查看/ }).press('Space')
    await asked
    await this.page.getByText(done).first().waitFor()
  }

  address(): Promise<string> {
    return this.dialog.getByLabel('嵌入地址').inputValue()
  }

  /** Adds a fixed condition on the first offered value and returns its code. */
  async fixFirst(dimension: string): Promise<string> {
    await this.dialog.getByLabel('添加固定条件').selectOption({ label: dimension })
    const list = this.page.getByPlaceholder(`搜索${dimension}`)
    await list.waitFor()
    const code = this.page.locator('.pick-code').first()
    await code.waitFor()
    const text = await code.innerText()
    await this.page.keyboard.press('Enter')
    await this.page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    const asked = this.page.waitForResponse(/embed\/save$/)
    await this.dialog.getByRole('button', { name: '保存设置' }).press('Enter')
    await asked
    return text
  }
}

export class EmbedPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async ready(): Promise<void> {
    await this.page.locator('.embed-status').waitFor()
  }

  /** Texts of a column, without the totals. */
  async column(title: string): Promise<string[]> {
    const heads = await this.page.locator('.embed-table th').allInnerTexts()
    const at = heads.findIndex((head) => head.startsWith(title)) + 1
    return this.page.locator(`.embed-table tbody tr:not(.embed-total) td:nth-child(${at})`).allInnerTexts()
  }

  get editor(): Locator {
    return this.page.locator('.group-editor')
  }

  /** Starts a group by keys, which opens its list of dimensions. */
  async beginGroup(): Promise<void> {
    await tabInto(this.page, 'summary[title="添加筛选条件"]')
    await this.page.keyboard.press('Enter')
    await tabInto(this.page, '.embed-option:last-child')
    await this.page.keyboard.press('Enter')
    await takesFocus(this.list('维度'))
  }

  /** The open list of choices, whose field has the focus. */
  list(name: string): Locator {
    return this.page
      .locator('.pick-list')
      .filter({ has: this.page.getByRole('combobox', { name: `搜索${name}` }) })
  }

  text(): Promise<string> {
    return this.page.locator('body').innerText()
  }
}
