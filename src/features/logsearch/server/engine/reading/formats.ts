// Parses a line's fields. A file's format is that of most of its first lines; a line in another format is a
// text without fields.
import { jsonFields, type TakeField } from './json.ts'

const formats = ['json', 'logfmt', 'combined', 'text'] as const
export type Format = (typeof formats)[number]

export function eachField(format: Format, text: string, take: TakeField): void {
  if (format === 'json') jsonFields(text, take)
  else if (format === 'logfmt') logfmtFields(text, take)
  else if (format === 'combined') combinedFields(text, take)
}

/** Names and values: `level=warn msg="no answer" ms=12`. */
function logfmtFields(text: string, take: TakeField): void {
  for (let from = 0; ; ) {
    const equals = text.indexOf('=', from)
    if (equals < 0) return
    let start = equals
    while (start > from && !/[\s"=]/.test(text[start - 1] ?? '')) start -= 1
    const isQuoted = text[equals + 1] === '"'
    const end = isQuoted ? quoteEnd(text, equals + 2) : blankFrom(text, equals + 1)
    const written = isQuoted ? text.slice(equals + 2, end - 1) : text.slice(equals + 1, end)
    const value = isQuoted ? written.replaceAll(/\\(.)/g, escaped) : written
    if (start < equals && take(text.slice(start, equals), value)) return
    from = Math.max(end, equals + 1)
  }
}

/** After the closing quote, or at the end where there is none. */
function quoteEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '"') return at + 1
  }
  return text.length + 1
}

function blankFrom(text: string, from: number): number {
  let at = from
  while (at < text.length && !/\s/.test(text[at] ?? '')) at += 1
  return at
}

const escaped = (_: string, sign: string): string => (sign === 'n' ? '\n' : sign === 't' ? '\t' : sign)

const combined =
  /^(\S{1,200}) (\S{1,200}) (\S{1,200}) \[([^\]]{1,60})\] "((?:[^"\\]|\\.)*)" (\d{3}|-) (\d+|-)(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)")?/

/** Apache's and nginx's; the common format lacks the last two. */
function combinedFields(text: string, take: TakeField): void {
  const found = combined.exec(text)
  if (!found) return
  const [, address = '', , user = '', time = '', request = '', status = '', bytes = '', referer, agent] =
    found
  const [method = '', path = '', protocol = ''] = request.split(' ', 3)
  const all: [string, string | undefined][] = [
    ['address', address],
    ['user', user === '-' ? undefined : user],
    ['time', time],
    ['method', path === '' ? undefined : method],
    ['path', path === '' ? request : path],
    ['protocol', protocol === '' ? undefined : protocol],
    ['status', status],
    ['bytes', bytes],
    ['referer', referer === '-' ? undefined : referer],
    ['agent', agent],
  ]
  for (const [name, value] of all) if (value !== undefined && take(name, value)) return
}

export function formatOf(lines: readonly string[]): Format {
  const count = (fits: (line: string) => boolean) => lines.filter(fits).length
  const most = lines.length / 2
  if (lines.length === 0) return 'text'
  if (count((line) => /^\uFEFF?\s*\{\s*"/.test(line)) > most) return 'json'
  if (count((line) => combined.test(line)) > most) return 'combined'
  if (count((line) => (line.match(/(^|\s)[\w.@-]+=/g) ?? []).length >= 2) > most) return 'logfmt'
  return 'text'
}

/** The field with this name, ignoring case; null where there is none. */
export function fieldOf(format: Format, text: string, lowerName: string): string | null {
  let found: string | null = null
  eachField(format, text, (name, value) => {
    if (name !== lowerName && name.toLowerCase() !== lowerName) return false
    found = value
    return true
  })
  return found
}

/** Usual names of time fields, where the source does not name one. */
export const timeNames = new Set(
  'time timestamp @timestamp ts t date datetime at asctime event_time eventtime logged_at created_at'.split(
    ' ',
  ),
)

const levels: Readonly<Record<string, 'debug' | 'info' | 'warn' | 'error'>> = {
  trace: 'debug',
  debug: 'debug',
  info: 'info',
  notice: 'info',
  information: 'info',
  warn: 'warn',
  warning: 'warn',
  err: 'error',
  error: 'error',
  crit: 'error',
  critical: 'error',
  fatal: 'error',
  alert: 'error',
  emerg: 'error',
  emergency: 'error',
  panic: 'error',
  severe: 'error',
}
const byNumber: Readonly<Record<string, 'debug' | 'info' | 'warn' | 'error'>> = {
  10: 'debug',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'error',
}
const levelNames = new Set(['level', 'lvl', 'severity', 'loglevel', 'log.level', 'levelname'])

/** From a level field, the status, or a level word at the start of a text. */
export function levelOf(text: string, fields: readonly { name: string; value: string }[]) {
  const named = fields.find(({ name }) => levelNames.has(name.toLowerCase()))
  if (named) return levels[named.value.toLowerCase()] ?? byNumber[named.value] ?? null
  const status = fields.find(({ name }) => name === 'status')?.value ?? ''
  if (/^[45]\d\d$/.test(status)) return status.startsWith('5') ? 'error' : 'warn'
  if (fields.length > 0) return null
  const word = /\b(trace|debug|info|notice|warn|warning|err|error|crit|critical|fatal|panic)\b/i.exec(
    text.slice(0, 120),
  )
  return word ? (levels[(word[1] ?? '').toLowerCase()] ?? null) : null
}
