// Makes column names valid: none empty, none repeated (the engine ignores case).

interface NamedColumns {
  names: string[]
  /** Changes, described for the user. */
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

/** The name, with a number appended where it is taken. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted}_${number}`
  return name
}

function cleanName(text: string): string {
  // Control characters, zero-width characters and line breaks are invisible but would make names differ.
  const visible = text.normalize('NFC').replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  return [...visible.trim()].slice(0, longestName).join('')
}
