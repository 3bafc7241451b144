// Checks as objects. They read rows of all games, so only those who see all games see and change them.
import type { Selectable } from 'kysely'
import type { ObjectKind } from '#server/objects/types.ts'
import {
  type CheckAction,
  type CheckValues,
  type CheckWhen,
  checkActionTitles,
  whenText,
} from '../contract.ts'
import { kindNamed } from './kinds/index.ts'
import { type CheckRow, checkSeen } from './tables.ts'

export type StoredCheck = Selectable<CheckRow>

export const valuesIn = ({ settings }: Pick<StoredCheck, 'settings'>): CheckValues =>
  JSON.parse(settings) as CheckValues
export const whenIn = ({ timing }: Pick<StoredCheck, 'timing'>): CheckWhen => JSON.parse(timing) as CheckWhen

export const ruleOf = (row: Pick<StoredCheck, 'kind' | 'settings'>): string =>
  kindNamed(row.kind)?.rule(valuesIn(row)) ?? ''

const settingsShown = (stored: unknown): string =>
  Object.entries(JSON.parse(String(stored)) as Record<string, unknown>)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join('、') : value}`)
    .join('，')

export const checks: ObjectKind<StoredCheck> = {
  table: 'data_check',
  name: 'dataCheck',
  fields: {
    name: { title: '名称' },
    table_name: { title: '数据表' },
    kind: { title: '类型', show: (kind) => kindNamed(String(kind))?.title ?? String(kind) },
    settings: { title: '设置', show: settingsShown },
    action: { title: '没有通过时', show: (action) => checkActionTitles[action as CheckAction] },
    timing: { title: '何时运行', show: (timing) => whenText(JSON.parse(String(timing)) as CheckWhen) },
    paused: { title: '暂停', show: (paused) => (paused === 1 ? '已暂停' : '未暂停') },
    note: { title: '备注' },
  },
  seen: checkSeen,
  refuses: ({ games }) => (games === 'all' ? null : '校验会读所有游戏的行，只能由可看全部游戏的人设置和运行'),
  runs: { in: () => 'all' },
  names: ({ name, table_name }) => [{ scope: table_name.toLowerCase(), name }],
  taken: { field: 'name', message: '这张表已有同名的校验，请换一个名称' },
}
