// The content of an editor tab, and its stored form in this browser.

import type { ParameterType, ParameterValue } from '#shared/sql/parameters.ts'
import type { HeldRight, QueryLook, SavedParameter, SavedQuery, ShareMode } from '#features/code/contract.ts'

/** A parameter's value in one tab. */
export interface ParameterSetting {
  type: ParameterType
  /** '' and an empty list mean not set; null is SQL's NULL. */
  value: ParameterValue
  /** An empty text is meant. */
  blank?: boolean
  /** For the type `dictionary`. */
  dictId: number | null
  label: string
}

/** The tab's saved query, as last read or saved. */
interface SavedState {
  id: string
  version: number
  name: string
  /** Former names saved from here: runs of that time have them as titles. */
  formerNames?: string[]
  folder: string
  tags: string[]
  share: ShareMode
  /** Its team folder; absent in older drafts. */
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
  /** How its results are displayed, per statement. */
  looks: QueryLook[]
  saved: SavedState | null
  /** The most rows that its runs keep. */
  limit: number
  accelerated: boolean
  createdAt: number
}

/** A document as stored in the browser. */
export interface Draft {
  owner: string
  document: SqlDocument
  /** Increases by one with each write; a window with an older one must not overwrite it. */
  revision: number
  keptAt: number
  /** When its tab was closed; null while open. */
  closedAt: number | null
  /** The document of which this is another version: two windows changed it and nobody has chosen yet. */
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
