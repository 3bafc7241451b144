// Points and dimensions that a report names and that no longer exist, and the Chinese words for them.

export interface GoneThing {
  kind: 'point' | 'dimension'
  id: number
  /** Empty where the point or dimension itself was deleted; else its name: a table or column under it was. */
  name: string
  /** Chinese: which table or column is missing; empty where it was itself deleted. */
  reason: string
}

const nouns = { point: '指标', dimension: '维度' } as const

/** For one that was deleted, so that only its number is known: 指标 #4. */
export const goneNumber = ({ kind, id }: GoneThing): string => `${nouns[kind]} #${id}`

/** 指标「付费用户数」：表 pay_order 已不存在, or 指标 #4 已被删除 */
export function goneText(thing: GoneThing): string {
  const subject = thing.name === '' ? goneNumber(thing) : `${nouns[thing.kind]}「${thing.name}」`
  return thing.reason === '' ? `${subject} 已被删除` : `${subject}：${thing.reason}`
}

/** Ids by kind, as `withoutIds` takes them. */
export function goneIds(things: readonly GoneThing[]): { dims: Set<number>; points: Set<number> } {
  const ids = (kind: GoneThing['kind']) =>
    new Set(things.filter((thing) => thing.kind === kind).map(({ id }) => id))
  return { dims: ids('dimension'), points: ids('point') }
}
