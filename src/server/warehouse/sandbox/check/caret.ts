// Finds the position that `LINE 3: …where nosuch = 1` with a `^` below points to. The engine shortens long
// lines for a terminal, marks that with dots, and counts wide characters twice.

export function caretOffset(message: string, text: string): number | null {
  const match = /\nLINE (\d+): ([^\n]*)\n( *)\^\s*$/.exec(message)
  if (!match) return null
  const [, line = '1', shown = '', indent = ''] = match
  const lead = `LINE ${line}: `.length
  const width = indent.length - lead
  const fragment = shown.replace(/\.\.\.$/, '')
  const start = lineStart(text, Number(line))
  const end = text.indexOf('\n', start)
  const whole = text.slice(start, end < 0 ? text.length : end)
  for (const [cut, skipped] of [
    [fragment, 0],
    [fragment.replace(/^\.\.\./, ''), 3],
  ] as const) {
    const at = whole.indexOf(cut)
    if (at >= 0) return start + at + lengthOfWidth(cut, width - skipped)
  }
  return null
}

function lineStart(text: string, line: number): number {
  let start = 0
  for (let at = 1; at < line; at += 1) {
    const next = text.indexOf('\n', start)
    if (next < 0) return start
    start = next + 1
  }
  return start
}

/** The number of UTF-16 units that take this many terminal columns. */
function lengthOfWidth(text: string, width: number): number {
  let columns = 0
  let length = 0
  for (const char of text) {
    if (columns >= width) break
    columns += isWide(char) ? 2 : 1
    length += char.length
  }
  return length
}

const isWide = (char: string): boolean =>
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
    char,
  )
