// The columns as rows: name, type, role, and statistics to judge them by.
import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { memo } from 'react'
import { type ChosenKind, chosenKinds, kindTitle } from '#shared/imports/kinds.ts'
import { summingRoles } from '#shared/imports/roles.ts'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { chosenRoles, type ShownColumn, type ShownImport } from '../contract.ts'
import { ColumnAsk } from './ColumnAsk.tsx'
import { changeKind } from './loading.ts'
import { changeColumn, changeRole, type DraftColumn, readingOf, takenBy, useImport } from './store.ts'
import { WeightChoice } from './WeightChoice.tsx'
import { rateTitles, roleTitles } from './words.ts'

/** Readings that are an answer to a question stand in the list of the columns that have it. */
const answers: readonly ChosenKind[] = ['YEAR_FIRST', 'COMMA', 'PERCENT_MIXED', 'PERCENT_ALL']
const kinds: readonly ChosenKind[] = [
  'VARCHAR',
  ...chosenKinds.filter((kind) => kind !== 'VARCHAR' && !answers.includes(kind)),
]
const shownExamples = 3

export function ColumnRows({ found }: { found: ShownImport }) {
  const columns = useImport((work) => work.columns)
  const joins = useImport((work) => work.addition !== null && takenBy(work) !== undefined)
  return (
    <div className="imports-scroll">
      <SmallTable className="imports-table">
        <caption className="visually-hidden">各列的名称、类型与用途</caption>
        <thead>
          <tr>
            <th>列名</th>
            <th>类型</th>
            <th>用途</th>
            <th>例</th>
            <th className="imports-number">空值</th>
            <th className="imports-number">不同值</th>
            <th>范围</th>
          </tr>
        </thead>
        <tbody>
          {found.columns.map((column, at) => {
            const draft = columns[at]
            return (
              draft && (
                <ColumnRow
                  key={column.name}
                  at={at}
                  column={column}
                  draft={draft}
                  sample={found.sample}
                  joins={joins}
                />
              )
            )
          })}
        </tbody>
      </SmallTable>
    </div>
  )
}

interface RowProps {
  at: number
  column: ShownColumn
  draft: DraftColumn
  sample: ShownImport['sample']
  /** The rows join a table, which says what its columns are. */
  joins: boolean
}

/** Columns of a table have their roles: a file that joins it can only leave some out. */
function rolesFor(column: ShownColumn, draft: DraftColumn, joins: boolean) {
  const [{ role: proposed }, { role: now }] = [column, draft]
  if (!joins) {
    const isRate = readingOf(column, draft)?.isRate ?? false
    const titles = isRate ? { ...roleTitles, ...rateTitles } : roleTitles
    return chosenRoles
      .filter((role) => !isRate || !summingRoles.some((summing) => summing === role))
      .map((role) => ({ value: role, label: titles[role] }))
  }
  return [
    { value: now === 'left' ? proposed : now, label: '随数据表' },
    { value: 'left', label: roleTitles.left },
  ]
}

const rangeOf = (reading: ReturnType<typeof readingOf>): string =>
  reading === null || reading.least === null ? '–' : `${reading.least} – ${reading.most}`

const ColumnRow = memo(({ at, column, draft, sample, joins }: RowProps) => {
  const values = draft.tried?.values ?? sample.map((row) => row[at] ?? null)
  const examples = [...new Set(values.filter((value) => value !== null))].slice(0, shownExamples)
  const reading = readingOf(column, draft)
  const offered = [...new Set([...kinds, ...(column.ask?.choices ?? []).map(({ kind }) => kind), draft.kind])]
  return (
    <tr className={draft.role === 'left' ? 'imports-left' : undefined}>
      <td>
        <InputGroup
          size="small"
          value={draft.name}
          maxLength={100}
          aria-label={`第 ${at + 1} 列的列名`}
          onChange={(event) => changeColumn(at, { name: event.currentTarget.value })}
        />
      </td>
      <td>
        <HTMLSelect
          minimal
          value={draft.kind}
          aria-label={`${draft.name} 的类型`}
          options={offered.map((kind) => ({ value: kind, label: kindTitle(kind) }))}
          onChange={(event) => void changeKind(at, event.currentTarget.value as DraftColumn['kind'])}
        />
      </td>
      <td>
        <HTMLSelect
          minimal
          value={draft.role}
          aria-label={`${draft.name} 的用途`}
          options={rolesFor(column, draft, joins)}
          onChange={(event) => changeRole(at, event.currentTarget.value as DraftColumn['role'])}
        />
        {!joins && draft.role === 'weighted' && <WeightChoice at={at} />}
        {!joins && draft.role === reading?.role && draft.weight === null && (
          <div className="imports-why">{reading.why}</div>
        )}
      </td>
      <td className="imports-examples">
        {examples.join('，') || '–'}
        {reading?.note && <span className="imports-muted"> {reading.note}</span>}
        {column.ask && <ColumnAsk at={at} ask={column.ask} draft={draft} />}
        {!joins && column.dateReading && draft.role !== 'date' && (
          <Button
            variant="minimal"
            intent="primary"
            size="small"
            aria-label={`把 ${draft.name} 用作日期列`}
            text={`是${column.dateReading}，用作日期列`}
            onClick={() => changeRole(at, 'date')}
          />
        )}
      </td>
      <td className="imports-number">{reading?.empty.toLocaleString('en-US') ?? '–'}</td>
      <td className="imports-number">{reading?.distinct.toLocaleString('en-US') ?? '–'}</td>
      <td className="imports-range">{rangeOf(reading)}</td>
    </tr>
  )
})
