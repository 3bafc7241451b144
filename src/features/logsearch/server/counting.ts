// The most frequent values of a field, and the fields of a store.
import type { Deps } from '#server/deps.ts'
import type { Asker } from '#server/http/registerCall.ts'
import { numberOf } from '#shared/logQuery/read.ts'
import type { LogField, LogIndex, LogValues } from '../contract.ts'
import { askingOf, isoOf, placeOf, type Question, sightOf } from './asked.ts'
import type { Asking } from './engine/orders.ts'
import type { Block } from './measures.ts'
import type { Place } from './places.ts'
import { LogFileGone } from './readers.ts'
import { Search } from './search.ts'
import { type LogEngine, noteSearch, type Searches } from './searching.ts'

const mostDistinct = 200_000
const atOnce = 8

interface ValuesQuestion extends Question {
  entrance: string
  logStore: string
  field: string
  top?: number
  waitMs?: number
}

export async function countValues(
  deps: Deps,
  engine: LogEngine,
  searches: Searches,
  question: ValuesQuestion,
  { user, signal }: Asker,
): Promise<LogValues> {
  const begun = performance.now()
  const { field, top = 20, waitMs = 10_000 } = question
  const place = placeOf(deps, user, question.entrance, question.logStore)
  const asking = askingOf(question, await sightOf(deps, user, place))
  await noteSearch(deps, user, place, question.query ?? '')
  const { blocks } = await searches.blocksOf(place, signal, user.id)
  const counts = new ValueCounts()
  const wanted = blocks.filter((block) => !block.exact || overlaps(block, asking))
  wanted.sort((one, other) => other.high - one.high)
  let next = 0
  let ended = 0
  const lane = async () => {
    while (next < wanted.length && performance.now() - begun < waitMs) {
      const batch = [wanted[next] as Block]
      for (next += 1; batch.length < atOnce && wanted[next]?.file === batch[0]?.file; next += 1)
        batch.push(wanted[next] as Block)
      await readValues(engine, batch, asking, field, signal, user.id, counts)
      ended += batch.length
    }
  }
  await Promise.all(Array.from({ length: engine.readers.atOnce }, lane))
  const done = wanted.length === 0 ? 1 : ended / wanted.length
  return { ...counts.told(top, done === 1), done, elapsedMs: Math.round(performance.now() - begun) }
}

const overlaps = ({ low, high }: Block, { from, to }: Asking): boolean =>
  (from === null || high >= from) && (to === null || low < to)
const isWithin = ({ low, high, exact }: Block, { from, to }: Asking): boolean =>
  exact && (from === null || low >= from) && (to === null || high < to)

async function readValues(
  { readers }: LogEngine,
  batch: readonly Block[],
  asking: Asking,
  field: string,
  signal: AbortSignal,
  line: number,
  counts: ValueCounts,
): Promise<void> {
  const [{ file }] = batch as [Block]
  const blocks = batch.map((block) => ({
    block: block.block,
    carry: block.carry,
    bar: isWithin(block, asking) ? 0 : null,
  }))
  try {
    counts.add(await readers.ask({ kind: 'values', file, blocks, asking, field }, signal, line))
  } catch (error) {
    if (!(error instanceof LogFileGone)) throw error
  }
}

class ValueCounts {
  readonly #counts = new Map<string, number>()
  #lines = 0
  #having = 0
  #exact = true

  add({
    lines,
    having,
    values,
    exact,
  }: {
    lines: number
    having: number
    values: [string, number][]
    exact: boolean
  }): void {
    this.#lines += lines
    this.#having += having
    if (!exact) this.#exact = false
    for (const [value, count] of values) {
      const known = this.#counts.get(value)
      if (known === undefined && this.#counts.size >= mostDistinct) this.#exact = false
      else this.#counts.set(value, (known ?? 0) + count)
    }
  }

  told(top: number, isWhole: boolean): Omit<LogValues, 'done' | 'elapsedMs'> {
    const having = this.#having
    const sorted = [...this.#counts].sort(
      ([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1),
    )
    return {
      values: sorted.slice(0, top).map(([value, count]) => ({ value, count, share: count / having })),
      distinct: sorted.length,
      lines: this.#lines,
      having,
      numbers: this.#numbers(sorted),
      exact: this.#exact && isWhole,
    }
  }

  /** Null unless all values are numbers. */
  #numbers(counted: readonly [string, number][]): LogValues['numbers'] {
    const numbers = counted.map(([value, count]) => [numberOf(value), count] as const)
    if (numbers.length === 0 || numbers.some(([value]) => value === null)) return null
    const sorted = (numbers as [number, number][]).sort(([one], [other]) => one - other)
    const total = sorted.reduce((sum, [, count]) => sum + count, 0)
    const at = (part: number) => {
      let left = Math.max(1, Math.ceil(total * part))
      for (const [value, count] of sorted) {
        left -= count
        if (left <= 0) return value
      }
      return sorted.at(-1)?.[0] ?? 0
    }
    const sum = sorted.reduce((all, [value, count]) => all + value * count, 0)
    const [least = 0] = sorted[0] ?? []
    return { least, most: at(1), mean: sum / total, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
  }
}

/** Lines sampled for their fields. */
const sampled = 500
const mostValues = 8

export async function readIndex(
  deps: Deps,
  engine: LogEngine,
  searches: Searches,
  { entrance, logStore }: { entrance: string; logStore: string },
  { user, signal }: Asker,
): Promise<LogIndex> {
  const place = placeOf(deps, user, entrance, logStore)
  const asking = askingOf({}, await sightOf(deps, user, place))
  const { files, blocks, notes } = await searches.blocksOf(place, signal, user.id)
  const settings = {
    place,
    asking,
    bars: null,
    counting: false,
    limit: sampled,
    after: null,
    newest: true,
    line: user.id,
  }
  const search = new Search(engine.readers, settings, blocks, notes)
  await search.pageFound
  const lines = await searches.tell(search, search.page.places, user.id)
  const measured = blocks.filter(({ exact, lines: count }) => exact || count > 0)
  const known = blocks.filter(({ low }) => !Number.isNaN(low))
  const isLimited = asking.scope !== null
  return {
    fields: fieldsOf(
      lines.map(({ fields }) => fields),
      place,
    ),
    sampled: lines.length,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    lines:
      measured.length === blocks.length && !isLimited
        ? blocks.reduce((sum, block) => sum + block.lines, 0)
        : null,
    first: isoOf(known.reduce((least, { low }) => Math.min(least, low), Number.POSITIVE_INFINITY)),
    last: isoOf(known.reduce((most, { high }) => Math.max(most, high), Number.NEGATIVE_INFINITY)),
    prepared: blocks.length === 0 ? 1 : measured.length / blocks.length,
  }
}

function fieldsOf(lines: readonly { name: string; value: string }[][], { titles }: Place): LogField[] {
  const found = new Map<string, Map<string, number>>()
  for (const fields of lines) {
    for (const { name, value } of fields) {
      const values = found.get(name) ?? new Map<string, number>()
      values.set(value, (values.get(value) ?? 0) + 1)
      found.set(name, values)
    }
  }
  return [...found]
    .map(([name, values]): LogField => {
      const count = values.values().reduce((sum, times) => sum + times, 0)
      const sorted = [...values].sort(([, one], [, other]) => other - one)
      return {
        name,
        title: titles[name] ?? '',
        kind: kindOf([...values.keys()]),
        share: count / lines.length,
        values: sorted.slice(0, mostValues).map(([value]) => value.slice(0, 200)),
      }
    })
    .sort((one, other) => other.share - one.share)
    .slice(0, 200)
}

function kindOf(values: readonly string[]): LogField['kind'] {
  if (values.every((value) => numberOf(value) !== null)) return 'number'
  if (values.every((value) => value === 'true' || value === 'false')) return 'switch'
  return values.every((value) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) ? 'moment' : 'text'
}
