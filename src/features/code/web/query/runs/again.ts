// Runs a result's statement again with the same values.
import { useCatalog } from '../catalog.ts'
import { changeDocument } from '../documents/actions.ts'
import { documentOf } from '../documents/store.ts'
import { settingsOfRun } from '../parameters/values.ts'
import { run } from './start.ts'
import type { EditorRun } from './store.ts'

/** The controls show these values afterwards. */
export function runAgain({ documentId, run: former, sql, start }: EditorRun): void {
  const document = documentOf(documentId)
  if (!document) return
  const text = former?.sql || sql
  const given = settingsOfRun(text, former?.params ?? {}, useCatalog.getState().tables)
  // A control keeps its settings (label, dictionary, relative day) where its value is unchanged.
  const kept = Object.entries(given).map(([name, setting]) => {
    const own = Object.hasOwn(document.parameters, name) ? document.parameters[name] : undefined
    return [name, own ? { ...own, type: setting.type, value: setting.value } : setting]
  })
  if (kept.length > 0)
    changeDocument(documentId, { parameters: { ...document.parameters, ...Object.fromEntries(kept) } })
  run(documentId, { sql: text, start })
}
