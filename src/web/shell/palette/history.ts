// What this user has opened here, by palette or otherwise, by entry id only: how often and how recently, and the latest
// entries. Stored in this browser.
import { isRecord, readJson, type StoredKey, writeJson } from '../storage.ts'

export const halfLifeMs = 7 * 86_400_000
const mostRemembered = 500
const mostRecents = 12

/** The score halves with every half-life; the stored value is as of `at`. */
interface Use {
  score: number
  at: number
}

export interface PaletteHistory {
  uses: Readonly<Record<string, Use>>
  /** Entry ids, latest first. */
  recents: readonly string[]
}

const keyOf = (username: string | null): StoredKey => `paletteHistory:${username ?? ''}`
const none: PaletteHistory = { uses: {}, recents: [] }

export function readHistory(username: string | null): PaletteHistory {
  const stored = readJson(keyOf(username), isRecord)
  if (stored === null) return none
  const uses = Object.fromEntries(
    Object.entries(isRecord(stored.uses) ? stored.uses : {}).filter((pair): pair is [string, Use] =>
      isUse(pair[1]),
    ),
  )
  const recents = Array.isArray(stored.recents) ? stored.recents.filter((id) => typeof id === 'string') : []
  return { uses, recents }
}

function isUse(value: unknown): value is Use {
  return isRecord(value) && Number.isFinite(value.score) && Number.isFinite(value.at)
}

/** The page that the palette opens notes its opening, too: the two are one use. */
const oneOpeningMs = 10_000

export function recordUse(username: string | null, id: string, now = Date.now()): void {
  const { uses, recents } = readHistory(username)
  const latest = recents[0] === id ? uses[id] : undefined
  if (latest && Math.abs(now - latest.at) < oneOpeningMs) return
  const next = { ...uses, [id]: { score: frecency(uses[id], now) + 1, at: now } }
  const kept = Object.entries(next)
    .sort(([, a], [, b]) => frecency(b, now) - frecency(a, now))
    .slice(0, mostRemembered)
  writeJson(keyOf(username), {
    uses: Object.fromEntries(kept),
    recents: [id, ...recents.filter((other) => other !== id)].slice(0, mostRecents),
  })
}

/** The score of past uses as of now. A clock that was set back does not raise the score. */
export function frecency(use: Use | undefined, now: number): number {
  if (use === undefined || !(use.score > 0)) return 0
  return use.score * 2 ** (-Math.max(0, now - use.at) / halfLifeMs)
}

/** The score as a whole number from 0 to 999, for ranking; 1 for a use about to be forgotten. */
export function weightOf(use: Use | undefined, now: number): number {
  const worth = frecency(use, now)
  return worth < 0.01 ? 0 : Math.min(999, 1 + Math.round(Math.log2(1 + worth * 100) * 60))
}
