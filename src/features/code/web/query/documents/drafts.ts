// Saves every change within a third of a second, and the last change when the page closes. When two windows
// change one document, both versions are kept until the user chooses.
import type { DraftKeeper } from './draftKeeper.ts'
import { clearLastWords, readLastWords, writeLastWords } from './lastWords.ts'
import { type DraftState, documentOf, newId, useDocuments } from './store.ts'
import type { Draft, SqlDocument } from './types.ts'

/**
 * In milliseconds: saves after a typing pause of this length, or at most this long after the first change.
 */
export const writeDelayMs = 250

let keeper: DraftKeeper
/** The stored revision that each document in this window is based on. */
let revisions = new Map<string, number>()
let timers = new Map<string, ReturnType<typeof setTimeout>>()
let writing = new Map<string, Promise<void>>()
let channel: BroadcastChannel | null = null
/** Id under which this window saves its version of a document in conflict. */
const windowId = newId()

const rivalId = (id: string) => `${id}~${windowId}`
const setState = (id: string, state: DraftState) =>
  useDocuments.setState(({ drafts }) => ({ drafts: { ...drafts, [id]: state } }))

export interface OpenedDrafts {
  open: SqlDocument[]
  conflicts: Record<string, Draft>
  /** Time of the last save, per open document. */
  keptAt: Record<string, number>
}

/** Loads the user's drafts from this browser, and repairs what a crash or a race left behind. */
export async function openDrafts(owner: string, opened: DraftKeeper): Promise<OpenedDrafts> {
  keeper = opened
  revisions = new Map()
  for (const timer of timers.values()) clearTimeout(timer)
  timers = new Map()
  writing = new Map()
  listen(owner)
  await takeLastWords(owner)
  const all = await keeper.readAll(owner)
  const own = all.filter(({ rivalOf }) => rivalOf === null)
  for (const { document, revision } of own) revisions.set(document.id, revision)
  const open = own.filter(({ closedAt }) => closedAt === null)
  const ids = new Set(open.map(({ document }) => document.id))
  const rivals = all.filter((draft) => draft.rivalOf !== null && ids.has(draft.rivalOf))
  return {
    open: open.map(({ document }) => whole(document)).sort((one, other) => one.createdAt - other.createdAt),
    conflicts: Object.fromEntries(rivals.map((draft) => [draft.rivalOf as string, draft])),
    keptAt: Object.fromEntries(open.map(({ document, keptAt }) => [document.id, keptAt])),
  }
}

/** Older drafts contain no looks of results. */
const whole = (document: SqlDocument): SqlDocument => {
  const looks: SqlDocument['looks'] | undefined = document.looks
  const saved = document.saved && { ...document.saved, looks: document.saved.looks ?? looks ?? [] }
  return { ...document, looks: looks ?? [], saved }
}

/** Changes that a closing page had no time to save. */
async function takeLastWords(owner: string): Promise<void> {
  for (const { document, revision } of readLastWords(owner)) {
    const kept = await keeper.read(owner, document.id)
    const same = kept?.document.text === document.text
    if (!same) {
      const answer = await keeper.write(draftOf(owner, document, revision + 1), revision)
      if (answer.kind === 'full') continue
      if (answer.kind === 'newer') await keepRival(owner, document, revision)
    }
    clearLastWords(owner, document.id)
  }
}

const draftOf = (owner: string, document: SqlDocument, revision: number): Draft => ({
  owner,
  document,
  revision,
  keptAt: Date.now(),
  closedAt: null,
  rivalOf: null,
})

async function keepRival(owner: string, document: SqlDocument, revision: number): Promise<void> {
  const id = rivalId(document.id)
  const before = await keeper.read(owner, id)
  const rival = { ...draftOf(owner, { ...document, id }, revision), rivalOf: document.id }
  await keeper.write({ ...rival, revision: (before?.revision ?? 0) + 1 }, before?.revision ?? 0)
}

/** Notes that a document has changed. */
export function touch(id: string): void {
  setState(id, { kind: 'waiting' })
  if (timers.has(id)) return
  timers.set(
    id,
    setTimeout(() => void flush(id), writeDelayMs),
  )
}

/** Saves now; one write at a time, and the last one has the latest text. */
export async function flush(id: string): Promise<void> {
  clearTimeout(timers.get(id))
  timers.delete(id)
  const before = writing.get(id) ?? Promise.resolve()
  const mine = before.then(() => write(id)).catch(() => setState(id, { kind: 'failed' }))
  writing.set(id, mine)
  await mine
  if (writing.get(id) === mine) writing.delete(id)
}

async function write(id: string): Promise<void> {
  const { owner, conflicts } = useDocuments.getState()
  const document = documentOf(id)
  if (!owner || !document) return
  // A version left by a former window does not block this one, which continues from the stored draft.
  if (conflicts[id]?.rivalOf === null) {
    await keepRival(owner, document, conflicts[id].revision)
    setState(id, { kind: 'kept', at: Date.now() })
    return
  }
  const expected = revisions.get(id) ?? 0
  const draft = draftOf(owner, document, expected + 1)
  const answer = await keeper.write(draft, expected)
  if (answer.kind === 'kept') settled(draft)
  else if (answer.kind === 'full') setState(id, { kind: 'failed' })
  else await meet(owner, document, answer.draft)
}

function settled({ owner, document, revision, keptAt }: Draft): void {
  revisions.set(document.id, revision)
  clearLastWords(owner, document.id)
  // Text typed meanwhile is still unsaved.
  if (!timers.has(document.id)) setState(document.id, { kind: 'kept', at: keptAt })
  channel?.postMessage({ id: document.id })
}

/** Another window saved first. Where both texts are equal there is no conflict. */
async function meet(owner: string, document: SqlDocument, theirs: Draft): Promise<void> {
  revisions.set(document.id, theirs.revision)
  if (theirs.document.text === document.text) {
    await write(document.id)
    return
  }
  useDocuments.setState(({ conflicts }) => ({ conflicts: { ...conflicts, [document.id]: theirs } }))
  await keepRival(owner, document, theirs.revision)
  setState(document.id, { kind: 'kept', at: Date.now() })
}

/** Resolves a conflict. The rejected version becomes a closed tab, which can be reopened. */
export async function settleConflict(id: string, choice: 'here' | 'there'): Promise<void> {
  const { owner, conflicts } = useDocuments.getState()
  const here = documentOf(id)
  const there = conflicts[id]
  if (!owner || !here || !there) return
  const chosen = choice === 'here' ? here : { ...there.document, id }
  const left = choice === 'here' ? there.document : here
  await keepClosed({ ...left, id: newId(), name: `${left.name}（另一版本）`, saved: null })
  useDocuments.setState((state) => {
    const { [id]: _, ...others } = state.conflicts
    return { conflicts: others, documents: { ...state.documents, [id]: chosen } }
  })
  await flush(id)
  await keeper.remove(owner, there.rivalOf === null ? rivalId(id) : there.document.id)
}

// ---- closed tabs

const mostClosed = 30
/** In milliseconds: tabs closed more recently are kept, however many. */
const keptAnyway = 24 * 60 * 60 * 1000
/** Time of the last closing, kept strictly increasing when many close at once. */
let closedLast = 0

/** Stores a closed tab's document, so that it can be reopened. */
export async function keepClosed(document: SqlDocument): Promise<void> {
  const { owner } = useDocuments.getState()
  if (!owner) return
  clearTimeout(timers.get(document.id))
  timers.delete(document.id)
  await writing.get(document.id)
  clearLastWords(owner, document.id)
  const expected = revisions.get(document.id) ?? 0
  closedLast = Math.max(Date.now(), closedLast + 1)
  const draft = { ...draftOf(owner, document, expected + 1), closedAt: closedLast }
  const answer = await keeper.write(draft, expected)
  if (answer.kind === 'kept') revisions.set(document.id, draft.revision)
  await dropOldest(owner)
}

async function dropOldest(owner: string): Promise<void> {
  const since = Date.now() - keptAnyway
  for (const { document, closedAt } of (await closedDrafts(owner)).slice(mostClosed)) {
    if ((closedAt ?? 0) < since) await keeper.remove(owner, document.id)
  }
}

/** The last closed one first. */
async function closedDrafts(owner: string): Promise<Draft[]> {
  const all = await keeper.readAll(owner)
  return all
    .filter(({ closedAt, rivalOf }) => closedAt !== null && rivalOf === null)
    .sort((one, other) => (other.closedAt ?? 0) - (one.closedAt ?? 0))
}

export async function lastClosed(): Promise<SqlDocument | null> {
  const { owner } = useDocuments.getState()
  if (!owner) return null
  const [draft] = await closedDrafts(owner)
  if (!draft) return null
  revisions.set(draft.document.id, draft.revision)
  return draft.document
}

export async function forgetDraft(id: string): Promise<void> {
  const { owner } = useDocuments.getState()
  clearTimeout(timers.get(id))
  timers.delete(id)
  await writing.get(id)
  revisions.delete(id)
  if (!owner) return
  clearLastWords(owner, id)
  await keeper.remove(owner, id)
}

// ---- other windows, and closing this one

function listen(owner: string): void {
  channel?.close()
  channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(`sqlDrafts:${owner}`) : null
  if (!channel) return
  channel.onmessage = ({ data }: MessageEvent<{ id?: unknown }>) => {
    if (typeof data?.id === 'string') void follow(owner, data.id)
  }
}

/** Takes over another window's change, where nothing was changed here. */
async function follow(owner: string, id: string): Promise<void> {
  if (!documentOf(id) || timers.has(id) || writing.has(id) || useDocuments.getState().conflicts[id]) return
  const draft = await keeper.read(owner, id)
  if (!draft || draft.closedAt !== null || draft.revision <= (revisions.get(id) ?? 0)) return
  if (!documentOf(id) || timers.has(id) || writing.has(id)) return
  revisions.set(id, draft.revision)
  useDocuments.setState(({ documents }) => ({ documents: { ...documents, [id]: draft.document } }))
  setState(id, { kind: 'kept', at: draft.keptAt })
}

/** Call when the page closes: stores unsaved changes synchronously. */
export function speakLastWords(): void {
  const { owner, drafts } = useDocuments.getState()
  if (!owner) return
  for (const id of new Set([...timers.keys(), ...writing.keys()])) {
    const document = documentOf(id)
    if (document && drafts[id]?.kind !== 'kept') {
      writeLastWords(owner, { document, revision: revisions.get(id) ?? 0 })
    }
    if (timers.has(id)) void flush(id)
  }
}
