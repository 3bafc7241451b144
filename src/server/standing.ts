// Marking a thing as checked until a day, or as retired from one on: what its standing is afterwards.
import { businessDay } from '#shared/businessDay.ts'
import { isDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import type { Standing } from '#shared/standing.ts'
import type { Deps } from './deps.ts'

export interface Marking {
  /** Absent: unchanged; null: taken back. */
  verifiedUntil?: string | null | undefined
  retiredFrom?: string | null | undefined
  note?: string | undefined
}

export function standingAfter(
  { settings }: Pick<Deps, 'settings'>,
  by: string,
  { verified, retired }: Standing,
  { verifiedUntil, retiredFrom, note = '' }: Marking,
): Standing {
  const at = businessDay(settings)
  if (verifiedUntil && !(isDay(verifiedUntil) && verifiedUntil >= at))
    refuse('verifiedUntil', '请选择今天或以后的日期')
  if (retiredFrom && !isDay(retiredFrom)) refuse('retiredFrom', '没有这一天')
  return {
    ...(verifiedUntil === undefined
      ? verified && { verified }
      : verifiedUntil && { verified: { by, at, until: verifiedUntil } }),
    ...(retiredFrom === undefined
      ? retired && { retired }
      : retiredFrom && { retired: { by, from: retiredFrom, note: note.trim() } }),
  }
}

function refuse(field: string, words: string): never {
  throw new AppError('parameter_wrong', words, { fields: { [field]: words } })
}

const mostThings = 10

/** 「…」、「…」 等 12 项 */
export const thingsText = (things: readonly string[]): string =>
  `${things.slice(0, mostThings).join('、')}${things.length > mostThings ? ` 等 ${things.length} 项` : ''}`
