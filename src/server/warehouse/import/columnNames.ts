// Names of columns as a table can hold them: none empty, none twice (the engine does not mind case).

export interface NamedColumns {
  names: string[]
  /** What was changed, for the user. */
  notes: string[]
}

const longestName = 100

export function nameColumns(header: (string | null)[]): NamedColumns {
  const taken = new Set<string>()
  const notes: string[] = []
  const names = header.map((given, index) => {
    const cleaned = cleanName(given ?? '')
    const wanted = cleaned || `列${index + 1}`
    if (!cleaned) notes.push(`第 ${index + 1} 列没有列名，命名为「${wanted}」`)
    const name = freeName(wanted, taken)
    if (name !== wanted) notes.push(`列名「${wanted}」重复，第 ${index + 1} 列改名为「${name}」`)
    taken.add(name.toLowerCase())
    return name
  })
  return { names, notes }
}

/** The name, or with the first number after it that makes it free. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted}_${number}`
  return name
}

function cleanName(text: string): string {
  // Control characters, zero-width ones and line breaks are not seen, yet would tell names apart.
  const visible = text.normalize('NFC').replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  return [...visible.trim()].slice(0, longestName).join('')
}
