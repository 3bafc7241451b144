// A line's neighbours, its full text, and new lines.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import type { Asker } from '#server/http/registerCall.ts'
import { AppError } from '#shared/errors.ts'
import { type LogContext, type LogTail, type LogWholeLine, longestLine } from '../contract.ts'
import { askingOf, placeOf, sightOf } from './asked.ts'
import type { Asking } from './engine/orders.ts'
import { type LogFile, listFiles } from './files.ts'
import type { Place } from './places.ts'
import { LogFileGone } from './readers.ts'
import { type LogEngine, lineOf, noteSearch } from './searching.ts'

interface Lined {
  entrance: string
  logStore: string
  line: string
}

const missing = () => new AppError('object_missing', '这一行已不在：它的文件已被删除或清空')

async function fileOf(place: Place, line: string): Promise<{ file: LogFile; offset: number }> {
  const found = /^([0-9a-f]{16})-([0-9a-z]{1,11})$/.exec(line)
  const offset = Number.parseInt(found?.[2] ?? '', 36)
  const { files } = await listFiles(place)
  const file = files.find(({ key }) => key === found?.[1])
  if (!file || !Number.isSafeInteger(offset)) throw missing()
  return { file, offset }
}

export async function readContext(
  deps: Deps,
  { readers }: LogEngine,
  params: Lined,
  { before = 20, after = 20 }: { before?: number; after?: number },
  { user, signal }: Asker,
): Promise<LogContext> {
  const place = placeOf(deps, user, params.entrance, params.logStore)
  const sight = await sightOf(deps, user, place)
  await noteSearch(deps, user, place, `#${params.line}`)
  const { file, offset } = await fileOf(place, params.line)
  const order = {
    kind: 'around' as const,
    file,
    key: file.key,
    offset,
    before,
    after,
    ...sight,
    shown: 8_192,
  }
  const found = await readers.ask(order, signal, user.id).catch(asMissing)
  if (!found.line) throw missing()
  return {
    before: found.before.map((one) => lineOf(one, file.name)),
    line: lineOf(found.line, file.name),
    after: found.after.map((one) => lineOf(one, file.name)),
    moreBefore: found.moreBefore,
    moreAfter: found.moreAfter,
    hidden: found.hidden,
  }
}

const asMissing = (error: unknown): never => {
  throw error instanceof LogFileGone ? missing() : error
}

export async function readLine(
  deps: Deps,
  { readers }: LogEngine,
  params: Lined,
  { user, signal }: Asker,
): Promise<LogWholeLine> {
  const place = placeOf(deps, user, params.entrance, params.logStore)
  const sight = await sightOf(deps, user, place)
  await noteSearch(deps, user, place, `#${params.line}`)
  const { file, offset } = await fileOf(place, params.line)
  const order = {
    kind: 'around' as const,
    file,
    key: file.key,
    offset,
    before: 0,
    after: 0,
    ...sight,
    shown: longestLine,
  }
  const { line } = await readers.ask(order, signal, user.id).catch(asMissing)
  if (!line) throw missing()
  const told = lineOf(line, file.name)
  return {
    line: { ...told, text: told.text.slice(0, 8_192) },
    text: line.text,
    cut: line.wholeBytes !== null,
  }
}

/** Interval for checking files for new lines. */
const lookMs = 400
const mostTold = 500
/** The position of a file unchanged for this long is dropped from the cursor. */
const idleMs = 3_600_000
const mostFollowed = 200

type Places = Map<string, number>

interface TailQuestion {
  entrance: string
  logStore: string
  query?: string
  cursor?: string
  waitMs?: number
}

export async function tailLogs(
  deps: Deps,
  engine: LogEngine,
  question: TailQuestion,
  { user, signal }: Asker,
): Promise<LogTail> {
  const place = placeOf(deps, user, question.entrance, question.logStore)
  const asking = askingOf(question, await sightOf(deps, user, place))
  if (question.cursor === undefined) await noteSearch(deps, user, place, question.query ?? '')
  const { waitMs = 20_000 } = question
  const until = performance.now() + waitMs
  let cursor = question.cursor === undefined ? null : readPlaces(question.cursor)
  for (;;) {
    await engine.refresh(place)
    const { files } = await listFiles(place)
    if (!cursor) return { lines: [], cursor: writtenPlaces(endsOf(files)), skipped: 0 }
    const { lines, skipped, places } = await readNew(engine, files, cursor, asking, { user, signal })
    if (lines.length > 0 || performance.now() + lookMs > until)
      return { lines, skipped, cursor: writtenPlaces(places) }
    cursor = { at: cursor.at, places }
    await sleep(lookMs, undefined, { signal }).catch(() => {
      throw signal.reason
    })
  }
}

interface TailCursor {
  at: number
  places: Places
}

const endsOf = (files: readonly LogFile[]): Places => new Map(files.map(({ key, size }) => [key, size]))

async function readNew(
  { readers }: LogEngine,
  files: readonly LogFile[],
  { at, places }: TailCursor,
  asking: Asking,
  { user, signal }: Asker,
): Promise<{ lines: LogTail['lines']; skipped: number; places: Places }> {
  const next: Places = new Map()
  const told: LogTail['lines'] = []
  let skipped = 0
  for (const file of [...files].sort((one, other) => one.changed - other.changed)) {
    // A file without a position was inactive before, or is new.
    const from = places.get(file.key) ?? (file.changed < at - idleMs ? file.size : 0)
    const order = { kind: 'since' as const, file, key: file.key, from, asking, limit: mostTold }
    if (file.size <= from) {
      next.set(file.key, from)
      continue
    }
    const found = await readers.ask(order, signal, user.id).catch((error) => {
      if (error instanceof LogFileGone) return null
      throw error
    })
    if (!found) continue
    next.set(file.key, found.end)
    skipped += found.skipped
    told.push(...found.lines.map((line) => lineOf(line, file.name)))
  }
  const isSeveral = new Set(told.map(({ file }) => file)).size > 1
  if (isSeveral) told.sort((one, other) => ((one.time ?? '') < (other.time ?? '') ? -1 : 1))
  return {
    lines: told.slice(-mostTold),
    skipped: skipped + Math.max(0, told.length - mostTold),
    places: next,
  }
}

function writtenPlaces(places: Places): string {
  const newest = [...places].slice(-mostFollowed).map(([key, offset]) => `${key}${offset.toString(36)}`)
  return `${Date.now()}.${newest.join('.')}`
}

function readPlaces(text: string): TailCursor {
  const [at = '', ...rest] = text.split('.')
  const found = rest.filter((one) => one !== '').map((one) => /^([0-9a-f]{16})([0-9a-z]{1,11})$/.exec(one))
  if (!/^\d{1,16}$/.test(at) || found.some((one) => one === null))
    throw new AppError('parameter_wrong', '跟随的位置有误，请重新开始')
  const places: [string, number][] = found.map((one) => [one?.[1] ?? '', Number.parseInt(one?.[2] ?? '', 36)])
  return { at: Number(at), places: new Map(places) }
}
