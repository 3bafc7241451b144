// Snippets of SQL that users keep: what stands in their text to be filled in, as it is told to the editor.
//
//   ${1:表名}  a place with what stands there at first     ${2|日,周,月|}  one of a few
//   ${1}  $1  an empty place     ${0}  $0  where the cursor ends     \$  a dollar sign
//
// Any other dollar sign is a text: '$.path', $$text$$, '$100'.

export const longestPrefix = 40
export const longestTitle = 60
const longestSnippet = 20_000
export const mostSnippets = 1_000
/** The most characters of all of a user's snippets. */
export const roomOfSnippets = 2_000_000

const prefixPattern = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u

/** As stored: full-width letters become half-width. */
export const cleanPrefix = (typed: string): string => typed.normalize('NFKC').trim()

/** The reason in Chinese why it is invalid; null where it is valid. */
export function prefixProblem(typed: string): string | null {
  const prefix = cleanPrefix(typed)
  if (prefix === '') return '请填写前缀：输入它时补全会列出这个片段'
  if ([...prefix].length > longestPrefix) return `前缀最多 ${longestPrefix} 个字`
  if (!prefixPattern.test(prefix)) return '前缀只能是字母、汉字、数字和下划线，不能以数字开头'
  return null
}

/** The reason in Chinese why it is invalid; null where it is valid. */
export function bodyProblem(body: string): string | null {
  if (body.trim() === '') return '请填写内容'
  const { length } = [...body]
  return length > longestSnippet ? `内容最多 ${longestSnippet} 个字，现在有 ${length} 个` : null
}

type SnippetPart =
  | { kind: 'text'; text: string }
  | { kind: 'place'; number: number; within: SnippetPart[] }
  | { kind: 'choice'; number: number; choices: string[] }

interface ReadSnippet {
  parts: SnippetPart[]
  /** Lines, from 1, with malformed placeholders. */
  brokenLines: number[]
}

export function readSnippet(body: string): ReadSnippet {
  const ends = endsOf(body)
  const broken: number[] = []
  const parts = partsIn({ body, ends, broken }, 0, body.length, false)
  const lineAt = (offset: number) => body.slice(0, offset).split('\n').length
  return { parts, brokenLines: [...new Set(broken.map(lineAt))] }
}

interface Reader {
  body: string
  /** Closing bracket of each `${1:`, by its offset. */
  ends: ReadonlyMap<number, number>
  broken: number[]
}

/** An amount of money is no placeholder: $100, $1.5, $1,000. */
const simple = /\$(\d)(?![\p{L}\p{N}_$%]|[.,]\d)/uy
const choice = /\$\{(\d{1,2})\|([^|{}\n]+)\|\}/y
const opening = /\$\{(\d{1,2})(?:(\})|:)/y

const at = (pattern: RegExp, body: string, from: number): RegExpExecArray | null => {
  pattern.lastIndex = from
  return pattern.exec(body)
}

/** `\$` everywhere; `\}` and `\\` only inside a placeholder: elsewhere they are plain text. */
const isEscape = (body: string, from: number, isWithin: boolean): boolean => {
  const next = body[from + 1] ?? ''
  return body[from] === '\\' && (next === '$' || (isWithin && (next === '}' || next === '\\')))
}

/** Deeper placeholders are plain text. */
const deepest = 5

/** In a single pass, so that no text makes it slow. */
function endsOf(body: string): Map<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (let from = 0; from < body.length; from += 1) {
    if (isEscape(body, from, open.length > 0)) from += 1
    else if (body[from] === '$') {
      const several = at(choice, body, from)
      const found = several ?? at(opening, body, from)
      if (found && (several || found[2] !== undefined)) from += found[0].length - 1
      else if (found) {
        open.push(from)
        from += found[0].length - 1
      }
    } else if (body[from] === '}' && open.length > 0) {
      const start = open.pop() as number
      if (open.length < deepest) ends.set(start, from)
    }
  }
  return ends
}

function partsIn(reader: Reader, start: number, end: number, isWithin: boolean): SnippetPart[] {
  const { body } = reader
  const parts: SnippetPart[] = []
  let text = ''
  for (let from = start; from < end; ) {
    const isEscaped = isEscape(body, from, isWithin)
    const found = !isEscaped && body[from] === '$' ? placeAt(reader, from) : null
    if (found) {
      if (text !== '') parts.push({ kind: 'text', text })
      text = ''
      parts.push(found.part)
      from = found.end
    } else {
      text += body[isEscaped ? from + 1 : from]
      from += isEscaped ? 2 : 1
    }
  }
  if (text !== '') parts.push({ kind: 'text', text })
  return parts
}

function placeAt(reader: Reader, from: number): { part: SnippetPart; end: number } | null {
  const { body, ends, broken } = reader
  const plain = at(simple, body, from)
  if (plain) return { part: emptyPlace(plain[1]), end: from + plain[0].length }
  const several = at(choice, body, from)
  if (several) {
    const choices = (several[2] as string).split(',').map((one) => one.trim())
    const part = { kind: 'choice' as const, number: Number(several[1]), choices: choices.filter(Boolean) }
    return { part, end: from + several[0].length }
  }
  const open = at(opening, body, from)
  if (open?.[2] !== undefined) return { part: emptyPlace(open[1]), end: from + open[0].length }
  const end = ends.get(from)
  if (open && end !== undefined) {
    const within = partsIn(reader, from + open[0].length, end, true)
    return { part: { kind: 'place', number: Number(open[1]), within }, end: end + 1 }
  }
  if (body[from + 1] === '{') broken.push(from)
  return null
}

const emptyPlace = (number: string | undefined): SnippetPart => ({
  kind: 'place',
  number: Number(number),
  within: [],
})

const escaped = (text: string): string => text.replace(/[\\$}]/g, '\\$&')
const escapedChoice = (text: string): string => text.replace(/[\\$}|,]/g, '\\$&')

/** In Monaco's snippet syntax, with everything else escaped. */
export function editorSnippet(body: string): string {
  const written = (parts: readonly SnippetPart[]): string =>
    parts
      .map((part) => {
        if (part.kind === 'text') return escaped(part.text)
        if (part.kind === 'choice') return `\${${part.number}|${part.choices.map(escapedChoice).join(',')}|}`
        return part.within.length === 0 ? `\${${part.number}}` : `\${${part.number}:${written(part.within)}}`
      })
      .join('')
  return written(readSnippet(body).parts)
}

/** The inserted text with nothing filled in. */
export function snippetText(body: string): string {
  const written = (parts: readonly SnippetPart[]): string =>
    parts
      .map((part) =>
        part.kind === 'text'
          ? part.text
          : part.kind === 'choice'
            ? (part.choices[0] ?? '')
            : written(part.within),
      )
      .join('')
  return written(readSnippet(body).parts)
}

/** SQL as an equivalent snippet text. */
export const snippetOf = (sql: string): string =>
  sql.replaceAll(/\r\n?/g, '\n').replaceAll(/(?<=\\)\$|\$(?=\{|\d(?![\p{L}\p{N}_$%]|[.,]\d))/gu, '\\$&')

/** Without the indentation common to all lines. */
export function dedented(sql: string): string {
  const lines = sql.split('\n')
  const blanks = lines.flatMap((line) => (line.trim() === '' ? [] : [/^ */.exec(line)?.[0].length ?? 0]))
  const common = Math.min(...blanks)
  return common > 0 && Number.isFinite(common) ? lines.map((line) => line.slice(common)).join('\n') : sql
}
