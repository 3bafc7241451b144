// Opens texts in tabs: saved queries, runs, samples of tables; where sensible, each only once.

import { statementsOf } from '#shared/sql/statements.ts'
import { call } from '#web/api/client.ts'
import { takeHanded } from '#web/editor/handover.ts'
import { getView, queryById, type SavedQuery } from '#features/code/contract.ts'
import { useCatalog } from './catalog.ts'
import { activate, addDocument } from './documents/actions.ts'
import { closeDocument } from './documents/closing.ts'
import { documentOf, useDocuments } from './documents/store.ts'
import { savedStateOf } from './documents/types.ts'
import { settingsOfRun, settingsOfSaved } from './parameters/values.ts'
import { firstRows } from './runs/follow.ts'
import { adoptRun, run, runAll, showResult } from './runs/start.ts'
import { useRuns } from './runs/store.ts'
import { type Sample, sampleOf } from './samples.ts'

const documents = () => {
  const { order } = useDocuments.getState()
  return order.flatMap((id) => documentOf(id) ?? [])
}

/** An empty tab is reused instead of opening another. */
function emptyTab(): string | null {
  const active = documentOf(useDocuments.getState().active)
  return active && active.text.trim() === '' && !active.saved ? active.id : null
}

function openText(part: Parameters<typeof addDocument>[0]): string {
  const empty = emptyTab()
  const { id } = addDocument(part)
  if (empty) void closeDocument(empty)
  return id
}

/** Opens an empty tab, or uses the active one where it is empty. */
export const openNew = (): string => emptyTab() ?? addDocument().id

export function openQuery(query: SavedQuery): string {
  const open = documents().find(({ saved }) => saved?.id === query.id)
  if (open) {
    activate(open.id)
    return open.id
  }
  return openText({
    name: query.name,
    text: query.sql,
    saved: savedStateOf(query),
    parameters: settingsOfSaved(query.params),
    looks: query.looks,
  })
}

/** Loads the query where no tab has it. Rejects with the call's failure. */
export async function openQueryById(id: string): Promise<string> {
  const open = documents().find(({ saved }) => saved?.id === id)
  if (open) {
    activate(open.id)
    return open.id
  }
  const { own, ...query } = await call(getView, { params: { id } })
  return own ? openQuery(query) : openCopy(query)
}

/** Another's shared query opens as an own, unsaved text. */
function openCopy({ name, sql, params, looks }: SavedQuery): string {
  return openText({ name: `${name} 副本`, text: sql, parameters: settingsOfSaved(params), looks })
}

/** Opens a run's text in a new tab, with its result below. */
export async function openRun(runId: string): Promise<string> {
  const known = Object.values(useRuns.getState().runs).find((editorRun) => editorRun.runId === runId)
  if (known && documentOf(known.documentId)) {
    activate(known.documentId)
    showResult(known.documentId, known.key)
    return known.documentId
  }
  const found = await call(queryById, { params: { id: runId }, query: { from: 0, count: firstRows } })
  const parameters = settingsOfRun(found.sql, found.params ?? {}, useCatalog.getState().tables)
  const id = openText({ text: found.sql, parameters, ...(found.title && { name: found.title }) })
  adoptRun(id, { runId, run: found, sql: found.sql })
  return id
}

/** Opens the differences of two results as a result beside them. */
export async function openComparison(documentId: string, runId: string): Promise<void> {
  const known = Object.values(useRuns.getState().runs).find((editorRun) => editorRun.runId === runId)
  if (known) {
    showResult(known.documentId, known.key)
    return
  }
  const found = await call(queryById, { params: { id: runId }, query: { from: 0, count: firstRows } })
  adoptRun(documentId, { runId, run: found, sql: '' })
}

/** Opens a sample in the empty tab that offers it. */
export const openSample = ({ name, text }: Sample): string => openText({ name, text })

export function openTable(table: string): string {
  return openText({ name: table, text: sampleOf(table) })
}

/** Opens a text from another page; null where it was opened before. */
export function openHanded(id: string): string | null {
  const handed = takeHanded(id)
  return handed && openText({ text: handed.sql, ...(handed.name && { name: handed.name }) })
}

/** Runs all statements of the document. */
export function startDocument(id: string): void {
  const text = documentOf(id)?.text ?? ''
  const targets = statementsOf(text).map(({ start, end }) => ({ sql: text.slice(start, end), start }))
  if (targets.length > 1) runAll(id, targets)
  else if (targets[0]) run(id, targets[0])
}
