// The editor tabs: their documents, their order and the active one.
import { create } from 'zustand'
import { type Draft, type SqlDocument, usualRows } from './types.ts'

/** Save state of a document's draft. */
export type DraftState =
  | { kind: 'kept'; at: number }
  | { kind: 'waiting' }
  /** The browser has no room, or no storage. */
  | { kind: 'failed' }

export interface DocumentsState {
  owner: string | null
  status: 'idle' | 'loading' | 'ready'
  documents: Record<string, SqlDocument>
  /** Open tabs from left to right. */
  order: string[]
  active: string
  drafts: Record<string, DraftState>
  /** Another window's version of a document that was changed here as well. */
  conflicts: Record<string, Draft>
  /** Cursor in the active document; from 1. */
  cursor: { line: number; column: number }
}

const start: DocumentsState = {
  owner: null,
  status: 'idle',
  documents: {},
  order: [],
  active: '',
  drafts: {},
  conflicts: {},
  cursor: { line: 1, column: 1 },
}

export const useDocuments = create<DocumentsState>(() => start)

export const resetDocuments = (owner: string | null): void => useDocuments.setState({ ...start, owner })

export const documentOf = (id: string): SqlDocument | undefined => useDocuments.getState().documents[id]
export const activeDocument = (): SqlDocument | undefined => documentOf(useDocuments.getState().active)

export const useActiveDocument = (): SqlDocument | undefined =>
  useDocuments(({ documents, active }) => documents[active])

export const newId = (): string => crypto.randomUUID()

export function blankDocument(part: Partial<SqlDocument> = {}): SqlDocument {
  return {
    id: newId(),
    name: freeName(),
    text: '',
    parameters: {},
    looks: [],
    saved: null,
    limit: usualRows,
    accelerated: false,
    createdAt: Date.now(),
    ...part,
  }
}

/** The first of 查询 1, 查询 2 … that no open tab has. */
function freeName(): string {
  const { documents, order } = useDocuments.getState()
  const taken = new Set(order.map((id) => documents[id]?.name))
  let number = 1
  while (taken.has(`查询 ${number}`)) number += 1
  return `查询 ${number}`
}

/** Whether the document differs from the server's; an unsaved one counts as changed once it has text. */
export function isChanged({ saved, text, name, parameters, looks }: SqlDocument): boolean {
  if (!saved) return text.trim() !== ''
  if (text !== saved.sql || name !== saved.name) return true
  if (JSON.stringify(looks) !== JSON.stringify(saved.looks)) return true
  return saved.params.some(({ name: parameter, type, default: value, dictId }) => {
    const setting = parameters[parameter]
    return (
      setting !== undefined &&
      JSON.stringify([setting.type, setting.value, setting.dictId]) !== JSON.stringify([type, value, dictId])
    )
  })
}
