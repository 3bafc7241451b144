// A text as one field of a csv by RFC 4180. One that a spreadsheet would take for a formula is led by an apostrophe,
// which keeps it text there; numbers stay numbers. Excel takes the wide signs of Chinese keyboards too, and a reader
// that cuts at each line end meets every line as a beginning.

const needsQuotes = /[",\r\n]/
const formula = /^[\t\r\n]|(?:^|[\r\n])[=+\-@＝＋－＠]/
export const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

export function csvText(text: string): string {
  // Not the same as no text at all.
  if (text === '') return '""'
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
