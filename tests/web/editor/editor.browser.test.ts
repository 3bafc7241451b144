// The editor in a real browser: keys, input methods, completions, outline and marks.
import type { CDPSession, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  EditorBrowser,
  listIsOpen,
  offered,
  position,
  problems,
  ran,
  settle,
  switchTo,
  target,
  textOf,
} from './fixture/browser.ts'

let browser: EditorBrowser
beforeAll(async () => {
  browser = await EditorBrowser.launch()
}, 120_000)
afterAll(() => browser.close())

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
  await settle(page)
}

describe('keys', () => {
  it('of commands arrive once and change no text', async () => {
    const page = await browser.open('select 1|;\nselect 2')
    await press(page, 'Control+Enter', 'Control+Shift+Enter', 'Control+s', 'Control+k')
    expect(await ran(page)).toEqual(['sql.run', 'sql.runAll', 'sql.save', 'palette.open'])
    expect(await textOf(page)).toBe('select 1;\nselect 2')
  })

  it('leave F1 and chords of Ctrl+K to others', async () => {
    const page = await browser.open('select 1|')
    await press(page, 'F1')
    expect(await page.locator('.quick-input-widget').count()).toBe(0)
    await press(page, 'Escape', 'Control+k')
    await page.evaluate(() => document.body.click())
    expect(await textOf(page)).toBe('select 1')
  })

  it('cancel by Escape only once nothing of the editor is open', async () => {
    const page = await browser.open('select us| from dwd_user_login')
    await press(page, 'Alt+/')
    expect(await offered(page)).toContain('user_id')
    await press(page, 'Escape')
    expect(await listIsOpen(page)).toBe(false)
    expect(await ran(page)).toEqual(['sql.complete'])
    await press(page, 'Control+f')
    await page.locator('.find-widget.visible').waitFor()
    await press(page, 'Escape')
    expect(await page.locator('.find-widget.visible').count()).toBe(0)
    expect(await ran(page)).toEqual([])
    await press(page, 'Escape')
    expect(await ran(page)).toEqual(['sql.cancel'])
  })

  it('indent by Tab, and leave by it after Ctrl+M', async () => {
    const page = await browser.open('|select 1')
    await press(page, 'Tab')
    expect(await textOf(page)).toBe('  select 1')
    await press(page, 'Control+m', 'Tab')
    expect(await textOf(page)).toBe('  select 1')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('后面')
    expect(await page.locator('.monaco-editor [aria-label*="Ctrl+M"]').count()).toBeGreaterThan(0)
    await page.locator('.monaco-editor .view-lines').click()
    await press(page, 'Control+m')
  })

  it('comment, edit with several cursors, undo', async () => {
    const page = await browser.open('select a|, a')
    await press(page, 'Control+/')
    expect(await textOf(page)).toBe('-- select a, a')
    await press(page, 'Control+z')
    expect(await textOf(page)).toBe('select a, a')
    await press(page, 'Control+d', 'Control+d')
    await page.keyboard.type('bb')
    await settle(page)
    expect(await textOf(page)).toBe('select bb, bb')
  })

  it('of Monaco speak Chinese', async () => {
    const page = await browser.open('select 1|')
    await press(page, 'Control+f')
    expect(await page.locator('.find-widget textarea').first().getAttribute('aria-label')).toContain('查找')
  })
})

describe('documents', () => {
  it('keep their own undo history and cursor', async () => {
    const page = await browser.open('')
    await switchTo(page, 'one', 'select 1')
    await settle(page)
    await press(page, 'Control+End')
    await page.keyboard.type('2')
    await switchTo(page, 'two', 'select b')
    await settle(page)
    await press(page, 'Control+End')
    await page.keyboard.type('c')
    await settle(page)
    expect(await textOf(page)).toBe('select bc')
    await switchTo(page, 'one', 'select 12')
    await settle(page)
    expect(await position(page)).toEqual({ line: 1, column: 10 })
    await press(page, 'Control+z')
    expect(await textOf(page)).toBe('select 1')
  })

  it('take a text of the page as one step', async () => {
    const page = await browser.open('select 1|')
    await page.evaluate(() =>
      (window as never as { fixture: { set: (given: { text: string }) => void } }).fixture.set({
        text: 'select 2',
      }),
    )
    await settle(page)
    await press(page, 'Control+z')
    expect(await textOf(page)).toBe('select 1')
  })
})

describe('the statement that runs', () => {
  const outlined = (page: Page) =>
    page.evaluate(() => {
      const boxes = [...document.querySelectorAll('.sql-current')].map((line) => line.getBoundingClientRect())
      return [Math.min(...boxes.map(({ top }) => top)), Math.max(...boxes.map(({ bottom }) => bottom))]
    })
  it('is outlined from its first line to its last', async () => {
    const page = await browser.open('select 1;\n\nselect\n  2|\nfrom a;\nselect 3')
    expect(await outlined(page)).toEqual([48, 108])
    expect(await target(page)).toBe('select\n  2\nfrom a')
    await press(page, 'Control+Home')
    expect(await outlined(page)).toEqual([8, 28])
  })
  it('is the selection where there is one', async () => {
    const page = await browser.open('select 1;\nselect 2|')
    await press(page, 'Shift+ArrowLeft', 'Shift+ArrowLeft')
    expect(await target(page)).toBe('2')
    expect(await page.locator('.sql-current').count()).toBe(0)
  })
})

describe('completion', () => {
  it('comes by itself, by pinyin too, and inserts', async () => {
    const page = await browser.open('select | from dwd_user_login')
    await page.keyboard.type('qd')
    expect((await offered(page))[0]).toBe('channel')
    const row = page.locator('.suggest-widget .monaco-list-row').first()
    expect(await row.textContent()).toContain('渠道')
    expect(await row.textContent()).toContain('varchar')
    expect((await row.boundingBox())?.height).toBe(24)
    await press(page, 'Tab')
    expect(await textOf(page)).toBe('select channel from dwd_user_login')
  })
  it('comes after a dot and after FROM', async () => {
    const page = await browser.open('select l| from dwd_user_login l')
    await page.keyboard.type('.')
    expect(await offered(page)).toContain('login_date')
    await press(page, 'Escape', 'Control+End')
    await page.keyboard.type(' join ')
    expect(await offered(page)).toContain('dwd_pay_order')
  })
  it('shows labels and inserts codes', async () => {
    const page = await browser.open('select * from dwd_user_login where channel = |')
    await page.keyboard.type("'")
    expect(await offered(page)).toContain('华为')
    await page.keyboard.type('hw')
    expect((await offered(page))[0]).toBe('华为')
    await press(page, 'ArrowDown', 'Enter')
    expect(await textOf(page)).toBe("select * from dwd_user_login where channel = '1001'")
  })
  it('shows the signature within a call', async () => {
    const page = await browser.open('select |')
    await page.keyboard.type('date_tr')
    await offered(page)
    await press(page, 'Tab')
    await page.locator('.parameter-hints-widget.visible').waitFor()
    expect(await page.locator('.parameter-hints-widget .parameter.active').textContent()).toContain('part')
    expect(await textOf(page)).toBe('select date_trunc()')
  })
})

describe('input methods', () => {
  const compose = async (session: CDPSession, text: string) => {
    await session.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      windowsVirtualKeyCode: 229,
      key: 'Process',
    })
    await session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  }
  it('keep their keys while composing', async () => {
    const page = await browser.open('select | from dwd_user_login')
    const session = await page.context().newCDPSession(page)
    await compose(session, 'q')
    await compose(session, 'qu dao')
    await settle(page)
    for (const key of ['Enter', 'Escape', 'ArrowDown', 'Tab']) {
      await session.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        windowsVirtualKeyCode: 229,
        key,
        code: key,
      })
    }
    await settle(page)
    expect(await ran(page)).toEqual([])
    expect(await listIsOpen(page)).toBe(false)
    await session.send('Input.insertText', { text: '渠道' })
    await settle(page)
    expect(await textOf(page)).toBe('select 渠道 from dwd_user_login')
    expect((await offered(page))[0]).toBe('channel')
  })
})

describe('problems', () => {
  const marks = (page: Page) => page.locator('.squiggly-error').count()
  it('are marked at their place, told by F8, and gone once their statement is edited', async () => {
    const page = await browser.open('|select 1;\nselect nope from a')
    await problems(page, [{ line: 2, column: 8, length: 4, message: '没有 nope 这一列' }])
    await settle(page)
    expect(await marks(page)).toBe(1)
    // It has its width once its line is drawn again.
    const width = async () => (await page.locator('.squiggly-error').boundingBox())?.width ?? 0
    await expect.poll(async () => Math.round((await width()) / 7)).toBe(4)
    await press(page, 'F8')
    expect(await position(page)).toEqual({ line: 2, column: 8 })
    expect(await page.locator('.marker-widget').textContent()).toContain('没有 nope 这一列')
    await press(page, 'Escape', 'Control+Home')
    expect(await ran(page)).toEqual([])
    await page.keyboard.type(' ')
    await settle(page)
    expect(await marks(page)).toBe(1)
    await press(page, 'Control+End')
    await page.keyboard.type('b')
    await settle(page)
    expect(await marks(page)).toBe(0)
  })
})

describe('formatting', () => {
  it('is one step of undo and keeps the cursor at its word', async () => {
    const page = await browser.open('select a,:p from b wh|ere c=1 -- note')
    await press(page, 'Control+Shift+f')
    await page.waitForFunction(() => document.querySelectorAll('.view-line').length > 3)
    const formatted = await textOf(page)
    expect(formatted).toContain('-- note')
    expect(formatted.split('\n').length).toBeGreaterThan(3)
    const at = await position(page)
    expect(formatted.split('\n')[(at?.line ?? 0) - 1]?.slice(0, (at?.column ?? 0) - 1)).toBe('wh')
    await press(page, 'Control+z')
    expect(await textOf(page)).toBe('select a,:p from b where c=1 -- note')
  })
  it('leaves alone what it cannot read', async () => {
    const page = await browser.open("select 'a|")
    await ran(page)
    await press(page, 'Control+Shift+f')
    await expect.poll(async () => (await ran(page)).join()).toContain('没有结束')
    expect(await textOf(page)).toBe("select 'a")
  })
})

describe('a text that comes at once', () => {
  it('is taken as one, as it is written, and goes by one undo', async () => {
    const page = await browser.open('|')
    const columns = Array.from({ length: 2_000 }, (_, place) => `${place} as column_${place}`)
    const long = `select ${columns.join(', ')}`
    await page.keyboard.insertText(long)
    await settle(page)
    expect(await textOf(page)).toBe(long)
    await press(page, 'Control+z')
    expect(await textOf(page)).toBe('')
    await page.keyboard.insertText('select (\n  1\n)\n')
    await settle(page)
    expect(await textOf(page)).toBe('select (\n  1\n)\n')
  })
})

describe('brackets that are typed', () => {
  const types: [string, string, string][] = [
    ['over several lines', 'select * from (↵select 1↵) t', 'select * from (\n  select 1\n) t'],
    ['closed in the line of their text', 'select * from (↵select 1) t', 'select * from (\n  select 1) t'],
    ['one in another', 'select (↵(1 + 2) * (↵3↵)↵)', 'select (\n  (1 + 2) * (\n    3\n  )\n)'],
    ['in a string and a comment', "select ':) (' -- (a", "select ':) (' -- (a"],
    ['lists and structs', "select {'a': [1, 2]}", "select {'a': [1, 2]}"],
    ['two quotes in a string', "select 'it''s', \"a b\"", "select 'it''s', \"a b\""],
  ]
  it.each(types)('are none too many: %s', async (_, keys, text) => {
    const page = await browser.open('|')
    for (const [at, line] of keys.split('↵').entries()) {
      if (at > 0) await page.keyboard.press('Enter')
      // As fast as people type: the editor indents a closing bracket a moment after its key.
      await page.keyboard.type(line, { delay: 40 })
    }
    await settle(page)
    expect(await textOf(page)).toBe(text)
  })

  it('that are missing are added, in front of others too', async () => {
    const page = await browser.open('select (1 + (2 * 3|)')
    await page.keyboard.type(')')
    await settle(page)
    expect(await textOf(page)).toBe('select (1 + (2 * 3))')
  })

  it('end a call that was completed', async () => {
    const page = await browser.open('|')
    await page.keyboard.type('select su')
    await offered(page)
    await press(page, 'Tab')
    await page.keyboard.type('1) + 2')
    await settle(page)
    expect(await textOf(page)).toBe('select sum(1) + 2')
  })
})

describe('names', () => {
  it('Enter is a new line until arrows choose; Tab takes the first', async () => {
    const page = await browser.open('select user_id as d\nfrom dwd_user_login|')
    const open = () => page.locator('.suggest-widget.visible .monaco-list-row').first().waitFor()
    await page.keyboard.type(' wh')
    await open()
    expect(await page.locator('.suggest-widget .monaco-list-row.focused').count()).toBe(0)
    await press(page, 'Enter')
    expect(await textOf(page)).toBe('select user_id as d\nfrom dwd_user_login wh\n')
    await page.keyboard.type('order by use')
    const [first] = await offered(page)
    await press(page, 'ArrowDown', 'Enter')
    expect(await textOf(page)).toMatch(new RegExp(`\\norder by ${first}$`))
    await page.keyboard.type(' d')
    await open()
    await press(page, 'Tab')
    expect(await textOf(page)).toMatch(/\norder by user_\w+ desc ?$/)
    // A list that is asked for, too.
    await page.keyboard.type(', ')
    await press(page, 'Alt+/')
    await open()
    await press(page, 'Enter')
    expect(await textOf(page)).toMatch(/ desc ?, \n$/)
  })

  it('F12 goes to where a name comes from, Ctrl+click too; a table is shown', async () => {
    const sql = 'with c as (select user_id as u from dwd_user_login) select u from c'
    const page = await browser.open(`${sql}|`)
    await press(page, 'F12')
    expect(await position(page)).toEqual({ line: 1, column: 6 })
    // Nothing is selected that the next letter would replace.
    await page.keyboard.type('c')
    await settle(page)
    expect(await textOf(page)).toBe(`with c${sql.slice(5)}`)
    await press(page, 'Control+z')
    const line = page.locator('.monaco-editor .view-line span').first()
    const box = await line.boundingBox()
    const [width, height] = [box?.width ?? 0, box?.height ?? 0]
    const x = ((sql.indexOf(' u from c') + 1.5) / sql.length) * width
    await page.keyboard.down('Control')
    await page.mouse.move((box?.x ?? 0) + x, (box?.y ?? 0) + height / 2)
    await page.locator('.sql-link', { hasText: 'u' }).waitFor()
    await page.mouse.click((box?.x ?? 0) + x, (box?.y ?? 0) + height / 2)
    await page.keyboard.up('Control')
    await settle(page)
    expect((await position(page))?.column).toBe(sql.indexOf('u from dwd') + 1)
    const other = await browser.open('select l.user_|id from dwd_user_login l')
    await press(other, 'F12')
    expect(await ran(other)).toContain('table dwd_user_login user_id')
  })

  it('F2 renames an alias in its scope as one step', async () => {
    const page = await browser.open('select l.user_id from dwd_user_login |l where l.user_id > 1')
    await press(page, 'F2')
    await page.waitForFunction(() => document.activeElement?.matches('.rename-box input'))
    await page.keyboard.type('login')
    await press(page, 'Enter')
    await page.waitForFunction(() =>
      (window as never as { fixture: { text: () => string } }).fixture.text().includes('login.user_id'),
    )
    expect(await textOf(page)).toBe('select login.user_id from dwd_user_login login where login.user_id > 1')
    await press(page, 'Control+z')
    expect(await textOf(page)).toBe('select l.user_id from dwd_user_login l where l.user_id > 1')
  })

  it('Alt+Enter offers the form of this engine as one step', async () => {
    const page = await browser.open('select n|vl(user_id, 0) from dwd_user_login limit 3, 5')
    await press(page, 'Alt+Enter')
    await page.getByText('改成 coalesce(user_id, 0)').waitFor()
    await press(page, 'Enter')
    await page.waitForFunction(() =>
      (window as never as { fixture: { text: () => string } }).fixture.text().includes('coalesce'),
    )
    expect(await textOf(page)).toBe('select coalesce(user_id, 0) from dwd_user_login limit 3, 5')
    await press(page, 'Control+z')
    expect(await textOf(page)).toBe('select nvl(user_id, 0) from dwd_user_login limit 3, 5')
  })

  it('marks an unknown column and an unused WITH without a run, not the word at the cursor', async () => {
    const page = await browser.open(
      'with c as (select 1 as x) select nosuch, user_id from dwd_user_login where |',
    )
    await page.locator('.squiggly-warning').waitFor()
    expect(await page.locator('.squiggly-inline-unnecessary').count()).toBe(1)
    await page.keyboard.type('other')
    await settle(page)
    await press(page, 'Escape', 'Home')
    await page.waitForFunction(() => document.querySelectorAll('.squiggly-warning').length === 2)
    expect(await page.locator('.squiggly-error').count()).toBe(0)
  })
})
