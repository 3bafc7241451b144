// Formats JSON token by token: numbers keep every digit, which parsing would lose.

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
const indent = '  '

export function looksLikeJson(text: string): boolean {
  return /^\s*(\{[\s\S]*\}|\[[\s\S]*\])\s*$/.test(text)
}

/** Null where the text is not JSON. */
export function prettyJson(text: string): string | null {
  try {
    JSON.parse(text)
  } catch {
    return null
  }
  let out = ''
  let depth = 0
  let before = ''
  const line = () => `\n${indent.repeat(depth)}`
  for (const [part] of text.matchAll(token)) {
    const isEnd = part === '}' || part === ']'
    if (isEnd) depth--
    const opened = before === '{' || before === '['
    if ((opened && !isEnd) || (isEnd && !opened) || before === ',') out += line()
    out += part === ':' ? ': ' : part
    if (part === '{' || part === '[') depth++
    before = part
  }
  return out
}
