// The page of log search.
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

export class LogPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async shows(): Promise<void> {
    await this.page.getByRole('heading', { name: '日志查询', level: 1 }).waitFor()
  }

  get detail(): Locator {
    return this.page.getByRole('complementary', { name: '日志详情' })
  }

  async says(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor()
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Presses keys in quick succession, without waiting for anything to open. */
  async typesAtOnce(...keys: string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.page.keyboard.press(key)))
  }

  /** Replaces the query and runs it. */
  async ask(query: string): Promise<void> {
    const isThere = await this.page.evaluate(() => document.activeElement?.localName === 'textarea')
    await this.press(isThere ? 'Control+a' : '/')
    await this.page.keyboard.type(query)
    await this.press('Enter')
  }

  /** Checks that the query's field has this text. */
  async holds(query: string): Promise<void> {
    await expect.poll(() => this.page.getByLabel('日志查询条件').inputValue()).toBe(query)
  }

  async counts(text: RegExp): Promise<void> {
    const line = this.page.locator('.log-status [role=status]')
    await expect.poll(() => line.innerText()).toMatch(text)
  }

  /** Waits until all results of this query are loaded. */
  async found(query: string): Promise<void> {
    await this.page.locator(`.log-found[aria-busy="false"][data-query='${query}']:not(.log-old)`).waitFor()
    await this.counts(/^共 [1-9]/)
  }

  cell(text: string): Locator {
    return this.page.getByRole('gridcell').filter({ hasText: text }).first()
  }

  async parameter(name: string): Promise<string | null> {
    return new URL(this.page.url()).searchParams.get(name)
  }

  /** Drags between two positions, as fractions of the element's width. */
  async drag(selector: string, from: number, to: number): Promise<void> {
    const box = await this.page.locator(selector).boundingBox()
    if (!box) throw new Error(`nothing stands at ${selector}`)
    const { mouse } = this.page
    const y = box.y + box.height / 2
    await mouse.move(box.x + box.width * from, y)
    await mouse.down()
    await mouse.move(box.x + box.width * ((from + to) / 2), y)
    await mouse.move(box.x + box.width * to, y)
    await mouse.up()
  }
}
