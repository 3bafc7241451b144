// The first rows as they would be in the table.
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { isNumericKind, type ShownImport } from '../contract.ts'
import { misfitLines, useImport } from './store.ts'

const shownRows = 20
/** Further columns are described by the rows above. */
const shownColumns = 60

export function Preview({ found }: { found: ShownImport }) {
  const columns = useImport((work) => work.columns)
  const { lines } = misfitLines(found, columns)
  const rows = found.sample
    .map((cells, index) => ({ cells, index, line: found.sampleLines[index] ?? 0 }))
    .filter(({ line }) => !lines.has(line))
    .slice(0, shownRows)
  const shown = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ role }) => role !== 'left')
    .slice(0, shownColumns)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys.
    <section className="imports-scroll imports-preview" aria-label="预览" tabIndex={0}>
      <SmallTable className="imports-table">
        <caption>前 {rows.length} 行</caption>
        <thead>
          <tr>
            {shown.map(({ at, name, kind }) => (
              <th key={at} className={isNumericKind(kind) ? 'imports-number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, index, line }) => (
            <tr key={line}>
              {shown.map(({ at, kind, tried }) => (
                <td key={at} className={isNumericKind(kind) ? 'imports-number' : undefined}>
                  {(tried ? tried.values[index] : cells[at]) ?? <span className="imports-muted">–</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </section>
  )
}
