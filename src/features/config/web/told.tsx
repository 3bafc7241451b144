// What all five lists share: author and time of changes, and common actions.
import { CallError, call, failureOf, quiet } from '#web/api/client.ts'
import type { ListColumn, RemovalWork, RowAction } from '#web/list/types.ts'
import {
  bringBackDefinitions,
  type DefinitionKind,
  type DefinitionUses,
  definitionTitles,
  deleteAnaDim,
  deleteAnaDimOrPointType,
  deleteAnaDimTable,
  deleteAnaPoint,
  deleteAnaPointTable,
} from '../contract.ts'
import { showGraph } from './graph/open.tsx'
import { showHistory } from './history/open.tsx'
import { showUses } from './uses/open.tsx'
import { UsesBefore } from './uses/UsesBefore.tsx'
import { wordOfUse } from './uses/words.ts'

/** Fields that every definition has. */
export interface Told {
  id: number
  name: string
  revision: number
  modified_by: string
  modified_at: string
}

export const usesColumn: ListColumn<Told & { uses?: number }> = {
  key: 'uses',
  title: '被使用',
  unit: '处',
  kind: 'number',
  value: ({ uses }) => uses ?? null,
}

export const toldColumns: readonly ListColumn<Told & { create_time: string; uses?: number }>[] = [
  usesColumn,
  { key: 'modifiedBy', title: '修改者', kind: 'user', value: ({ modified_by }) => modified_by },
  { key: 'modifiedAt', title: '修改时间', kind: 'time', value: ({ modified_at }) => modified_at || null },
  { key: 'createdAt', title: '创建时间', kind: 'time', value: ({ create_time }) => create_time || null },
  { key: 'id', title: '编号', kind: 'number', value: ({ id }) => id, searched: ({ id }) => String(id) },
]

const deletions = {
  dimension: deleteAnaDim,
  point: deleteAnaPoint,
  dimensionTable: deleteAnaDimTable,
  pointTable: deleteAnaPointTable,
  category: deleteAnaDimOrPointType,
} as const

/** `renew` reloads the list, because restored definitions have newer revisions. */
export function removalOf<Row extends Told>(
  kind: DefinitionKind,
  renew: () => void,
): { each: RemovalWork<Row> } {
  return {
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { view: ({ rows }) => <UsesBefore kind={kind} rows={rows} /> },
      run: async ({ id }, signal) => {
        try {
          await call(deletions[kind], { params: { id }, body: {} }, { ...quiet, signal })
          return null
        } catch (error) {
          throw withUses(failureOf(error))
        }
      },
      undo: async (row) => {
        await call(bringBackDefinitions, { body: { kind, ids: [row.id] } }, quiet)
        renew()
        return row
      },
    },
  }
}

const mostNamed = 8

/** Adds the uses to a refusal. */
function withUses(failure: CallError): CallError {
  if (failure.code !== 'object_in_use') return failure
  const { uses, hidden } = failure.data as DefinitionUses
  const blocking = uses.filter(({ blocks }) => blocks)
  const named = blocking.slice(0, mostNamed).map((use) => `${wordOfUse(use.kind)}「${use.name}」`)
  const more = [
    ...(blocking.length > named.length ? [`等 ${blocking.length} 处`] : []),
    ...(hidden > 0 ? [`他人私有的 ${hidden} 处`] : []),
  ]
  const message = `正被使用：${[...named, ...more].join('、')}`
  return new CallError({ status: failure.status, code: failure.code, message, data: failure.data })
}

/** Categories have no dependency graph. */
export function commonActions<Row extends Told>(kind: DefinitionKind): readonly RowAction<Row>[] {
  const of = ({ id, name }: Row) => ({ kind, id, name, title: definitionTitles[kind] })
  return [
    { command: 'config.uses', title: '用在哪里', start: (row) => showUses(of(row)) },
    ...(kind === 'category'
      ? []
      : [{ command: 'config.graph', title: '关系图', start: (row: Row) => showGraph(of(row)) } as const]),
    { command: 'config.history', title: '变更记录', start: (row) => showHistory(of(row)) },
  ]
}
