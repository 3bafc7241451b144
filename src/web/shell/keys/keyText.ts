// How keys are displayed: a box per key, words for modifiers, signs for arrows and Enter.
import { isMac, parseKeys } from './stroke.ts'

const words: Record<string, string> = {
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  meta: 'Win',
  enter: '↵',
  escape: 'Esc',
  tab: 'Tab',
  space: 'Space',
  backspace: 'Backspace',
  delete: 'Del',
  insert: 'Ins',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  plus: '+',
}
const macWords: Record<string, string> = {
  ctrl: '⌃',
  alt: '⌥',
  shift: '⇧',
  meta: '⌘',
  backspace: '⌫',
  delete: '⌦',
}

/** The text of each box, for a binding in the registry's notation: `mod+shift+p` → Ctrl, Shift, P. */
export function keyBoxes(written: string, mac = isMac): string[] {
  return (parseKeys(written, mac) ?? []).flatMap((stroke) => strokeBoxes(stroke, mac))
}

function strokeBoxes(stroke: string, mac: boolean): string[] {
  const parts = stroke.split('+')
  const chord = parts.length > 1
  return parts.map((part) => (mac && macWords[part]) || words[part] || keyLabel(part, chord))
}

/** A letter is upper case in a chord, as printed on the key; lower case on its own, as typed. */
function keyLabel(key: string, chord: boolean): string {
  return chord || key.length > 1 ? key.toUpperCase() : key
}

/** For tooltips and screen readers: `Ctrl+Shift+P`, `g s`. */
export function keyText(written: string, mac = isMac): string {
  return (parseKeys(written, mac) ?? []).map((stroke) => strokeBoxes(stroke, mac).join('+')).join(' ')
}

const ariaNames: Record<string, string> = {
  ctrl: 'Control',
  alt: 'Alt',
  shift: 'Shift',
  meta: 'Meta',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  space: 'Space',
  plus: 'Plus',
  enter: 'Enter',
  escape: 'Escape',
  tab: 'Tab',
  home: 'Home',
  end: 'End',
  delete: 'Delete',
  backspace: 'Backspace',
  insert: 'Insert',
}

/** The value of `aria-keyshortcuts`; the attribute has no notation for sequences, so they are left out. */
export function ariaKeys(written: readonly string[], mac = isMac): string | undefined {
  const strokes = written.map((keys) => parseKeys(keys, mac)).filter((keys) => keys?.length === 1)
  if (strokes.length === 0) return undefined
  return strokes
    .map((keys) =>
      (keys?.[0] ?? '')
        .split('+')
        .map((part) => ariaNames[part] ?? part.toUpperCase())
        .join('+'),
    )
    .join(' ')
}
