// Random JSON from a seed, written in every form that JSON allows.

export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Keys without escapes: V8 (in Node 26) may confuse a key with an earlier one when the text before its escape is
 * equal.
 */
const keys = ['', 'a', 'b', '键', 'a,b:{}[]', 'É', '😀', '</script>', 'x'.repeat(700)]
const strings = [
  '',
  'a',
  '键',
  '"',
  '\\',
  '\n',
  '\u0000',
  '\ud800',
  '😀',
  '</script>',
  'a,b:{}[]',
  'É',
  'x'.repeat(700),
]
const numbers = ['0', '-0', '1', '-1.5', '1e400', '1E+2', '12345678901234567890', '0.1000000000000000055']

export function randomJson(random: () => number, depth = 4): string {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const space = () => (random() < 0.3 ? pick([' ', '\n', '\t', '\r\n', '  ']) : '')
  const string = () => {
    const text = JSON.stringify(pick(strings) + pick(strings))
    return random() < 0.3
      ? text.replace(/[a-z]/g, (one) => (random() < 0.5 ? `\\u00${one.charCodeAt(0).toString(16)}` : one))
      : text
  }
  const safe = () => {
    const text = string()
    // Escaping a letter that belongs to an escape breaks the text, which is then replaced.
    try {
      JSON.parse(text)
      return text
    } catch {
      return JSON.stringify(pick(strings))
    }
  }
  const kind = depth === 0 ? Math.floor(random() * 4) : Math.floor(random() * 7)
  if (kind === 0) return safe()
  if (kind === 1) return pick(numbers)
  if (kind === 2) return pick(['true', 'false', 'null'])
  if (kind === 3) return String(Math.floor(random() * 1e9))
  const count = Math.floor(random() * (kind === 6 ? 40 : 5))
  const items = Array.from({ length: count }, () => {
    const value = `${space()}${randomJson(random, depth - 1)}${space()}`
    return kind === 4 ? value : `${space()}"${pick(keys)}${pick(keys)}"${space()}:${value}`
  })
  return kind === 4 ? `[${items.join(',') || space()}]` : `{${items.join(',') || space()}}`
}
