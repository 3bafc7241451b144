// Whether a definition may be relied on: who checked it and until when that counts, and from when it is retired. A retired
// one still computes until it is deleted; it is offered for nothing new.

export interface Standing {
  /** Days are YYYY-MM-DD; `by`: the user's name at that time. */
  verified?: { by: string; at: string; until: string }
  retired?: { by: string; from: string; note: string }
}

/** Only these two. */
export const standingOf = ({ verified, retired }: Standing): Standing => ({
  ...(verified && { verified }),
  ...(retired && { retired }),
})

export const isRetired = ({ retired }: Standing, today: string): boolean =>
  retired !== undefined && retired.from <= today

/** What may be chosen for something new: nothing that is retired, but what was chosen before stays. */
export const offered = <Thing extends Pick<Standing, 'retired'> & { id: number }>(
  things: readonly Thing[],
  chosen: readonly number[],
  today: string,
): Thing[] => things.filter((thing) => chosen.includes(thing.id) || !isRetired(thing, today))

export function verifiedText({ verified }: Standing, today: string): string {
  if (!verified) return ''
  const { by, until } = verified
  return until >= today ? `已核对，有效至 ${until}（${by}）` : `核对已于 ${until} 过期（${by}）`
}

export function retiredText({ retired }: Standing, today: string): string {
  if (!retired) return ''
  const { from, note } = retired
  return `${from > today ? `将于 ${from} 停用` : `已于 ${from} 停用`}${note === '' ? '' : `：${note}`}`
}
