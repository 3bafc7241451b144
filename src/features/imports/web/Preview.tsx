// The first rows as they would be in the table.
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { isNumericKind, type ShownImport } from '../contract.ts'
import { useImport } from './store.ts'

const shownRows = 20
/** Further columns are described by the rows above. */
const shownColumns = 60

export function Preview({ found: { sample } }: { found: ShownImport }) {
  const columns = useImport((work) => work.columns)
  const shown = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ role }) => role !== 'left')
    .slice(0, shownColumns)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys.
    <section className="imports-scroll imports-preview" aria-label="预览" tabIndex={0}>
      <SmallTable className="imports-table">
        <caption>前 {Math.min(shownRows, sample.length)} 行</caption>
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
          {sample.slice(0, shownRows).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have nothing but their place.
            <tr key={index}>
              {shown.map(({ at, kind, tried }) => (
                <td key={at} className={isNumericKind(kind) ? 'imports-number' : undefined}>
                  {(tried ? tried.values[index] : row[at]) ?? <span className="imports-muted">–</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </section>
  )
}
