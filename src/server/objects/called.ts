// What an audit row tells of objects beside their ids: their names, which ids say nothing about.
import type { AuditDetail, AuditDetailName } from '#shared/auditDetails.ts'
import type { ObjectKind, ObjectRow } from './types.ts'

/** The columns that name most objects. */
const usual = ['name', 'title'] as const

const calledBy = <Row extends ObjectRow>(kind: ObjectKind<Row>, row: Row): AuditDetail => {
  if (kind.called) return kind.called(row)
  const column = usual.find((name) => Object.hasOwn(kind.fields, name))
  return column ? { [column]: (row as unknown as Record<string, unknown>)[column] } : {}
}

/** Of one object, or of several deleted together. */
export function calledOf<Row extends ObjectRow>(kind: ObjectKind<Row>, rows: readonly Row[]): AuditDetail {
  const values = new Map<string, Set<unknown>>()
  for (const row of rows)
    for (const [name, value] of Object.entries(calledBy(kind, row)))
      values.set(name, (values.get(name) ?? new Set()).add(value))
  return Object.fromEntries(
    [...values].map(([name, all]): [AuditDetailName, unknown] => {
      const told = [...all].slice(0, mostTold)
      if (told.length === 1) return [name as AuditDetailName, told[0]]
      return [name === 'name' ? 'names' : (name as AuditDetailName), told]
    }),
  )
}

/** As many as ids are told. */
export const mostTold = 100
