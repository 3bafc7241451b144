// Values in an address: readable, comma-separated, and reversible for any text a filter may hold.
// `!` introduces what plain text cannot say: !! is «!», !c is «,», !n the empty value, !d a number, !u a lone surrogate.

type Value = string | number | null

function encodeText(text: string): string {
  return (
    text
      .replaceAll('!', '!!')
      .replaceAll(',', '!c')
      // URLSearchParams replaces a lone surrogate by U+FFFD, so it needs an escape.
      .replace(
        /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
        (half) => `!u${half.charCodeAt(0).toString(16)}`,
      )
  )
}

export function encodeValues(values: readonly Value[]): string {
  return values
    .map((value) => (value === null ? '!n' : typeof value === 'number' ? `!d${value}` : encodeText(value)))
    .join(',')
}

function decodeOne(text: string): Value | undefined {
  if (text === '!n') return null
  if (text.startsWith('!d')) {
    const number = Number(text.slice(2))
    return text.length > 2 && Number.isFinite(number) ? number : undefined
  }
  let wrong = false
  const value = text.replace(/!(u[0-9a-f]{4}|[!c]|)/g, (whole, code: string) => {
    if (code === '!') return '!'
    if (code === 'c') return ','
    if (code.startsWith('u')) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    wrong = true
    return whole
  })
  return wrong ? undefined : value
}

/** Undefined when the text was not written by `encodeValues`. */
export function decodeValues(text: string): Value[] | undefined {
  const values = text.split(',').map(decodeOne)
  return values.includes(undefined) ? undefined : (values as Value[])
}
