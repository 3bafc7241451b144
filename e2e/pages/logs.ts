// The page of log search, as people work with it.
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

  /** Keys pressed on the heels of one another, as quick fingers do, with no moment between for anything to open. */
  async typesAtOnce(...keys: string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.page.keyboard.press(key)))
  }

  /** Types a query in the place of the one that stands there, and asks it. */
  async ask(query: string): Promise<void> {
    const isThere = await this.page.evaluate(() => document.activeElement?.localName === 'textarea')
    await this.press(isThere ? 'Control+a' : '/')
    await this.page.keyboard.type(query)
    await this.press('Enter')
  }

  /** The query's field has this text. */
  async holds(query: string): Promise<void> {
    await expect.poll(() => this.page.getByLabel('日志查询条件').inputValue()).toBe(query)
  }

  async counts(text: RegExp): Promise<void> {
    const line = this.page.locator('.log-status [role=status]')
    await expect.poll(() => line.innerText()).toMatch(text)
  }

  /** All that this query finds is there. */
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

  /** From one share of a part's width to another. */
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
