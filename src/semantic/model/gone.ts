// Points and dimensions of a report that no longer exist, and their Chinese descriptions.

export interface GoneThing {
  kind: 'point' | 'dimension'
  id: number
  /** The last name of a deleted point or dimension; empty where no longer known. */
  name: string
  /** In Chinese: the missing table or column; empty where the definition itself was deleted. */
  reason: string
}

const nouns = { point: '指标', dimension: '维度' } as const

/** For a deleted one of which only the id is known: 指标 #4. */
export const goneNumber = ({ kind, id }: GoneThing): string => `${nouns[kind]} #${id}`

/** 指标「付费用户数」：表 pay_order 已不存在, 维度「渠道」已被删除, or 指标 #4 已被删除 */
export function goneText(thing: GoneThing): string {
  const subject = thing.name === '' ? goneNumber(thing) : `${nouns[thing.kind]}「${thing.name}」`
  if (thing.reason !== '') return `${subject}：${thing.reason}`
  return thing.name === '' ? `${subject} 已被删除` : `${subject}已被删除`
}

/** For deleted ones, identified only by their ids. */
export type LastName = Pick<GoneThing, 'kind' | 'id' | 'name'>

/** Ids by kind, as `withoutIds` takes them. */
export function goneIds(things: readonly GoneThing[]): { dims: Set<number>; points: Set<number> } {
  const ids = (kind: GoneThing['kind']) =>
    new Set(things.filter((thing) => thing.kind === kind).map(({ id }) => id))
  return { dims: ids('dimension'), points: ids('point') }
}
