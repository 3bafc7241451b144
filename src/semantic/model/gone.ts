// Points and dimensions that a report names and that no longer exist, and the Chinese words for them.

export interface GoneThing {
  kind: 'point' | 'dimension'
  id: number
  /** The last one where the point or dimension itself was deleted; empty where that is known no more. */
  name: string
  /** Chinese: which table or column is missing; empty where it was itself deleted. */
  reason: string
}

const nouns = { point: '指标', dimension: '维度' } as const

/** For one that was deleted, so that only its number is known: 指标 #4. */
export const goneNumber = ({ kind, id }: GoneThing): string => `${nouns[kind]} #${id}`

/** 指标「付费用户数」：表 pay_order 已不存在, 维度「渠道」已被删除, or 指标 #4 已被删除 */
export function goneText(thing: GoneThing): string {
  const subject = thing.name === '' ? goneNumber(thing) : `${nouns[thing.kind]}「${thing.name}」`
  if (thing.reason !== '') return `${subject}：${thing.reason}`
  return thing.name === '' ? `${subject} 已被删除` : `${subject}已被删除`
}

/** Of those that are there no more, which they are is known by their numbers alone. */
export type LastName = Pick<GoneThing, 'kind' | 'id' | 'name'>

/** Ids by kind, as `withoutIds` takes them. */
export function goneIds(things: readonly GoneThing[]): { dims: Set<number>; points: Set<number> } {
  const ids = (kind: GoneThing['kind']) =>
    new Set(things.filter((thing) => thing.kind === kind).map(({ id }) => id))
  return { dims: ids('dimension'), points: ids('point') }
}
