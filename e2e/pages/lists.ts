// A list of the product, as people work with it.
import type { Locator, Page } from 'playwright'

export class ListPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async shows(title: string): Promise<void> {
    await this.page.getByRole('heading', { name: title, level: 1 }).waitFor()
  }

  dialog(title: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name: title })
  }

  async says(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor()
  }
}
