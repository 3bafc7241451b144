// Issues a code for shown or exported figures and records whose they were. The same view on the same business
// day has the same code and one row; a code this process has already recorded needs no write.
import type { Deps } from '#server/deps.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { installationSecret } from '#server/secret.ts'
import { businessDay } from '#shared/businessDay.ts'
import { codeOf } from './codes.ts'
import { keptDetail, type TraceDetail } from './detail.ts'

export interface TraceNote {
  kind: 'view' | 'export' | 'embed'
  /** Null for readers of an embed. */
  userId: number | null
  detail: TraceDetail
}

type Source = Pick<Deps, 'metadata' | 'settings' | 'log'>

const mostNoted = 20_000
/** A longer note (a filter of 50,000 values) is remembered by its code only. */
const longestTold = 2000
const mostTold = 2000

interface Noted {
  day: string
  codes: Set<string>
  /** Codes by the note's text, because the same view is requested repeatedly. */
  told: Map<string, string>
}
const noted = new WeakMap<Metadata, Noted>()

/**
 * Returns the code. For an export the row is written before this returns, or it throws and the export must
 * not happen; figures on the screen are shown even when the store can't be written.
 */
export async function noteTrace(deps: Source, note: TraceNote): Promise<string> {
  const day = businessDay(deps.settings)
  const { codes, told } = notedOn(deps, day)
  const asked = JSON.stringify([note.kind, note.userId, note.detail])
  const known = told.get(asked)
  if (known !== undefined) return known
  const text = orderedText([note.kind, note.userId, day, note.detail])
  const secret = installationSecret(deps.settings.dataDir)
  const code = codeOf(secret, text)
  const tell = () => {
    if (asked.length <= longestTold) told.set(asked, code)
    return code
  }
  if (codes.has(code)) return tell()
  try {
    const own = await keepRow(deps, note, secret, text)
    // Collisions are rare, so the next code is computed anew each time.
    if (own !== code) return own
    codes.add(code)
    return tell()
  } catch (error) {
    if (note.kind === 'export') throw error
    deps.log.warn({ err: error }, 'trace not kept')
    return code
  }
}

/** Codes recorded today. */
function notedOn(deps: Source, day: string): Noted {
  const known = noted.get(deps.metadata)
  if (known?.day === day) {
    if (known.codes.size >= mostNoted) known.codes.clear()
    if (known.told.size >= mostTold) known.told.clear()
    return known
  }
  const fresh: Noted = { day, codes: new Set(), told: new Map() }
  noted.set(deps.metadata, fresh)
  return fresh
}

/** If the code already belongs to another view (50 bits, so hardly ever), the next one is tried. */
async function keepRow({ metadata: { db } }: Source, note: TraceNote, secret: Buffer, text: string) {
  const { kind, userId: user_id } = note
  const detail = orderedText(keptDetail(note.detail))
  for (let attempt = 0; ; attempt += 1) {
    const code = codeOf(secret, attempt === 0 ? text : `${attempt} ${text}`)
    const row = { code, kind, user_id, at: new Date().toISOString(), detail }
    const added = await db
      .insertInto('trace')
      .values(row)
      .onConflict((conflict) => conflict.column('code').doNothing())
      .executeTakeFirst()
    if ((added.numInsertedOrUpdatedRows ?? 0n) > 0n) return code
    const there = await db.selectFrom('trace').selectAll().where('code', '=', code).executeTakeFirst()
    if (!there || (there.kind === kind && there.user_id === user_id && there.detail === detail)) return code
  }
}

/** JSON with sorted properties, so that their order makes no difference. */
const orderedText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
