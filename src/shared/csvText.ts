// A text as one csv field by RFC 4180. A text that a spreadsheet would take for a formula gets a leading
// apostrophe; numbers stay numbers. Excel also accepts the full-width signs of Chinese keyboards, and readers
// that split at every line end treat each line of a text as a beginning.

const needsQuotes = /[",\r\n]/
const formula = /^[\t\r\n]|(?:^|[\r\n])[=+\-@＝＋－＠]/
export const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

export function csvText(text: string): string {
  // Distinguishes an empty text from no text.
  if (text === '') return '""'
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
