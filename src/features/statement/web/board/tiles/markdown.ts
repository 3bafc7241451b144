// Reads the Markdown of text tiles into blocks: headings, paragraphs, lists, quotes, code, rules, tables. HTML stays the
// text that it is, and an address is a link only where it leads to a web page or to a page of ours.

export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'bold' | 'italic' | 'struck'; parts: Inline[] }
  | { kind: 'link'; parts: Inline[]; href: string }

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; parts: Inline[] }
  | { kind: 'paragraph' | 'quote'; lines: Inline[][] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }

const heading = /^(#{1,6}) +(\S.*)$/
const bullet = /^ {0,3}[-*+] +(\S.*)$/
const numbered = /^ {0,3}\d{1,9}[.)] +(\S.*)$/
const quote = /^> ?(.*)$/
const rule = /^ {0,3}(?:-{3,}|\*{3,}|_{3,}) *$/
const fence = /^```/

export function readMarkdown(text: string): Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  let at = 0
  /** Takes lines as long as they match. */
  const take = (pattern: RegExp): string[] => {
    const found: string[] = []
    for (
      let match = pattern.exec(lines[at] ?? '');
      match && at < lines.length;
      match = pattern.exec(lines[at] ?? '')
    ) {
      found.push(match[1] ?? '')
      at += 1
    }
    return found
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const head = heading.exec(line)
    if (line.trim() === '') at += 1
    else if (fence.test(line)) {
      const end = lines.findIndex((one, place) => place > at && fence.test(one))
      const last = end < 0 ? lines.length : end
      blocks.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') })
      at = last + 1
    } else if (head) {
      const level = Math.min(3, head[1]?.length ?? 1) as 1 | 2 | 3
      blocks.push({ kind: 'heading', level, parts: readInline(head[2] ?? '') })
      at += 1
    } else if (rule.test(line)) {
      blocks.push({ kind: 'rule' })
      at += 1
    } else if (bullet.test(line) || numbered.test(line)) {
      const isOrdered = numbered.test(line)
      const items = take(isOrdered ? numbered : bullet)
      blocks.push({ kind: 'list', isOrdered, items: items.map((item) => readInline(item)) })
    } else if (quote.test(line)) {
      blocks.push({ kind: 'quote', lines: take(quote).map((one) => readInline(one)) })
    } else if (line.includes('|') && isDivider(lines[at + 1] ?? '')) {
      at += 2
      const rows: Inline[][][] = []
      for (; (lines[at] ?? '').includes('|'); at++) rows.push(cellsOf(lines[at] ?? ''))
      blocks.push({ kind: 'table', head: cellsOf(line), rows })
    } else {
      const own: string[] = []
      for (; at < lines.length && (own.length === 0 || !begins(lines[at] ?? '')); at++)
        own.push(lines[at] ?? '')
      blocks.push({ kind: 'paragraph', lines: own.map((one) => readInline(one)) })
    }
  }
  return blocks
}

const begins = (line: string): boolean =>
  line.trim() === '' || [heading, bullet, numbered, quote, rule, fence].some((pattern) => pattern.test(line))

const cellTexts = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim())

const cellsOf = (line: string): Inline[][] => cellTexts(line).map((cell) => readInline(cell))

const isDivider = (line: string): boolean =>
  line.includes('-') && cellTexts(line).every((cell) => /^:?-+:?$/.test(cell))

const marks = [
  { mark: '**', kind: 'bold' },
  { mark: '__', kind: 'bold' },
  { mark: '~~', kind: 'struck' },
  { mark: '*', kind: 'italic' },
  { mark: '_', kind: 'italic' },
] as const

const deepest = 4

/** Each mark is looked for once from its place on, so that a text of many open marks takes no longer than others. */
export function readInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = []
  let plain = ''
  const put = (part: Inline) => {
    if (plain !== '') parts.push({ kind: 'text', text: plain })
    plain = ''
    parts.push(part)
  }
  const missing = new Set<string>()
  const endOf = (mark: string, from: number): number => {
    if (missing.has(mark)) return -1
    let end = text.indexOf(mark, from)
    while (end > 0 && text[end - 1] === '\\') end = text.indexOf(mark, end + mark.length)
    if (end < 0) missing.add(mark)
    return end
  }
  let at = 0
  while (at < text.length) {
    const code = text[at] === '`' ? endOf('`', at + 1) : -1
    const link = text[at] === '[' ? linkAt(text, at, endOf) : null
    const found = depth < deepest ? marks.find(({ mark }) => text.startsWith(mark, at)) : undefined
    const end = found ? endOf(found.mark, at + found.mark.length + 1) : -1
    if (text[at] === '\\' && /[\\`*_~[\]#>|-]/.test(text[at + 1] ?? '')) {
      plain += text[at + 1]
      at += 2
    } else if (code > at) {
      put({ kind: 'code', text: text.slice(at + 1, code) })
      at = code + 1
    } else if (link) {
      put({ kind: 'link', href: link.href, parts: readInline(link.text, depth + 1) })
      at = link.end
    } else if (found && end > 0 && isWord(text, at, found.mark)) {
      put({ kind: found.kind, parts: readInline(text.slice(at + found.mark.length, end), depth + 1) })
      at = end + found.mark.length
    } else {
      plain += text[at]
      at += 1
    }
  }
  if (plain !== '') parts.push({ kind: 'text', text: plain })
  return parts
}

/** Names with underscores (login_day) are no emphasis. */
const isWord = (text: string, at: number, mark: string): boolean =>
  !mark.startsWith('_') || at === 0 || !/[\w]/.test(text[at - 1] ?? '')

function linkAt(text: string, at: number, endOf: (mark: string, from: number) => number) {
  const close = endOf('](', at + 1)
  const end = close < 0 ? -1 : endOf(')', close + 2)
  if (end < 0) return null
  const href = safeHref(text.slice(close + 2, end).trim())
  return href === null ? null : { text: text.slice(at + 1, close), href, end: end + 1 }
}

/** Pages of the web and of ours; anything else (javascript:, data:) is text. */
function safeHref(href: string): string | null {
  if (/^\/(?![/\\])/.test(href)) return href
  return /^https?:\/\/[^\s]+$/i.test(href) ? href : null
}
