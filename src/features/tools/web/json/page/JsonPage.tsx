// /others/jsonPreview: a JSON text as a tree or table, or compared with another one. Nothing leaves the
// browser.
import { useEffect } from 'react'
import { ToolsNavigation } from '#web/shell/ToolsNavigation.tsx'
import { takeHanded, useHanded } from '#features/tools/web/pasted/handed.ts'
import { CompareView } from './CompareView.tsx'
import { DetailPane } from './DetailPane.tsx'
import { JsonStart } from './JsonStart.tsx'
import { JsonActions, JsonStatus, JsonTools } from './JsonTools.tsx'
import { openJson, useJson } from './store.ts'
import { TableView } from './TableView.tsx'
import { TreeView } from './TreeView.tsx'
import { useTaking } from './useTaking.ts'
import '#features/tools/web/tools.css'

export function Page() {
  const { status, view } = useJson()
  const isOpen = status === 'open'
  useHandedOver()
  const { drop, isOver } = useTaking(
    (source, name) => void openJson(source, name),
    !(isOpen && view === 'compare'),
  )
  return (
    <section
      className={isOver ? 'tools-page tools-page-over' : 'tools-page'}
      aria-labelledby="json-title"
      {...drop}
    >
      <div className="tools-title">
        <h1 id="json-title" className="visually-hidden">
          JSON 预览
        </h1>
        <ToolsNavigation />
        <JsonActions />
      </div>
      {isOpen && view === 'tree' && <JsonTools />}
      {status === 'opening' && (
        <p className="json-waiting" role="status">
          正在读取…
        </p>
      )}
      {(status === 'empty' || status === 'problem') && <JsonStart />}
      {isOpen && view === 'tree' && (
        <div className="json-body">
          <TreeView />
          <DetailPane />
        </div>
      )}
      {isOpen && view === 'table' && <TableView />}
      {isOpen && view === 'compare' && <CompareView />}
      {isOpen && <JsonStatus />}
    </section>
  )
}

/** Opens a text passed from the palette. */
function useHandedOver(): void {
  const handed = useHanded((state) => state.json)
  useEffect(() => {
    if (handed === null) return
    const text = takeHanded('json')
    if (text !== null) void openJson(text)
  }, [handed])
}
