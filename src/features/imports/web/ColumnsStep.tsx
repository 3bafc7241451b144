// The file's columns, to be corrected before the table is created.
import { Checkbox, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Link } from 'wouter'
import { encodingNames, encodingTitles } from '#shared/imports/encodings.ts'
import { pages } from '#shared/pages.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import type { ShownImport } from '../contract.ts'
import { ColumnRows } from './ColumnRows.tsx'
import { HeadChoice } from './HeadChoice.tsx'
import { JoinChoice } from './JoinChoice.tsx'
import { PersonalNote } from './PersonalNote.tsx'
import { Preview } from './Preview.tsx'
import { readAgain } from './sending.ts'
import { misfitLines, readingOf, setImport, takenBy, useImport } from './store.ts'
import { Totals } from './Totals.tsx'

export function ColumnsStep() {
  const { found, failure } = useImport()
  if (!found) return null
  return (
    <div className="imports-columns">
      {failure && (
        <div className="imports-failure">
          <FailureLine failure={failure} />
          {failure.code === 'load_held' && <Link href={pages.configSourceHeld()}>查看扣下的数据</Link>}
        </div>
      )}
      <Choices found={found} />
      <Notes found={found} />
      <PersonalNote found={found} />
      <BadLines found={found} />
      <Totals found={found} />
      <ColumnRows found={found} />
      <Preview found={found} />
    </div>
  )
}

function Choices({ found }: { found: ShownImport }) {
  const { table, replace, addition } = useImport()
  const taken = takenBy({ table, found })
  const isOpen = taken !== undefined && !replace && addition === null
  return (
    <div className="imports-choices">
      <FormGroup label="数据表名" labelFor="imports-table" intent={isOpen ? 'danger' : 'none'}>
        <InputGroup
          id="imports-table"
          autoFocus
          value={table}
          maxLength={63}
          aria-describedby={taken ? 'imports-taken' : undefined}
          onChange={(event) => setImport({ table: event.currentTarget.value })}
        />
        {taken && (
          <div id="imports-taken" className="imports-taken">
            {taken.replaceable ? (
              <JoinChoice table={taken.name} />
            ) : (
              <span className="form-problem">「{taken.name}」已存在，且不是由导入建立的，请另取表名</span>
            )}
          </div>
        )}
      </FormGroup>
      {found.sheets.length > 1 && (
        <FormGroup label="工作表" labelFor="imports-sheet">
          <HTMLSelect
            id="imports-sheet"
            value={found.sheet ?? ''}
            options={found.sheets}
            onChange={(event) => void readAgain({ sheet: event.currentTarget.value, head: null })}
          />
        </FormGroup>
      )}
      {found.head && <HeadChoice found={found} />}
      {found.encoding && (
        <FormGroup label="编码" labelFor="imports-encoding">
          <HTMLSelect
            id="imports-encoding"
            value={found.encoding}
            options={encodingNames.map((value) => ({ value, label: encodingTitles[value] }))}
            onChange={(event) => {
              const chosen = encodingNames.find((name) => name === event.currentTarget.value)
              if (chosen) void readAgain({ encoding: chosen, head: null })
            }}
          />
        </FormGroup>
      )}
    </div>
  )
}

function Notes({ found }: { found: ShownImport }) {
  const { rows, columns, notes, dateReading } = found
  const drafts = useImport((work) => work.columns)
  const misfits = misfitLines(found, drafts)
  const chosen = drafts.findIndex(({ role }) => role === 'date')
  const dated = columns[chosen]
  const reading = dated && (dated.role === 'date' ? dateReading : dated.dateReading)
  const all = [...notes, ...(reading ? [`列「${dated.name}」按${reading}读作日期，另存一列；原列保留`] : [])]
  return (
    <div className="imports-notes">
      <p role="status">
        {misfits.isAbout && '约 '}
        {(rows - misfits.count).toLocaleString('en-US')} 行，{columns.length} 列
      </p>
      {all.length > 0 && (
        <ul>
          {all.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function BadLines({ found }: { found: ShownImport }) {
  const { bad } = found
  const { keepGood, columns } = useImport()
  const misfits = misfitLines(found, columns)
  const named = columns.flatMap((draft, at) => {
    const column = found.columns[at]
    if (!column || draft.role === 'left') return []
    const { first = [] } = readingOf(column, draft)?.misfits ?? {}
    return first.map(({ line, reason }) => ({ line, reason: `列「${draft.name}」：${reason}` }))
  })
  const count = bad.count + misfits.count
  if (count === 0) return null
  const lines = [...bad.first, ...named].sort((one, other) => one.line - other.line)
  return (
    <section className="imports-bad" aria-label="不能导入的行">
      <p>
        {misfits.isAbout ? '约' : ''}有 {count.toLocaleString('en-US')} {bad.unit}不能导入
      </p>
      <ul>
        {lines.map(({ line, reason }) => (
          <li key={`${line} ${reason}`}>
            第 {line} {bad.unit}：{reason}
          </li>
        ))}
        {count > lines.length && <li>……</li>}
      </ul>
      <Checkbox
        label="只导入其余的行"
        checked={keepGood}
        onChange={(event) => setImport({ keepGood: event.currentTarget.checked })}
      />
    </section>
  )
}
