// The pages of the report configuration: a list, and forms that check while typing.
import type { Locator } from 'playwright'
import { expect } from 'vitest'
import { ListPage } from './lists.ts'

export class ConfigPage extends ListPage {
  get check(): Locator {
    return this.page.getByRole('region', { name: '检查' })
  }

  /** The underlined part of an expression; empty where there is no error. */
  get marked(): Locator {
    return this.page.locator('.expression-wrong')
  }

  /** An entry of the completion list. */
  offer(title: string | RegExp): Locator {
    return this.page.getByRole('listbox', { name: '补全' }).getByRole('option', { name: title }).first()
  }

  /** Types a text and takes the first completion by Enter. */
  async complete(typed: string, offered: string): Promise<void> {
    await this.page.keyboard.type(typed)
    await this.offer(offered).waitFor()
    await this.press('Enter')
    await this.page.getByRole('listbox', { name: '补全' }).waitFor({ state: 'detached' })
  }

  /** Chooses an option of the focused select by its own keys. */
  async choose(title: string): Promise<void> {
    const chosen = () =>
      this.page.evaluate(() => {
        const at = document.activeElement
        return at instanceof HTMLSelectElement ? (at.selectedOptions[0]?.text ?? '') : ''
      })
    await this.press('Home')
    for (let pressed = 0; pressed < 40; pressed++) {
      if ((await chosen()) === title) return
      await this.press('ArrowDown')
    }
    throw new Error(`no choice is called ${title}`)
  }

  /** Waits until the latest text was checked and its figures are shown. */
  async isRight(): Promise<void> {
    await expect.poll(() => this.check.getByRole('status').first().innerText()).toBe('可以保存')
  }

  async closes(title: string | RegExp): Promise<void> {
    await this.press('Escape')
    await this.dialog(title).waitFor({ state: 'detached' })
  }
}
