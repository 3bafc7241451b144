// The SQL workspace, by keys: its editor, runs, results and tabs.
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

export class SqlPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Waits until the editor accepts typing. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-editor .view-lines').waitFor()
    await expect
      .poll(() => this.page.evaluate(() => document.activeElement?.closest('.monaco-editor') != null))
      .toBe(true)
  }

  /** Replaces the text of the open tab. */
  async write(sql: string): Promise<void> {
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.insertText(sql)
    // The editor indents lines that follow an indented one.
    const plain = (text: string) => text.replace(/\n\s+/g, '\n')
    await expect.poll(async () => plain(await this.text())).toBe(plain(sql))
  }

  /** The displayed text, for texts that fit into the pane. */
  async text(): Promise<string> {
    const lines = await this.page.locator('.sql-editor .view-line').evaluateAll((drawn) =>
      drawn
        .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent ?? '' }))
        .sort((one, other) => one.top - other.top)
        .map(({ text }) => text),
    )
    return lines.join('\n').replaceAll('\u00a0', ' ')
  }

  /** Presses the key that runs, and waits for the end of the run. */
  async run(keys = 'Control+Enter'): Promise<void> {
    // Running the same statement again replaces its former result.
    const tabs = () =>
      this.results.evaluateAll((all) => all.map((tab) => tab.getAttribute('data-tab')).join())
    const before = await tabs()
    await this.page.keyboard.press(keys)
    await expect.poll(tabs).not.toBe(before)
    await this.settled()
  }

  get results(): Locator {
    return this.page.getByRole('tablist', { name: '结果' }).getByRole('tab')
  }

  /** Waits until nothing runs in the open tab. */
  async settled(): Promise<void> {
    await this.page.locator('.run-progress').waitFor({ state: 'detached' })
  }

  /** Waits until something runs in the open tab. */
  async running(): Promise<void> {
    await this.page.locator('.run-state').getByText('运行中').waitFor()
  }

  /** Number of rows from the status line. */
  async rowCount(): Promise<number> {
    const status = this.page.locator('.data-table-status')
    const read = async () => /([\d,]+) 行，完整/.exec(await status.innerText())?.[1]
    await expect.poll(read).toBeDefined()
    return Number((await read())?.replaceAll(',', ''))
  }

  get failure(): Locator {
    return this.page.locator('.result-failure')
  }

  get tabs(): Locator {
    return this.page.getByRole('tablist', { name: 'SQL 标签页' }).getByRole('tab')
  }

  /** The cursor's line and column in the status line. */
  get cursor(): Locator {
    return this.page.locator('.cursor-place')
  }

  /** Saves under a name, by the dialog of the first save. */
  async save(name: string): Promise<void> {
    await this.page.keyboard.press('Control+s')
    await this.page.getByRole('dialog', { name: '保存查询' }).waitFor()
    await this.page.keyboard.type(name)
    await this.page.keyboard.press('Enter')
    await this.page.getByRole('heading', { name, level: 1 }).waitFor()
  }

  /** An entry of the open menu; its text includes the key. */
  entry(name: string): Locator {
    return this.page.getByRole('menuitem', { name: new RegExp(`^${name}( |$)`) })
  }

  /** Waits until the browser has stored what was typed. */
  async kept(): Promise<void> {
    await this.page.locator('.sql-draft').getByText('草稿已存').waitFor()
  }
}
