// Values that statements still need before they can run, in one list for every way to start a run.
import { useCatalog } from '../catalog.ts'
import type { ParameterSetting, SqlDocument } from '../documents/types.ts'
import { missingIn, settingsFor } from '../parameters/values.ts'
import { openDialog } from '../view.ts'

interface Unset {
  name: string
  setting: ParameterSetting
  /** Why it can't be sent yet. */
  reason: string
}

/** Each once, in the order of the statements. */
export function unsetIn(document: SqlDocument, statements: readonly { sql: string }[]): Unset[] {
  const { tables } = useCatalog.getState()
  const found = new Map<string, Unset>()
  for (const { sql } of statements) {
    for (const [name, setting] of Object.entries(settingsFor(sql, document, tables))) {
      const reason = missingIn(setting, name)
      if (reason && !found.has(name)) found.set(name, { name, setting, reason })
    }
  }
  return [...found.values()]
}

/** Whether all values are set; otherwise the dialog asks for them, and `goOn` runs afterwards. */
export function allGiven(
  document: SqlDocument,
  statements: readonly { sql: string }[],
  goOn: () => void,
): boolean {
  const unset = unsetIn(document, statements)
  if (unset.length === 0) return true
  openDialog({
    kind: 'fill',
    documentId: document.id,
    names: unset.map(({ name }) => name),
    statements,
    goOn,
  })
  return false
}
