// Synonyms of a point: DAU and 日活 for 活跃用户. Typed in one line, stored as a list.

const mostSynonyms = 12
const longestSynonym = 30

/** Splits at 、 , ; or line breaks; each once, in its first spelling. */
export function synonymsOf(typed: string | readonly string[]): string[] {
  const parts = typeof typed === 'string' ? typed.split(/[、,，;；\n]/) : typed
  const names = new Map<string, string>()
  for (const part of parts) {
    const name = part.normalize('NFKC').trim()
    if (name !== '' && !names.has(sameName(name))) names.set(sameName(name), name)
  }
  return [...names.values()]
}

/** The normalized name: blanks, case and width make no difference. */
const sameName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Zs}]/gu, '')
    .toLowerCase()

interface Named {
  id: number
  name: string
  info: { synonyms?: readonly string[] | undefined }
}

/** Why a point can't have these synonyms among the others; null where it can. */
export function synonymsProblem(point: Named, others: readonly Named[]): string | null {
  const own = synonymsOf(point.info.synonyms ?? [])
  if (own.length > mostSynonyms) return `最多 ${mostSynonyms} 个别名`
  const long = own.find((name) => [...name].length > longestSynonym)
  if (long) return `「${[...long].slice(0, 10).join('')}…」太长，每个别名最多 ${longestSynonym} 个字`
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
        : `「${name}」已是指标「${other}」的别名`
  }
  return null
}

/** The point that has this name as a synonym. */
export const namedAlready = ({ id, name }: Named, others: readonly Named[]): string | null =>
  others.find(
    (other) =>
      other.id !== id && (other.info.synonyms ?? []).some((synonym) => sameName(synonym) === sameName(name)),
  )?.name ?? null
