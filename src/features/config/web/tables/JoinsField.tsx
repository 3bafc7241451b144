// The form field for joined dimension tables, each by a column; a role distinguishes several joins of one
// table.
import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Add, SmallCross } from '@blueprintjs/icons'
import { likelyJoins, roleOf } from '#semantic/model/likelyJoins.ts'
import type { TableJoin } from '#semantic/model/types.ts'
import type { AnyValues, DrawnProps, FieldValue } from '#web/form/types.ts'
import { columnChoices } from '../form/choices.ts'
import { dimensionTableName, physicalTable, referenceData, useReferenceData } from '../referenceData.ts'

/** A row of the field; GraphQL returns null when there is no role. */
interface Row extends Omit<TableJoin, 'role'> {
  role?: string | null | undefined
}

/** Form fields hold texts. */
export const joinText = ({ dimTableId, column, role }: Row): string =>
  JSON.stringify([dimTableId, column, role ?? ''])
export function joinOf(text: string): TableJoin {
  const [dimTableId, column, role] = JSON.parse(text) as [number, string, string]
  return { dimTableId, column, ...(role.trim() !== '' && { role }) }
}

/** An incomplete row is not a join. */
export const isWhole = ({ dimTableId, column }: TableJoin): boolean => dimTableId > 0 && column !== ''

/** channel → 渠道表（注册渠道）. */
export const joinWord = ({ dimTableId, column, role }: Row): string =>
  `${column} → ${dimensionTableName(dimTableId)}${role ? `（${role}）` : ''}`

/** How the joins read in the comparison with another editor's version. */
export const joinWords = (value: FieldValue): string =>
  (Array.isArray(value) ? (value as readonly string[]) : []).map(joinOf).map(joinWord).join('\n')

export function JoinsField({ id, value, values, describedBy, onChange, onBlur }: DrawnProps) {
  const tables = useReferenceData((state) => state.dimensionTables)
  const joins = (Array.isArray(value) ? (value as readonly string[]) : []).map(joinOf)
  const put = (next: readonly TableJoin[]) => onChange(next.map(joinText))
  const change = (at: number, part: Partial<TableJoin>) =>
    put(joins.map((join, place) => (place === at ? { ...join, ...part } : join)))
  const columns = columnChoices(values.table_truename)
  return (
    <div className="config-joins">
      {joins.map((join, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a join is its place.
        <div key={at} className="config-join">
          <HTMLSelect
            aria-label={`第 ${at + 1} 个关联：列`}
            value={join.column}
            onChange={(event) => change(at, { column: event.currentTarget.value })}
            options={[
              { value: '', label: '选列' },
              ...withKept(columns, join.column).map(({ value: column, title }) => ({
                value: column,
                label: title,
              })),
            ]}
          />
          <span aria-hidden="true">→</span>
          <HTMLSelect
            aria-label={`第 ${at + 1} 个关联：维度表`}
            value={String(join.dimTableId)}
            onChange={(event) => change(at, { dimTableId: Number(event.currentTarget.value) })}
            options={[
              { value: '0', label: '选维度表' },
              ...tables.map((table) => ({
                value: String(table.id),
                label: `${table.name}（${table.key_column}）`,
              })),
            ]}
          />
          <InputGroup
            className="config-join-role"
            aria-label={`第 ${at + 1} 个关联：角色`}
            placeholder="角色"
            maxLength={50}
            value={join.role ?? ''}
            onValueChange={(role) => change(at, { role })}
          />
          <Button
            variant="minimal"
            icon={<SmallCross />}
            aria-label={`移除第 ${at + 1} 个关联`}
            onClick={() => put(joins.filter((_, place) => place !== at))}
          />
        </div>
      ))}
      <Button
        id={id}
        variant="minimal"
        size="small"
        icon={<Add size={12} />}
        text="添加关联"
        aria-describedby={describedBy}
        onBlur={onBlur}
        onClick={() => put([...joins, { dimTableId: 0, column: '' }])}
      />
      {offersFor(values, joins).map((offer) => (
        <Button
          key={joinText(offer)}
          variant="minimal"
          size="small"
          icon={<Add size={12} />}
          text={joinWord(offer)}
          aria-label={`添加关联 ${joinWord(offer)}`}
          onClick={() => put([...joins, offer])}
        />
      ))}
    </div>
  )
}

const mostOffers = 5

/** Joins suggested by column names; a second join of a table needs a role. */
function offersFor(values: AnyValues, joins: readonly TableJoin[]): TableJoin[] {
  const table = physicalTable(String(values.table_truename ?? ''))
  if (!table) return []
  const likely = likelyJoins(
    table,
    referenceData().dimensionTables,
    physicalTable,
    String(values.key_column ?? ''),
  )
  const roles = new Set(joins.flatMap(({ role }) => role ?? []))
  return likely
    .filter(({ column }) => !joins.some((join) => join.column === column))
    .slice(0, mostOffers)
    .map(({ dimTableId, column }) => {
      const isFirst = !joins.some((join) => join.dimTableId === dimTableId && join.role === undefined)
      const isPlain = isFirst && likely.find((join) => join.column === column)?.role === undefined
      const comment = table.columns.find(({ name }) => name === column)?.comment ?? ''
      return { dimTableId, column, ...(!isPlain && { role: roleOf({ name: column, comment }, roles) }) }
    })
}

/** A column that the warehouse does not have any more stays visible. */
const withKept = (columns: ReturnType<typeof columnChoices>, kept: string) =>
  kept === '' || columns.some(({ value }) => value === kept)
    ? columns
    : [...columns, { value: kept, title: `${kept}（没有这列）` }]
