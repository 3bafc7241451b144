// What an empty editor offers to the pointer: a table's first rows, figures by day, and one's saved queries.
import { useEffect } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import type { CatalogTable, SavedQuery } from '#features/code/contract.ts'
import { useCatalog } from '../catalog.ts'
import { openQuery, openSample } from '../opening.ts'
import { samplesOf } from '../samples.ts'
import { loadSaved, useSaved } from '../side/lists.ts'
import './emptyOffer.css'

const mostSaved = 5

/** Drawn over the editor's empty lines; the first letter takes it away. */
export function EmptyOffer() {
  const tables = useCatalog((state) => state.tables)
  const { items: saved, failure } = useSaved()
  useEffect(() => {
    if (useSaved.getState().status === 'idle') void loadSaved()
  }, [])
  if (tables.length === 0 && saved.length === 0 && !failure) return null
  return (
    <aside className="empty-offer" aria-label="从这里开始">
      <Samples tables={tables} />
      <Saved queries={saved.slice(0, mostSaved)} />
      {failure && <FailureLine what="已存查询读取失败" failure={failure} onRetry={() => void loadSaved()} />}
      <p className="empty-offer-note">
        直接输入，或用 <KeyHint command="palette.open" /> 输入 $ 找查询和表
      </p>
    </aside>
  )
}

function Samples({ tables }: { tables: readonly CatalogTable[] }) {
  const samples = samplesOf(tables)
  if (samples.length === 0) return null
  return (
    <section aria-label="示例">
      <h2>示例</h2>
      {samples.map((sample) => (
        <button type="button" key={sample.title} onClick={() => openSample(sample)}>
          {sample.title}
        </button>
      ))}
    </section>
  )
}

function Saved({ queries }: { queries: readonly SavedQuery[] }) {
  if (queries.length === 0) return null
  return (
    <section aria-label="已存查询">
      <h2>已存查询</h2>
      {queries.map((query) => (
        <button type="button" key={query.id} onClick={() => openQuery(query)}>
          {query.name}
        </button>
      ))}
    </section>
  )
}
