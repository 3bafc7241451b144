// Key presses as reported by keyboards, layouts and input methods.
import { describe, expect, it } from 'vitest'
import { ariaKeys, keyBoxes, keyText } from '#web/shell/keys/keyText.ts'
import { isComposition, type KeyEvent, parseKeys, parseStroke, strokeOf } from '#web/shell/keys/stroke.ts'

function press(key: string, more: Partial<KeyEvent> & { graph?: boolean } = {}): KeyEvent {
  const { graph = false, ...event } = more
  return {
    key,
    code: '',
    keyCode: 0,
    isComposing: false,
    ctrlKey: false,
    altKey: false,
    shiftKey: false,
    metaKey: false,
    getModifierState: (name) => graph && name === 'AltGraph',
    ...event,
  }
}

describe('strokeOf', () => {
  it.each<[string, KeyEvent, string | null]>([
    ['a letter', press('g'), 'g'],
    ['a letter with Caps Lock', press('G'), 'g'],
    ['Shift and a letter', press('C', { shiftKey: true }), 'shift+c'],
    ['Shift and a letter with Caps Lock', press('c', { shiftKey: true }), 'shift+c'],
    ['Ctrl+K', press('k', { ctrlKey: true }), 'ctrl+k'],
    ['Ctrl+Shift+P', press('P', { ctrlKey: true, shiftKey: true }), 'ctrl+shift+p'],
    ['Ctrl+K with Caps Lock', press('K', { ctrlKey: true }), 'ctrl+k'],
    ['a symbol that needs Shift here', press('?', { shiftKey: true, code: 'Slash' }), '?'],
    ['a slash that needs Shift on a German keyboard', press('/', { shiftKey: true, code: 'Digit7' }), '/'],
    ['a digit that needs Shift on a French keyboard', press('1', { shiftKey: true, code: 'Digit1' }), '1'],
    ['A on a French keyboard', press('a', { code: 'KeyQ' }), 'a'],
    ['K on Dvorak', press('k', { code: 'KeyV', ctrlKey: true }), 'ctrl+k'],
    ['AltGr typing a bracket', press('[', { ctrlKey: true, altKey: true, graph: true }), '['],
    ['AltGr alone', press('AltGraph', { ctrlKey: true, altKey: true, graph: true }), null],
    ['a Cyrillic letter', press('ы', { code: 'KeyS' }), 's'],
    ['Ctrl and a Cyrillic letter', press('л', { code: 'KeyK', ctrlKey: true }), 'ctrl+k'],
    ['an input method', press('Process', { code: 'KeyG', keyCode: 229 }), 'g'],
    ['an input method, Ctrl', press('Process', { code: 'KeyK', ctrlKey: true, keyCode: 229 }), 'ctrl+k'],
    ['an input method, a symbol', press('Process', { code: 'Slash', shiftKey: true }), '?'],
    ['an input method, a bracket', press('Process', { code: 'BracketLeft' }), '['],
    ['an input method, Enter', press('Process', { code: 'Enter' }), 'enter'],
    ['Unidentified', press('Unidentified', { code: 'KeyS' }), 's'],
    ['a full-width question mark', press('？', { shiftKey: true, code: 'Slash' }), '?'],
    ['a Chinese comma for a slash', press('、', { code: 'Slash' }), '/'],
    ['a Chinese bracket', press('【', { code: 'BracketLeft' }), '['],
    ['a full-width letter', press('ｇ', { code: 'KeyG' }), 'g'],
    ['a dead key', press('Dead', { code: 'Quote' }), null],
    ['Alt and a dead key', press('Dead', { code: 'KeyE', altKey: true }), 'alt+e'],
    ['a modifier', press('Control', { ctrlKey: true }), null],
    ['Caps Lock', press('CapsLock'), null],
    ['an arrow', press('ArrowUp'), 'up'],
    ['Ctrl and an arrow', press('ArrowDown', { ctrlKey: true, shiftKey: true }), 'ctrl+shift+down'],
    ['the pad’s Enter', press('Enter', { code: 'NumpadEnter' }), 'enter'],
    ['space', press(' '), 'space'],
    ['plus', press('+', { shiftKey: true }), 'plus'],
    ['a function key', press('F2'), 'f2'],
    ['the Windows key', press('k', { metaKey: true }), 'meta+k'],
    ['emoji', press('😀'), null],
    ['a media key', press('AudioVolumeUp'), null],
    ['nothing', press(''), null],
  ])('%s', (_, event, expected) => {
    expect(strokeOf(event, false)).toBe(expected)
  })

  it('takes Option on a Mac for typing a symbol, and for a chord with a letter', () => {
    expect(strokeOf(press('[', { altKey: true, code: 'Digit5' }), true)).toBe('[')
    expect(strokeOf(press('å', { altKey: true, code: 'KeyA' }), true)).toBe('alt+a')
    expect(strokeOf(press('÷', { altKey: true, code: 'Slash' }), true)).toBe('alt+/')
    expect(strokeOf(press('k', { metaKey: true }), true)).toBe(parseStroke('mod+k', true))
  })
})

describe('isComposition', () => {
  it('leaves every key to an input method that is composing', () => {
    for (const key of ['g', 'Enter', 'ArrowDown', 'Escape', 'Process']) {
      expect(isComposition(press(key, { isComposing: true }))).toBe(true)
    }
    // Safari sends the Enter that ends a composition after it, with this code alone.
    expect(isComposition(press('Enter', { keyCode: 229 }))).toBe(true)
    expect(isComposition(press('Enter', { keyCode: 13 }))).toBe(false)
  })
})

describe('written keys', () => {
  it('become one canonical form', () => {
    expect(parseKeys('mod+shift+P', false)).toEqual(['ctrl+shift+p'])
    expect(parseKeys('shift+mod+p', false)).toEqual(['ctrl+shift+p'])
    expect(parseKeys('g s', false)).toEqual(['g', 's'])
    expect(parseKeys('mod+k', true)).toEqual(['meta+k'])
    expect(parseKeys('mod+,', false)).toEqual(['ctrl+,'])
    expect(parseKeys('?', false)).toEqual(['?'])
  })
  it.each(['', ' ', 'g  s', 'shift+/', 'ctrl+ctrl+k', 'hyper+k', 'mod+', '+', 'foo', 'ctrl+报', 'g s '])(
    '%j is none',
    (written) => {
      expect(parseKeys(written, false)).toBeNull()
    },
  )
  it('are shown by boxes', () => {
    expect(keyBoxes('mod+shift+p', false)).toEqual(['Ctrl', 'Shift', 'P'])
    expect(keyBoxes('mod+k', true)).toEqual(['⌘', 'K'])
    expect(keyBoxes('g s', false)).toEqual(['g', 's'])
    expect(keyBoxes('enter', false)).toEqual(['↵'])
    expect(keyBoxes('shift+up', false)).toEqual(['Shift', '↑'])
    expect(keyBoxes('broken+', false)).toEqual([])
    expect(keyText('mod+shift+p', false)).toBe('Ctrl+Shift+P')
    expect(keyText('g s', false)).toBe('g s')
    expect(ariaKeys(['mod+k', 'g s', 'mod+shift+p'], false)).toBe('Control+K Control+Shift+P')
    expect(ariaKeys(['g s'], false)).toBeUndefined()
  })
})
