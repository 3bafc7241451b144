// Meanings of points and dimensions in short lines; the column's dialog shows everything.

import { call } from '#web/api/client.ts'
import { explainColumns } from '#features/statement/contract.ts'
import type { Subjects } from '#features/statement/web/explain/subjects.ts'

const longest = 200
const short = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)

export async function meaningsOf(subjects: Subjects): Promise<readonly string[]> {
  if (subjects.points.length + subjects.dims.length === 0) return []
  const { points, dimensions } = await call(
    explainColumns,
    { body: subjects },
    { quiet: true, loading: null },
  )
  const several = points.length + dimensions.length > 1
  return [...points, ...dimensions].flatMap(({ id, name, describe, formula }) => [
    ...(several ? [name] : []),
    ...(id < 0 ? ['自建公式，只在这张报表里'] : []),
    ...(describe ? [short(describe)] : []),
    ...(formula ? [`公式：${short(formula)}`] : []),
  ])
}
