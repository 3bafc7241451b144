// Recent, starred and private views of the user in this browser.

import { useSession } from '#web/shell/session.ts'
import { isRecord, readJson, type StoredKey, writeJson } from '#web/shell/storage.ts'

const mostRecents = 30
const keyOf = (name: 'statementRecents' | 'statementStars' | 'statementSide'): StoredKey =>
  `${name}:${useSession.getState().username ?? ''}`

const isIdList = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && id > 0)

export const readRecents = (): number[] => readJson(keyOf('statementRecents'), isIdList) ?? []
export const readStars = (): number[] => readJson(keyOf('statementStars'), isIdList) ?? []

/** The opened view first, each view once, the oldest views dropped. */
export const withRecent = (recents: readonly number[], viewId: number): number[] =>
  [viewId, ...recents.filter((id) => id !== viewId)].slice(0, mostRecents)

export const withStarToggled = (stars: readonly number[], viewId: number): number[] =>
  stars.includes(viewId) ? stars.filter((id) => id !== viewId) : [...stars, viewId]

export const writeRecents = (ids: readonly number[]): void => writeJson(keyOf('statementRecents'), ids)
export const writeStars = (ids: readonly number[]): void => writeJson(keyOf('statementStars'), ids)

interface PrivateView {
  id: number
  name: string
}
interface PrivateViews {
  owner: string | null
  views: PrivateView[]
}
const isPrivateViews = (value: unknown): value is PrivateViews =>
  isRecord(value) &&
  Array.isArray(value.views) &&
  value.views.every((view) => isRecord(view) && typeof view.id === 'number' && typeof view.name === 'string')

/**
 * The user's private views as last seen, as links while the tree cannot be loaded. The storage key is given; all
 * users of the browser share it.
 */
export const writePrivateViews = (views: PrivateView[]): void =>
  writeJson('privateViewList', { owner: useSession.getState().username, views })

export function readPrivateViews(): PrivateView[] {
  const kept = readJson('privateViewList', isPrivateViews)
  return kept && kept.owner === useSession.getState().username ? kept.views : []
}

// ---- state of the side panel

interface SidePlace {
  width: number
  folded: boolean
  /** Keys of unfolded folders. */
  open: string[]
}
const isSidePlace = (value: unknown): value is SidePlace =>
  isRecord(value) &&
  typeof value.width === 'number' &&
  typeof value.folded === 'boolean' &&
  Array.isArray(value.open)

export const readSide = (): SidePlace | null => readJson(keyOf('statementSide'), isSidePlace)
export const writeSide = (side: SidePlace): void => writeJson(keyOf('statementSide'), side)
