// Other names of a point: DAU and 日活 for 活跃用户. Typed in one line, kept as a list.

export const mostSynonyms = 12
export const longestSynonym = 30

/** Parted by 、 , ; or lines, each once, as it is written first. */
export function synonymsOf(typed: string | readonly string[]): string[] {
  const parts = typeof typed === 'string' ? typed.split(/[、,，;；\n]/) : typed
  const names = new Map<string, string>()
  for (const part of parts) {
    const name = part.normalize('NFKC').trim()
    if (name !== '' && !names.has(sameName(name))) names.set(sameName(name), name)
  }
  return [...names.values()]
}

/** Names are one without regard to blanks, case and width. */
export const sameName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Zs}]/gu, '')
    .toLowerCase()

interface Named {
  id: number
  name: string
  info: { synonyms?: readonly string[] | undefined }
}

/** Why these names cannot be a point's, among the others; null where they can. */
export function synonymsProblem(point: Named, others: readonly Named[]): string | null {
  const own = synonymsOf(point.info.synonyms ?? [])
  if (own.length > mostSynonyms) return `最多 ${mostSynonyms} 个又称`
  const long = own.find((name) => [...name].length > longestSynonym)
  if (long) return `「${[...long].slice(0, 10).join('')}…」太长，每个又称最多 ${longestSynonym} 个字`
  const taken = new Map(
    others
      .filter(({ id }) => id !== point.id)
      .flatMap(({ name, info }) =>
        [name, ...(info.synonyms ?? [])].map((one) => [sameName(one), name] as const),
      ),
  )
  for (const name of own) {
    if (sameName(name) === sameName(point.name)) return `「${name}」就是它的名称，不必再写`
    const other = taken.get(sameName(name))
    if (other !== undefined)
      return sameName(other) === sameName(name)
        ? `已有指标叫「${name}」`
        : `「${name}」已是指标「${other}」的又称`
  }
  return null
}

/** Whose other name a point's name is already. */
export const namedAlready = ({ id, name }: Named, others: readonly Named[]): string | null =>
  others.find(
    (other) =>
      other.id !== id && (other.info.synonyms ?? []).some((synonym) => sameName(synonym) === sameName(name)),
  )?.name ?? null
