// What a report's definition names and is no longer there, as its readers are told.

export interface GoneThing {
  kind: 'point' | 'dimension'
  id: number
  /** Its name where it is still known: it was not deleted, but a table or column under it was. */
  name: string
  /** Chinese: what is missing, or empty where it was itself deleted. */
  reason: string
}

const nouns = { point: '指标', dimension: '维度' } as const

/** 指标 #4, which nobody defines any more. */
export const goneNumber = ({ kind, id }: GoneThing): string => `${nouns[kind]} #${id}`

/** 指标「付费用户数」：表 pay_order 已不存在 */
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
