// The page that turns a file into a report.
import type { Locator, Page } from 'playwright'

export class ImportsPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get table(): Locator {
    return this.page.getByLabel('数据表名')
  }

  /** Opens the browser's file chooser by keys and chooses a file. */
  async choose(keys: string, path: string): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.page.keyboard.press(keys)
    await (await chooser).setFiles(path)
  }

  /** Drops a file in the middle of the page. */
  async drop(name: string, content: string): Promise<void> {
    const data = await this.page.evaluateHandle(
      ([fileName, text]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([text], fileName))
        return transfer
      },
      [name, content] as const,
    )
    const { width, height } = this.page.viewportSize() ?? { width: 800, height: 600 }
    const at = {
      clientX: width / 2,
      clientY: height / 2,
      dataTransfer: data,
      bubbles: true,
      cancelable: true,
    }
    const target = this.page.locator('main')
    await target.dispatchEvent('dragover', at)
    await this.page.getByText('放开以导入数据').waitFor()
    await target.dispatchEvent('drop', at)
  }

  /** Waits until the detected columns are shown. */
  async found(): Promise<void> {
    await this.table.waitFor()
  }

  column(name: string, what: '类型' | '用途'): Locator {
    return this.page.getByLabel(`${name} 的${what}`)
  }

  /** From the least to the most value, as the list of columns says it. */
  async range(title: string): Promise<string> {
    const row = this.page.locator('tr', { has: this.column(title, '类型') })
    return row.locator('td').last().innerText()
  }

  /** Values of a column in the preview. */
  async preview(title: string): Promise<string[]> {
    const table = this.page.getByRole('region', { name: '预览' })
    const heads = await table.locator('th').allInnerTexts()
    return table.locator(`tbody td:nth-child(${heads.indexOf(title) + 1})`).allInnerTexts()
  }
}
