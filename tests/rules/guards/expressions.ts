// Finds the regular expressions of a source text, and texts on which a backtracking one becomes slow.

/** The literals as written: `/a+/g`. */
export function expressionsIn(source: string): string[] {
  const found: string[] = []
  // Depths of braces at which a `${…}` returns to its template.
  const templates: number[] = []
  let braces = 0
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at, at + 4_000)
    const isTemplate = rest[0] === '`' || (rest[0] === '}' && templates.at(-1) === braces)
    const skipped = isTemplate
      ? templatePart.exec(rest)?.[0]
      : (passed.exec(rest)?.[0] ??
        (mayBegin(source.slice(Math.max(0, at - 60), at)) ? expression.exec(rest)?.[0] : undefined))
    if (isTemplate && rest[0] === '}') templates.pop()
    if (isTemplate && skipped?.endsWith('${')) templates.push(braces)
    else if (!isTemplate && rest[0] === '{') braces += 1
    else if (!isTemplate && rest[0] === '}') braces -= 1
    if (!isTemplate && skipped !== undefined && /^\/[^/*]/.test(skipped)) found.push(skipped)
    at += skipped?.length ?? 1
  }
  return found
}

const passed = /^(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")/
const templatePart = /^[`}](?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/
const expression = /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*/

/** Whether a slash here begins an expression rather than dividing. */
function mayBegin(before: string): boolean {
  const last = /(\w+|\S)\s*$/.exec(before)?.[1] ?? '('
  return /^(?:return|typeof|case|of|in|[([{,;=:!&|?+\-*%<>~^}])$/.test(last)
}

/** One character per kind, and the characters and words that occur in the expression. */
function lettersFor({ source }: RegExp): string[] {
  const own = source
    .replace(/\\[pPuxk](?:\{[^}]*\}|<[^>]*>|[0-9a-fA-F]{2,4})?|\\[bBdDsSwWnrtfv0]|\(\?<?[:=!]|\[\^/g, ' ')
    .replace(/[\\()[\]{}|]/g, '')
  const words = (own.match(/[A-Za-z]{2,}/g) ?? []).slice(0, 3)
  return [...new Set(['a', '1', ' ', '中', ...words, ...own])].slice(0, 20)
}

/** An end of a text that neither `.` nor `\\s` matches completely, so that a match fails. */
export const unmatched = '\n\0'

/** Texts of about `size` characters that repeat one or two letters. */
export function* runs(pattern: RegExp, size: number): Generator<string> {
  const letters = lettersFor(pattern)
  for (const one of letters) {
    for (const other of letters) {
      const part = one === other ? one : one + other
      yield part.repeat(Math.ceil(size / part.length))
    }
  }
}
