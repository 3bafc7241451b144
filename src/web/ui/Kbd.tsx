// Keys as small boxes, one a key: `mod+k`, `g s`, `?`.

const isMac = /mac|iphone|ipad/i.test(navigator.platform)

const words: Readonly<Record<string, string>> = {
  mod: isMac ? '⌘' : 'Ctrl',
  ctrl: 'Ctrl',
  control: 'Ctrl',
  meta: '⌘',
  cmd: '⌘',
  shift: 'Shift',
  alt: isMac ? '⌥' : 'Alt',
  esc: 'Esc',
  escape: 'Esc',
  tab: 'Tab',
  enter: '↵',
  space: '空格',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  backspace: '⌫',
  delete: 'Del',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
}

/** The texts of the boxes. A plus that stands alone, or after another plus, is the key itself. */
export function keyTexts(keys: string): string[] {
  return keys
    .split(' ')
    .filter(Boolean)
    .flatMap((chord) => (chord === '+' ? ['+'] : chord.replace(/\+\+$/, '+plus').split('+')))
    .map((key) => (key === 'plus' ? '+' : (words[key.toLowerCase()] ?? shownLetter(key))))
}

function shownLetter(key: string): string {
  return key.length > 1 ? key.toUpperCase() : key
}

export function Kbd({ keys, className = '' }: { keys: string; className?: string }) {
  // A chord's letter is shown as on the keyboard; a sequence's as it is typed.
  const texts = keys.includes('+') ? keyTexts(keys).map((text) => capital(text)) : keyTexts(keys)
  return (
    <span className={`kbd-group ${className}`}>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the boxes of a key never change their order.
        <kbd className="kbd" key={index}>
          {text}
        </kbd>
      ))}
    </span>
  )
}

function capital(text: string): string {
  return text.length === 1 ? text.toUpperCase() : text
}
