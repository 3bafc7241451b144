// Parses the members of a JSON line, nested ones by path. Parses as far as possible: a truncated line keeps
// what precedes the cut. Numbers stay as written.

/** Return true to stop. */
export type TakeField = (name: string, value: string) => boolean

const deepest = 6

export function jsonFields(text: string, take: TakeField): void {
  const from = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const at = skip(text, from)
  if (text[at] === '{') members(text, at, '', 1, take)
}

const skip = (text: string, from: number): number => {
  let at = from
  for (let sign = text.charCodeAt(at); sign === 32 || sign === 9 || sign === 13; sign = text.charCodeAt(at))
    at += 1
  return at
}

/**
 * From an opening brace; returns the offset after the closing one, or -1 where the text is truncated or the
 * callback stopped.
 */
function members(text: string, from: number, path: string, depth: number, take: TakeField): number {
  let at = skip(text, from + 1)
  if (text[at] === '}') return at + 1
  for (;;) {
    if (text[at] !== '"') return -1
    const nameEnd = stringEnd(text, at)
    if (nameEnd < 0) return -1
    const name = path + unescaped(text, at + 1, nameEnd - 1)
    at = skip(text, nameEnd)
    if (text[at] !== ':') return -1
    at = value(text, skip(text, at + 1), name, depth, take)
    if (at < 0) return -1
    at = skip(text, at)
    if (text[at] === '}') return at + 1
    if (text[at] !== ',') return -1
    at = skip(text, at + 1)
  }
}

function value(text: string, at: number, name: string, depth: number, take: TakeField): number {
  const sign = text[at]
  if (sign === '{' && depth < deepest) {
    const isEmpty = text[skip(text, at + 1)] === '}'
    if (!isEmpty) return members(text, at, `${name}.`, depth + 1, take)
  }
  const end =
    sign === '"'
      ? stringEnd(text, at)
      : sign === '{' || sign === '['
        ? nestedEnd(text, at)
        : wordEnd(text, at)
  if (end < 0) {
    take(name, sign === '"' ? unescaped(text, at + 1, text.length) : text.slice(at))
    return -1
  }
  if (end === at) return -1
  const written = sign === '"' ? unescaped(text, at + 1, end - 1) : text.slice(at, end)
  return take(name, written) ? -1 : end
}

/** After the closing quote; -1 where there is none. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return -1
    let slashes = 0
    while (text.charCodeAt(quote - 1 - slashes) === 92) slashes += 1
    if (slashes % 2 === 0) return quote + 1
    at = quote + 1
  }
}

function nestedEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === 34) {
      const end = stringEnd(text, at)
      if (end < 0) return -1
      at = end - 1
    } else if (sign === 123 || sign === 91) depth += 1
    else if (sign === 125 || sign === 93) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

function wordEnd(text: string, from: number): number {
  let at = from
  for (; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === 44 || sign === 125 || sign === 93 || sign === 32 || sign === 9 || sign === 13) break
  }
  return at
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** The text between the quotes, unescaped. */
function unescaped(text: string, from: number, to: number): string {
  const written = text.slice(from, to)
  if (!written.includes('\\')) return written
  return written.replaceAll(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (_, sign: string) =>
    sign.length === 5 ? String.fromCharCode(Number.parseInt(sign.slice(1), 16)) : (escapes[sign] ?? sign),
  )
}
