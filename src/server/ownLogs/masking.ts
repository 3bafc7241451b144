// Takes out of the server's error lines what is nobody's to read: passwords, tokens, cookies, signatures, seeds, what
// stands behind an address's question mark.

const named =
  /(password|passwd|pwd|secret|token|cookie|authorization|signature|seed|otp|api[_-]?key|access[_-]?key|private[_-]?key)([\w-]{0,20}[\\"']{0,6}(?:\s{0,4}[:=]\s{0,4}|\s(?=[\\"'])))([\\"']{0,6})/gi
const bearer = /\b(bearer|basic) [\w.~+/=-]{6,}/gi
const inAddress = /(\w{2,12}:\/\/)[^\s/@"]{1,200}@/g
const parameters = /(https?:\/\/[^\s"'?#\\]{1,2000})\?[^\s"'\\]+/g

/** Of a line of JSON; it stays one. */
export function masked(line: string): string {
  return maskedValues(line.replaceAll(bearer, '$1 ***'))
    .replaceAll(inAddress, '$1***@')
    .replaceAll(parameters, '$1?***')
}

/** What follows such a name, up to the quote that ends it or, without quotes, the next blank or sign that parts. */
function maskedValues(line: string): string {
  let all = ''
  let from = 0
  named.lastIndex = 0
  for (let found = named.exec(line); found; found = named.exec(line)) {
    const start = named.lastIndex
    const isQuoted = found[3] !== ''
    const rest = isQuoted ? /["'\\]/ : /[\s,;&)}\]"'\\]/
    let end = start
    while (end < line.length && !rest.test(line[end] ?? '')) end += 1
    if (end > start) all += `${line.slice(from, start)}***`
    else all += line.slice(from, end)
    from = end
    named.lastIndex = Math.max(end, start)
  }
  return all + line.slice(from)
}
