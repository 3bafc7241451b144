// Distinguished names (RFC 4514) in one form: the same group is written in several.

/** Lower case, without blanks around the separators, escapes as the signs that they stand for. */
export const plainDn = (dn: string): string => partsOf(dn, ',').map(plainPart).join(',')

const plainPart = (part: string): string =>
  partsOf(part, '+')
    .map((one) => {
      const at = one.indexOf('=')
      return `${one.slice(0, at).trim()}=${unescaped(one.slice(at + 1).trim())}`.toLowerCase()
    })
    .sort()
    .join('+')

/** Cuts at separators that are not escaped. */
function partsOf(text: string, separator: string): string[] {
  const parts = ['']
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === separator) parts.push('')
    else {
      const taken = sign === '\\' ? text.slice(at, at + 2) : sign
      parts.push((parts.pop() ?? '') + taken)
      at += taken.length - 1
    }
  }
  return parts
}

/** `\2C` and `\,` are the same comma; bytes beyond ASCII come as several escapes. The comma stays marked. */
function unescaped(value: string): string {
  const bytes = value.replace(/(?:\\[0-9a-fA-F]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('\\', ''), 'hex')
      .toString('utf8')
      .replace(/[,+\\]/g, '\\$&'),
  )
  return bytes.replace(/\\([^,+\\])/g, '$1')
}
