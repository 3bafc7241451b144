/** Adds thousands separators, as in all displayed figures: 1234567.89 → 1,234,567.89. */
export function groupThousands(text: string): string {
  const [whole = '', fraction] = text.split('.')
  const first = /\d/.exec(whole)?.index ?? whole.length
  const groups: string[] = []
  for (let end = whole.length; end > first; end -= 3)
    groups.unshift(whole.slice(Math.max(first, end - 3), end))
  const grouped = whole.slice(0, first) + groups.join(',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
