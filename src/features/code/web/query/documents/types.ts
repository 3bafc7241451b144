// What an editor tab holds, and how it is kept in this browser.

import type { ParameterType, ParameterValue } from '#shared/sql/parameters.ts'
import type { HeldRight, QueryLook, SavedParameter, SavedQuery, ShareMode } from '#features/code/contract.ts'

/** What a parameter is given in one tab. */
export interface ParameterSetting {
  type: ParameterType
  /** '' of a number or a date, and an empty list, are not given yet; null is SQL's NULL. */
  value: ParameterValue
  /** Of the type `dictionary`. */
  dictId: number | null
  label: string
}

/** The saved query that a tab belongs to, as it was last read or saved. */
export interface SavedState {
  id: string
  version: number
  name: string
  /** That it was saved under before, here: runs of then have them as their titles. */
  formerNames?: string[]
  folder: string
  tags: string[]
  share: ShareMode
  /** Of the team's folder that it is in; drafts from before there were any lack them. */
  folderId?: number | null
  team?: string
  right?: HeldRight
  sql: string
  params: SavedParameter[]
  looks: QueryLook[]
}

export interface SqlDocument {
  id: string
  name: string
  text: string
  parameters: Record<string, ParameterSetting>
  /** How its results are looked at, by statement. */
  looks: QueryLook[]
  saved: SavedState | null
  /** Rows that its runs keep at most. */
  limit: number
  accelerated: boolean
  createdAt: number
}

/** A document as the browser keeps it. */
export interface Draft {
  owner: string
  document: SqlDocument
  /** Rises by one with each write; a window that knows an older one must not write over it. */
  revision: number
  keptAt: number
  /** When its tab was closed; null while it is open. */
  closedAt: number | null
  /** Document that this is another version of: two windows changed it at once and nobody has chosen yet. */
  rivalOf: string | null
}

export const rowLimits = [10_000, 100_000, 1_000_000, 10_000_000] as const
export const usualRows = 1_000_000

export const savedStateOf = (query: SavedQuery): SavedState => ({
  id: query.id,
  version: query.version,
  name: query.name,
  folder: query.folder,
  tags: query.tags,
  share: query.share,
  folderId: query.folderId,
  team: query.team,
  right: query.right,
  sql: query.sql,
  params: query.params,
  looks: query.looks,
})
