// @vitest-environment jsdom
// Which key presses run commands, and which must not.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommandContext, CommandId, CommandSession } from '#commands/index.ts'
import type { Overrides } from '#web/shell/keys/bindings.ts'
import { createDispatcher, type Dispatcher, isTyping, sequenceTimeoutMs } from '#web/shell/keys/dispatcher.ts'

let ran: CommandId[]
let pending: (readonly string[])[]
let contexts: CommandContext[]
let session: CommandSession
let overrides: Overrides
let off: boolean
let inDialog: boolean
let dispatcher: Dispatcher

beforeEach(() => {
  vi.useFakeTimers()
  ran = []
  pending = []
  contexts = ['global']
  session = { role: {} }
  overrides = {}
  off = false
  inDialog = false
  dispatcher = createDispatcher({
    contexts: () => contexts,
    session: () => session,
    overrides: () => overrides,
    isOff: () => off,
    isInDialog: () => inDialog,
    run: (id) => ran.push(id),
    onPending: (strokes) => pending.push(strokes),
  })
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

function press(key: string, more: KeyboardEventInit & { on?: Element } = {}): boolean {
  const { on = document.body, ...init } = more
  let ours = false
  const listen = (event: Event) => {
    ours = dispatcher.press(event as KeyboardEvent)
  }
  document.addEventListener('keydown', listen, true)
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
  document.removeEventListener('keydown', listen, true)
  return ours
}

function element(html: string): Element {
  document.body.innerHTML = html
  return document.querySelector('.at') ?? (document.body.firstElementChild as Element)
}

describe('chords and keys', () => {
  it('runs the owner, and tells that the key was ours', () => {
    expect(press('k', { ctrlKey: true })).toBe(true)
    expect(press('?', { shiftKey: true })).toBe(true)
    expect(ran).toEqual(['palette.open', 'help.open'])
  })

  it('leaves other keys alone', () => {
    for (const key of ['j', 'F5', 'Tab', 'Escape', 'ArrowDown']) expect(press(key)).toBe(false)
    for (const key of ['t', 'w', 'n', 'r', 'c', 'v', 'a']) expect(press(key, { ctrlKey: true })).toBe(false)
    expect(ran).toEqual([])
  })

  it('minds modifiers that are held', () => {
    for (const held of [{ altKey: true }, { metaKey: true }, { ctrlKey: true, altKey: true }]) {
      expect(press('k', { ctrlKey: true, ...held, ...(held.metaKey && { ctrlKey: true }) })).toBe(false)
    }
    expect(ran).toEqual([])
  })

  it('runs only what works in the place', () => {
    expect(press('e')).toBe(false)
    contexts = ['report', 'global']
    expect(press('e')).toBe(true)
    contexts = ['statement', 'global']
    press('c')
    contexts = ['report', 'global']
    press('c')
    expect(ran).toEqual(['report.export', 'view.create', 'report.create'])
  })

  it('runs nothing for nobody, on pages without keys, and without the permission', () => {
    contexts = ['report', 'global']
    expect(press('q')).toBe(false)
    session = { role: { configRule: ['search_config'] } }
    expect(press('q')).toBe(true)
    off = true
    expect(press('k', { ctrlKey: true })).toBe(false)
    off = false
    session = null
    expect(press('k', { ctrlKey: true })).toBe(false)
    expect(ran).toEqual(['report.showSql'])
  })

  it('leaves all keys to a dialog but those of commands that work over one', () => {
    inDialog = true
    expect(press('k', { ctrlKey: true })).toBe(false)
    expect(press('F1', { on: element('<input>') })).toBe(true)
    expect(ran).toEqual(['guide.page'])
  })

  it('gives all keys to an open palette', () => {
    contexts = ['palette']
    expect(press('e')).toBe(false)
    expect(press('g')).toBe(false)
    press('Escape')
    press('k', { ctrlKey: true })
    expect(ran).toEqual(['palette.back', 'palette.open'])
  })
})

describe('sequences', () => {
  it('waits for the next key, shows it, and runs', () => {
    expect(press('g')).toBe(true)
    expect(pending.at(-1)).toEqual(['g'])
    expect(press('s')).toBe(true)
    expect(pending.at(-1)).toEqual([])
    expect(ran).toEqual(['statement.open'])
  })

  it('goes through the letter of a family', () => {
    for (const key of ['g', 'o']) expect(press(key)).toBe(true)
    expect(pending.at(-1)).toEqual(['g', 'o'])
    expect(press('j')).toBe(true)
    expect(ran).toEqual(['json.preview'])
  })

  it('is forgotten in time', () => {
    press('g')
    vi.advanceTimersByTime(sequenceTimeoutMs + 1)
    expect(pending.at(-1)).toEqual([])
    press('s')
    expect(ran).toEqual([])
  })

  it('ends at a key that leads nowhere, which does nothing else', () => {
    contexts = ['report', 'global']
    press('g')
    expect(press('e')).toBe(true)
    expect(ran).toEqual([])
    expect(pending.at(-1)).toEqual([])
    press('e')
    expect(ran).toEqual(['report.export'])
  })

  it('ends at Esc, at a chord (which begins anew), and when it is cancelled', () => {
    press('g')
    expect(press('Escape')).toBe(true)
    press('s')
    press('g')
    expect(press('k', { ctrlKey: true })).toBe(true)
    press('g')
    dispatcher.cancel()
    press('s')
    press('g')
    expect(press('c', { ctrlKey: true })).toBe(false)
    expect(ran).toEqual(['palette.open'])
  })

  it('bears modifiers pressed between its keys, and its first key held down', () => {
    press('g')
    press('Shift', { shiftKey: true })
    press('CapsLock')
    press('g', { repeat: true })
    press('S')
    expect(ran).toEqual(['statement.open'])
  })

  it('does not mix with held modifiers', () => {
    press('g')
    press('s', { ctrlKey: true })
    expect(ran).toEqual([])
  })

  it('begins only where it can go on', () => {
    expect(press('v')).toBe(false)
    contexts = ['report', 'global']
    expect(press('v')).toBe(true)
    press('w')
    expect(ran).toEqual(['report.grainWeek'])
  })
})

describe('held keys', () => {
  it('repeat moves, not deeds', () => {
    contexts = ['table', 'report', 'global']
    press('ArrowDown')
    press('ArrowDown', { repeat: true })
    press('e')
    expect(press('e', { repeat: true })).toBe(true)
    expect(ran).toEqual(['table.moveDown', 'table.moveDown', 'report.export'])
  })
})

describe('input methods', () => {
  const composing = { isComposing: true }
  it('keep every key while composing, arrows and Enter and chords too', () => {
    contexts = ['table', 'report', 'global']
    for (const key of ['e', 'Enter', 'ArrowDown', '?', 'Escape', 'Process'])
      expect(press(key, composing)).toBe(false)
    expect(press('k', { ...composing, ctrlKey: true })).toBe(false)
    expect(ran).toEqual([])
  })

  it('keep the Enter that ends a composition (keyCode 229)', () => {
    contexts = ['palette']
    const input = element('<div data-command-keys><input class="at"></div>')
    expect(press('Enter', { keyCode: 229, on: input })).toBe(false)
    expect(press('Enter', { keyCode: 13, on: input })).toBe(true)
    expect(ran).toEqual(['palette.run'])
  })

  it('do not hide a key outside of fields: its code tells it', () => {
    press('Process', { code: 'KeyG', keyCode: 229 })
    press('Process', { code: 'KeyS', keyCode: 229 })
    press('Process', { code: 'Slash', shiftKey: true, keyCode: 229 })
    press('？', { code: 'Slash', shiftKey: true })
    expect(ran).toEqual(['statement.open', 'help.open', 'help.open'])
  })

  it('in a field own the key that begins a composition, but not a chord', () => {
    const input = element('<input class="at">')
    expect(press('Process', { code: 'KeyG', keyCode: 229, on: input })).toBe(false)
    expect(press('Process', { code: 'KeyK', ctrlKey: true, keyCode: 229, on: input })).toBe(true)
    expect(ran).toEqual(['palette.open'])
  })

  it('do not break a sequence by composing elsewhere', () => {
    press('g')
    press('a', composing)
    press('s')
    expect(ran).toEqual(['statement.open'])
  })
})

describe('fields', () => {
  const fields = [
    '<input>',
    '<input type="search">',
    '<input type="number">',
    '<input readonly>',
    '<textarea></textarea>',
    '<select></select>',
    '<div contenteditable></div>',
    '<div contenteditable="true"><b class="at"></b></div>',
    '<div contenteditable="plaintext-only"></div>',
    '<div role="textbox" tabindex="0"></div>',
    '<div class="monaco-editor"><textarea class="at"></textarea></div>',
    '<div class="monaco-editor"><div class="native-edit-context at" tabindex="0"></div></div>',
  ]
  it.each(fields)('%s takes letters, sequences and editing chords', (html) => {
    const on = element(html)
    contexts = ['statement', 'global']
    expect(isTyping(on)).toBe(true)
    for (const key of ['c', 'g', '/', '?', 'Delete', 'F2', '[']) expect(press(key, { on })).toBe(false)
    expect(press('z', { on, ctrlKey: true })).toBe(false)
    expect(press('Backspace', { on, ctrlKey: true })).toBe(false)
    expect(ran).toEqual([])
  })

  it.each(fields)('%s lets the palette and the query through', (html) => {
    const on = element(html)
    contexts = ['report', 'global']
    expect(press('k', { on, ctrlKey: true })).toBe(true)
    expect(press('P', { on, ctrlKey: true, shiftKey: true })).toBe(true)
    expect(press('Enter', { on, ctrlKey: true })).toBe(true)
    expect(ran).toEqual(['palette.open', 'palette.open', 'report.query'])
  })

  it('a plain key that a user bound never fires in a field, though its command may', () => {
    overrides = { 'palette.open': ['o'] }
    const on = element('<input>')
    expect(press('o', { on })).toBe(false)
    expect(press('o')).toBe(true)
    expect(ran).toEqual(['palette.open'])
  })

  it('boxes to tick and buttons are no fields', () => {
    for (const html of [
      '<input type="checkbox">',
      '<button></button>',
      '<div contenteditable="false"></div>',
    ]) {
      expect(isTyping(element(html))).toBe(false)
    }
    contexts = ['report', 'global']
    expect(press('e', { on: element('<button></button>') })).toBe(true)
  })
})

describe('widgets', () => {
  beforeEach(() => {
    contexts = ['table', 'report', 'global']
  })
  it.each(['<button></button>', '<a href="/x"></a>', '<summary></summary>', '<div role="menuitem"></div>'])(
    '%s is pressed by Enter itself',
    (html) => {
      expect(press('Enter', { on: element(html) })).toBe(false)
      expect(ran).toEqual([])
    },
  )

  it('trees, tabs and menus are walked by their arrows', () => {
    for (const html of [
      '<div role="tree"><i class="at"></i></div>',
      '<div role="tablist"><i class="at"></i></div>',
    ]) {
      expect(press('ArrowDown', { on: element(html) })).toBe(false)
    }
  })

  it('menus and popovers keep plain keys', () => {
    for (const html of [
      '<ul role="menu"><li class="at"></li></ul>',
      '<div class="bp6-popover"><input type="checkbox" class="at"></div>',
    ]) {
      expect(press('e', { on: element(html) })).toBe(false)
      expect(press('k', { on: element(html), ctrlKey: true })).toBe(true)
    }
    expect(ran).toEqual(['palette.open', 'palette.open'])
  })

  it('keep the chords that they name, and no other', () => {
    session = { role: { configRule: ['search_config'] } }
    contexts = ['report', 'global']
    const on = element('<ul data-kept-keys="alt+up alt+down"><li tabindex="0" class="at"></li></ul>')
    expect(press('ArrowDown', { altKey: true, on })).toBe(false)
    expect(press('ArrowDown', { altKey: true })).toBe(true)
    expect(press('k', { ctrlKey: true, on })).toBe(true)
    expect(ran).toEqual(['report.moveDown', 'palette.open'])
  })

  it('a table walks by its keys', () => {
    const on = element('<div role="grid" tabindex="0"></div>')
    for (const key of ['ArrowLeft', 'Home', 'PageDown', 'Enter', 's', 'f']) press(key, { on })
    press('ArrowUp', { on, ctrlKey: true, shiftKey: true })
    press('c', { on, ctrlKey: true })
    press('C', { on, ctrlKey: true, shiftKey: true })
    press('a', { on, ctrlKey: true })
    expect(ran).toEqual([
      'table.moveLeft',
      'table.rowStart',
      'table.pageDown',
      'table.open',
      'table.sort',
      'table.filter',
      'table.extendEdgeUp',
      'table.copy',
      'table.copyWithHeaders',
      'table.selectAll',
    ])
  })
})

describe('keys of the user', () => {
  it('take the place of the registry’s', () => {
    overrides = { 'help.open': ['mod+/'], 'statement.open': ['g r', 'alt+s'] }
    expect(press('?')).toBe(false)
    press('/', { ctrlKey: true })
    press('g')
    press('r')
    press('s', { altKey: true })
    expect(ran).toEqual(['help.open', 'statement.open', 'statement.open'])
  })

  it('count before a family of pages that begins with them, whose other pages stay within reach by their own', () => {
    overrides = { 'config.open': ['g c'], 'blacklist.open': ['g b'], 'others.open': ['g o o', 'alt+o'] }
    session = { role: { configRule: ['search_config'], othersRule: ['search_blackList'] } }
    for (const key of ['g', 'c', 'g', 'b', 'g', 'o', 'o']) press(key)
    expect(ran).toEqual(['config.open', 'blacklist.open', 'others.open'])
  })

  it('can be none', () => {
    overrides = { 'help.open': [] }
    expect(press('?')).toBe(false)
  })

  it('with two owners by hand go to the innermost place', () => {
    overrides = { 'help.open': ['f'] }
    contexts = ['table', 'report', 'global']
    press('f')
    expect(ran).toEqual(['table.filter'])
  })
})
