// Running searches of users: started, followed, ended; a search without requests for a minute is dropped.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import type { Asker } from '#server/http/registerCall.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { AppError } from '#shared/errors.ts'
import { shownText } from '../contract/shared.ts'
import type { LogFound, LogLine, LogPage, LogQuestion } from '../contract.ts'
import { askingOf, isoOf, placeOf, readCursor, sightOf, writtenCursor } from './asked.ts'
import { barsOf } from './bars.ts'
import type { Asking, Bars, ToldLine } from './engine/orders.ts'
import { type LogFile, listFiles } from './files.ts'
import type { Block, Measures } from './measures.ts'
import type { Place } from './places.ts'
import { LogFileGone, type LogReaders } from './readers.ts'
import { type FoundPlace, Search } from './search.ts'

export interface LogEngine {
  readers: LogReaders
  measures: Measures
  /** Updates one of the server's own stores before it is searched. */
  refresh(place: Place): Promise<void>
}

const usualLines = 100
const usualBars = 60
const usualWaitMs = 150
const usualFollowMs = 1_000
const forgottenAfterMs = 60_000
const mostEach = 5
const measuredAfterMs = 500
/** Bytes measured before a search; the rest is measured afterwards. */
const measuredFirst = 96 * 1_048_576

interface Running {
  id: string
  userId: number
  search: Search
  told: string
  timer: NodeJS.Timeout
  place: Place
}

export class Searches {
  readonly #deps: Deps
  readonly #engine: LogEngine
  readonly #running = new Map<string, Running>()
  readonly #stopped = new AbortController()

  constructor(deps: Deps, engine: LogEngine) {
    this.#deps = deps
    this.#engine = engine
  }

  stop(): void {
    this.#stopped.abort(new Error('the server stops'))
    for (const { id } of [...this.#running.values()]) this.#forget(id)
  }

  async begin(question: LogQuestion, { user, signal }: Asker): Promise<LogFound> {
    const { limit = usualLines, order = 'newest', waitMs = usualWaitMs } = question
    const begun = performance.now()
    const place = placeOf(this.#deps, user, question.entrance, question.logStore)
    const asking = askingOf(question, await sightOf(this.#deps, user, place))
    const after = readCursor(question.cursor)
    if (!after) await noteSearch(this.#deps, user, place, question.query ?? '')
    const counting = !after && question.bars !== 0
    const { blocks, notes } = await this.blocksOf(place, signal, user.id)
    const bars = counting ? this.#barsOf(asking, blocks, question.bars ?? usualBars) : null
    const settings = {
      place,
      asking,
      bars,
      counting,
      limit,
      after,
      newest: order === 'newest',
      line: user.id,
    }
    const search = new Search(this.#engine.readers, settings, blocks, notes)
    const leave = () => search.stop(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    // The readers' start-up is already included in the waiting time.
    const left = counting ? Math.max(0, begun + waitMs - performance.now()) : waitMs
    await waited(counting ? search.finished : search.pageFound, left, signal)
    // Its lines are worth a little more waiting than its counts.
    if (counting && !search.page.whole) await waited(search.pageFound, waitMs, signal)
    signal.removeEventListener('abort', leave)
    const page = await this.#pageOf(search, user)
    if (!counting) {
      search.stop()
      return { page, progress: null }
    }
    const running = this.#keep(search, user, place)
    running.told = toldOf(page)
    return { page, progress: progressOf(running) }
  }

  async follow(id: string, waitMs = usualFollowMs, { user, signal }: Asker): Promise<LogFound> {
    const running = this.#running.get(id)
    if (!running || running.userId !== user.id)
      throw new AppError('object_missing', '这次查询已结束，请重新查询')
    // The right to see the store may have been revoked meanwhile.
    placeOf(this.#deps, user, running.place.entrance, running.place.name)
    running.timer.refresh()
    await waited(running.search.finished, waitMs, signal)
    const page = await this.#pageOf(running.search, user)
    const told = toldOf(page)
    const isNew = told !== running.told
    running.told = told
    return { page: isNew ? page : null, progress: progressOf(running) }
  }

  cancel(id: string, { user }: Asker): null {
    const running = this.#running.get(id)
    if (running?.userId === user.id) this.#forget(id)
    return null
  }

  /** All blocks of a store, measured unless that would take long; then after the answer. */
  async blocksOf(
    place: Place,
    signal: AbortSignal,
    line: string | number,
  ): Promise<{ files: LogFile[]; blocks: Block[]; notes: string[] }> {
    const { readers, measures, refresh } = this.#engine
    readers.warm()
    await refresh(place)
    const { files, notes } = await listFiles(place)
    const isMuch = (await measures.lacking(files)) > measuredFirst
    if (isMuch) void this.#measureLater(files)
    const present: Block[] = []
    for (const file of files) {
      try {
        if (!isMuch) await measures.take(file, signal, line)
        present.push(...(await measures.blocksOf(file, signal, line)))
      } catch (error) {
        if (!(error instanceof LogFileGone)) throw error
      }
    }
    return { files, blocks: present, notes }
  }

  /** After the awaited page. */
  async #measureLater(files: readonly LogFile[]): Promise<void> {
    try {
      await sleep(measuredAfterMs, undefined, { signal: this.#stopped.signal, ref: false })
      for (const file of files) await this.#engine.measures.take(file, this.#stopped.signal, 'measuring')
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.#deps.log.warn({ err: error }, 'logs could not be measured')
    }
  }

  #barsOf(asking: Asking, blocks: readonly Block[], most: number): Bars {
    const known = blocks.filter(({ low }) => !Number.isNaN(low))
    const low = known.reduce((least, block) => Math.min(least, block.low), Number.POSITIVE_INFINITY)
    const high = known.reduce((greatest, block) => Math.max(greatest, block.high), Number.NEGATIVE_INFINITY)
    const now = Date.now()
    const to = asking.to ?? Math.max((Number.isFinite(high) ? high : now) + 1, (asking.from ?? 0) + 1)
    const from = asking.from ?? Math.min(Number.isFinite(low) ? low : to - 1, to - 1)
    return barsOf(from, to, most, this.#deps.settings.zone)
  }

  #keep(search: Search, user: SessionUser, place: Place): Running {
    const own = [...this.#running.values()].filter(({ userId }) => userId === user.id)
    if (own.length >= mostEach && own[0]) this.#forget(own[0].id)
    const id = randomBytes(12).toString('hex')
    const timer = setTimeout(() => this.#forget(id), forgottenAfterMs).unref()
    const running = { id, userId: user.id, search, told: '', timer, place }
    this.#running.set(id, running)
    return running
  }

  #forget(id: string): void {
    const running = this.#running.get(id)
    if (!running) return
    clearTimeout(running.timer)
    running.search.stop()
    this.#running.delete(id)
  }

  async #pageOf(search: Search, user: SessionUser): Promise<LogPage> {
    const { places, next, whole } = search.page
    const lines = await this.tell(search, places, user.id)
    return { lines, cursor: next ? writtenCursor(next) : null, whole }
  }

  async tell(
    search: Search,
    places: readonly FoundPlace[],
    line: string | number,
    shown = shownText,
  ): Promise<LogLine[]> {
    const told = new Map<FoundPlace, LogLine>()
    for (const [file, own] of Map.groupBy(places, (place) => place.file)) {
      const now = search.pathNow(file)
      if (!now) continue
      const order = {
        kind: 'details' as const,
        file: now,
        key: file.key,
        places: own.map(({ offset, time }) => ({ offset, time })),
        masks: search.masks,
        shown,
      }
      const lines = await this.#engine.readers.ask(order, this.#stopped.signal, line).catch((error) => {
        if (error instanceof LogFileGone) return []
        throw error
      })
      lines.forEach((one, at) => {
        const place = own[at]
        if (one && place) told.set(place, lineOf(one, file.name))
      })
    }
    return places.flatMap((place) => told.get(place) ?? [])
  }
}

export function lineOf({ offset: _, time, ...line }: ToldLine, file: string): LogLine {
  return { ...line, time: isoOf(time), file }
}

/** Searches in people's activities are audited. */
export async function noteSearch(
  { metadata }: Deps,
  user: SessionUser,
  place: Place,
  query: string,
): Promise<void> {
  if (!place.audited) return
  const detail = { entrance: place.entrance, logStore: place.name, query }
  await writeAudit(metadata.db, { userId: user.id, action: 'log.search', detail })
}

const toldOf = ({ lines, whole }: LogPage): string => `${lines.length} ${whole}`

function progressOf({ id, search }: Running) {
  const { counts, state } = search
  return {
    id,
    state,
    ...counts,
    bars: counts.bars && {
      from: new Date(counts.bars.from).toISOString(),
      stepMs: counts.bars.step,
      counts: counts.bars.counts,
    },
  }
}

/** Waits until the work is done or the time is over; throws the work's error. */
async function waited(work: Promise<unknown>, ms: number, signal: AbortSignal): Promise<void> {
  const timer = new AbortController()
  try {
    await Promise.race([work, sleep(ms, undefined, { signal: AbortSignal.any([timer.signal, signal]) })])
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw error
  } finally {
    timer.abort()
  }
}
