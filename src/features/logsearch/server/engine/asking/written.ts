// The forms in which a text may be written in a log: plain, or escaped by JSON writers. A line without any of
// these forms does not contain the text.

/** Most forms of one text. */
const mostForms = 10

export function writtenForms(text: string): string[] {
  const forms = new Set([text])
  for (const slash of ['/', '\\/']) {
    for (const escapesMarkup of [false, true]) {
      for (const ascii of [false, true]) forms.add(escaped(text, slash, escapesMarkup, ascii))
    }
  }
  return [...forms].slice(0, mostForms)
}

const short: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
}

function escaped(text: string, slash: string, escapesMarkup: boolean, ascii: boolean): string {
  let all = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    const code = text.charCodeAt(at)
    if (sign === '"' || sign === '\\') all += `\\${sign}`
    else if (sign === '/') all += slash
    else if (short[sign]) all += short[sign]
    else if ((escapesMarkup && /[<>&']/.test(sign)) || (ascii && code > 126) || code < 32)
      all += `\\u${code.toString(16).padStart(4, '0')}`
    else all += sign
  }
  return all
}
