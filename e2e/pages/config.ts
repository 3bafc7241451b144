// The report configuration, as people work with it: a list, and beside it the forms that check what is typed.
import type { Locator } from 'playwright'
import { expect } from 'vitest'
import { ListPage } from './lists.ts'

export class ConfigPage extends ListPage {
  get check(): Locator {
    return this.page.getByRole('region', { name: '检查' })
  }

  /** What of an expression is underlined; none where nothing is wrong. */
  get marked(): Locator {
    return this.page.locator('.expression-wrong')
  }

  /** What the list under the word offers. */
  offer(title: string | RegExp): Locator {
    return this.page.getByRole('listbox', { name: '补全' }).getByRole('option', { name: title }).first()
  }

  /** Types what is to be completed, and takes the first that is offered by Enter. */
  async complete(typed: string, offered: string): Promise<void> {
    await this.page.keyboard.type(typed)
    await this.offer(offered).waitFor()
    await this.press('Enter')
    await this.page.getByRole('listbox', { name: '补全' }).waitFor({ state: 'detached' })
  }

  /** Of a select that has the focus, as its own keys choose. */
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

  /** Until what was typed last has been checked, figures and all. */
  async isRight(): Promise<void> {
    await expect.poll(() => this.check.getByRole('status').first().innerText()).toBe('可以保存')
  }

  async closes(title: string | RegExp): Promise<void> {
    await this.press('Escape')
    await this.dialog(title).waitFor({ state: 'detached' })
  }
}
