// Sources as objects. What they load is not limited to some games, so only those who see all games change them.
import type { Selectable } from 'kysely'
import type { ObjectKind } from '#server/objects/types.ts'
import { type SourceMode, sourceModeTitles, type Timing, timingText } from '../contract.ts'
import { type SourceRow, sourceSeen } from './tables.ts'

export type StoredSource = Selectable<SourceRow>

/** How what was loaded is read and joins the table. */
export interface Joining {
  keys: string[]
  /** 列=方式 */
  reading: string[]
  keepGood: boolean
  spanDays: number
  /** HH:mm; absent in sources that were saved before it could be said. */
  expectedBy?: string | null
}

export const scheduleId = (id: number): string => `source ${id}`

export const readTiming = ({ timing }: Pick<StoredSource, 'timing'>): Timing => JSON.parse(timing) as Timing
export const readJoining = ({ joining }: Pick<StoredSource, 'joining'>): Joining =>
  JSON.parse(joining) as Joining

function joiningShown(stored: unknown): string {
  const { keys, reading, keepGood, spanDays, expectedBy } = JSON.parse(String(stored)) as Joining
  return [
    ...(keys.length > 0 ? [`主键 ${keys.join('、')}`] : []),
    ...(reading.length > 0 ? [`读法 ${reading.join('、')}`] : []),
    `一次最多跨 ${spanDays} 天`,
    ...(expectedBy ? [`每天 ${expectedBy} 前应有新数据`] : []),
    ...(keepGood ? ['有坏行时只载入其余的行'] : []),
  ].join('，')
}

const settingsShown = (stored: unknown): string =>
  Object.entries(JSON.parse(String(stored)) as Record<string, unknown>)
    .map(([name, value]) => `${name}=${value}`)
    .join('，')

export const sources: ObjectKind<StoredSource> = {
  table: 'source',
  name: 'source',
  fields: {
    name: { title: '名称' },
    kind: { title: '类型' },
    settings: { title: '设置', show: settingsShown },
    secrets: { title: '密码与密钥', show: () => '已设置（内容不留记录）' },
    table_name: { title: '数据表' },
    mode: { title: '载入方式', show: (mode) => sourceModeTitles[mode as SourceMode] },
    joining: { title: '读法', show: joiningShown },
    timing: { title: '时间', show: (timing) => timingText(JSON.parse(String(timing)) as Timing) },
    paused: { title: '暂停', show: (paused) => (paused === 1 ? '已暂停' : '未暂停') },
    note: { title: '备注' },
  },
  seen: sourceSeen,
  refuses: ({ games }) =>
    games === 'all' ? null : '数据源会载入所有游戏的行，只能由可看全部游戏的人设置和运行',
  runs: { in: () => 'all' },
  names: ({ name }) => [{ scope: '', name }],
  schedule: { id: scheduleId },
  taken: { field: 'name', message: '已有同名的数据源，请换一个名称' },
}
