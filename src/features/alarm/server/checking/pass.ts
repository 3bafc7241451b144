// One pass over all alarms: evaluates those for which anything may have changed since this server's last
// pass.

import { dimsIn } from '#semantic/model/conditions.ts'
import { keptLookup } from '#semantic/model/lookup.ts'
import { type RowScope, scopeKey } from '#semantic/model/rowScope.ts'
import type { Model } from '#semantic/model/types.ts'
import { waysToDimension } from '#semantic/model/ways.ts'
import type { SessionUser } from '#server/http/session.ts'
import { breathe } from '#server/limits/breath.ts'
import { chunks } from '#server/objects/reading.ts'
import { rowsText } from '#server/objects/rowScopes.ts'
import { presentUsers } from '#server/people.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import type { AlarmGrain, AlarmRule } from '#features/alarm/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import { type ColumnNames, columnNames } from '#features/statement/server/index.ts'
import type { AlarmDeps } from '../deps.ts'
import type { StoredAlarm, StoredState } from '../objectKinds.ts'
import { isFrozen, ruleOf } from '../rule.ts'
import { noNames, toldDims } from '../words.ts'
import { doubtsIn } from './doubts.ts'
import { type Evaluation, evaluate, lateLevel, type Target } from './evaluating.ts'
import { type Freshness, factsOf, freshnessOf } from './freshness.ts'
import { spanOf } from './needs.ts'
import { endOf, periodOf, periodText, wallMinute } from './periods.ts'
import { isOfTheWarehouse, problemOf } from './reading.ts'
import { type Checked, recordChecked } from './recording.ts'
import { rightsOf } from './rights.ts'

export interface PassOptions {
  now?: Date
  signal?: AbortSignal
  /** A table published more recently than this may be published again soon, with more of the day. */
  settleMs?: number
  progress?(fraction: number, step: string): void
}

export interface PassFigures {
  alarms: number
  evaluated: number
  fires: number
  elapsedMs: number
}

type Head = Pick<StoredAlarm, 'id' | 'revision' | 'owner_id' | 'games' | 'frozen' | 'frozen_until'> &
  Pick<StoredState, 'last_period' | 'problem' | 'problem_told' | 'problem_since'>

interface KnownRule {
  revision: number
  rule: AlarmRule
  /** The inputs of the last evaluation; null: none has finished. */
  stamp: string | null
  /** After faults it waits, longer each time. */
  tries: number
  againAt: number
}

const headsAtOnce = 2_000
const rulesAtOnce = 500
/** Rules evaluated together: their data is in memory at once. */
const evaluatedAtOnce = 2_000
const usualSettleMs = 120_000
/** How long to wait for a table that is published continually. */
const restlessMinutes = 120
const firstRetryMs = 60_000
const longestRetryMs = 60 * 60_000

const hasFires = ({ values }: Evaluation): boolean =>
  values.some(({ periods }) => periods.some(({ fires }) => fires))

export class Checker {
  readonly #deps: AlarmDeps
  readonly #rules = new Map<number, KnownRule>()
  readonly #models = new WeakMap<Model, number>()
  #modelCount = 0

  constructor(deps: AlarmDeps) {
    this.#deps = deps
  }

  async pass(options: PassOptions = {}): Promise<PassFigures> {
    const { now = new Date(), signal = new AbortController().signal, progress } = options
    const begun = performance.now()
    const model = await readModel(this.#deps)
    const heads = await this.#heads()
    await this.#readRules(heads)
    await this.#orderQueries(heads, now)
    const due = await this.#due(heads, model, { ...options, now, signal })
    let evaluated = 0
    let fires = 0
    for (const part of chunks(due, evaluatedAtOnce)) {
      fires += await this.#check(model, part, now, signal)
      evaluated += part.length
      progress?.(evaluated / due.length, `${evaluated} / ${due.length}`)
    }
    const elapsedMs = Math.round(performance.now() - begun)
    await this.#notePass(now, evaluated, elapsedMs)
    return { alarms: heads.length, evaluated, fires, elapsedMs }
  }

  /** All existing alarms. */
  async #heads(): Promise<Head[]> {
    const { db } = this.#deps.metadata
    const heads: Head[] = []
    for (let last = 0; ; ) {
      const rows = await db
        .selectFrom('alarm')
        .leftJoin('alarm_state', 'alarm_state.alarm_id', 'alarm.id')
        .select(['id', 'revision', 'owner_id', 'games', 'frozen', 'frozen_until'])
        .select(['last_period', 'problem', 'problem_told', 'problem_since'])
        .where(living('alarm'))
        .where('id', '>', last)
        .orderBy('id')
        .limit(headsAtOnce)
        .execute()
      heads.push(...(rows as Head[]))
      await breathe()
      const end = rows.at(-1)
      if (!end || rows.length < headsAtOnce) return heads
      last = end.id
    }
  }

  async #readRules(heads: readonly Head[]): Promise<void> {
    const living = new Set(heads.map(({ id }) => id))
    for (const id of this.#rules.keys()) if (!living.has(id)) this.#rules.delete(id)
    const changed = heads.filter(({ id, revision }) => this.#rules.get(id)?.revision !== revision)
    for (const part of chunks(changed, rulesAtOnce)) {
      const ids = part.map(({ id }) => id)
      const { db } = this.#deps.metadata
      for (const row of await db.selectFrom('alarm').selectAll().where('id', 'in', ids).execute()) {
        const own = { revision: row.revision, rule: ruleOf(row) }
        this.#rules.set(row.id, { ...own, stamp: null, tries: 0, againAt: 0 })
      }
      await breathe()
    }
  }

  /** Saved queries are run by jobs of their own: each may take minutes. */
  async #orderQueries(heads: readonly Head[], now: Date): Promise<void> {
    const watching = heads.flatMap((head) => {
      const query = this.#rules.get(head.id)?.rule.watch.query
      return query && !isFrozen(head, now) ? [{ ...head, query }] : []
    })
    if (watching.length === 0) return
    const { orderRuns } = await import('../queries/ordering.ts')
    await orderRuns(this.#deps, watching, now)
  }

  async #due(
    heads: readonly Head[],
    model: Model,
    { now, signal, settleMs = usualSettleMs }: PassOptions & { now: Date; signal: AbortSignal },
  ): Promise<Due[]> {
    const { settings, warehouse, metadata } = this.#deps
    const minute = wallMinute(settings.zone, now)
    const owners = new Map<number, SessionUser>()
    for (const part of chunks([...new Set(heads.map(({ owner_id }) => owner_id))], 5_000))
      for (const [id, owner] of await presentUsers(metadata.db, part)) owners.set(id, owner)
    const freshness = this.#freshness(model, now, signal)
    const modelStamp = this.#stampOf(model)
    const due: Due[] = []
    for (const head of heads) {
      const known = this.#rules.get(head.id)
      if (!known || known.rule.watch.query || isFrozen(head, now)) continue
      await breathe()
      signal.throwIfAborted()
      const { rule } = known
      try {
        const scope = rightsOf(head, owners.get(head.owner_id))
        const target: Target = {
          rule,
          scope,
          span: null,
          freshness: await freshness(rule, rule.watch.grain),
          days: await freshness(rule, 'day'),
          minute,
          ...(await doubtsIn(this.#deps, model, rule, now)),
        }
        const lastJudged = head.last_period === null ? null : periodOf(rule.watch.grain, head.last_period)
        target.span = spanOf(rule, target.freshness, lastJudged, minute, settings)
        const stamp = [
          head.revision,
          modelStamp,
          target.span?.last,
          lateLevel(target, this.#deps),
          target.doubts,
          ...(scope.rules.length > 0 ? [scopeKey(scope)] : []),
          ...tablesOf(model, rule).map((table) => warehouse.tableVersion(table)),
        ].join(' ')
        const isSame = stamp === known.stamp && head.problem === null
        if (isSame || now.getTime() < known.againAt) continue
        if (!isSettled(target, now, settleMs, settings)) continue
        due.push({ head, known, stamp, target })
      } catch (error) {
        signal.throwIfAborted()
        if (now.getTime() < known.againAt) continue
        due.push({ head, known, stamp: '', target: problemOf(error) })
      }
    }
    return due
  }

  async #check(model: Model, due: readonly Due[], now: Date, signal: AbortSignal): Promise<number> {
    const targets = due.flatMap(({ target }) => (target instanceof AppError ? [] : [target]))
    const results = await evaluate(this.#deps, model, targets, { signal })
    const byTarget = new Map(targets.map((target, at) => [target, results[at]]))
    const namesFor = this.#names(model, signal)
    const checked: Checked[] = []
    for (const { head, known, target } of due) {
      const result = target instanceof AppError ? target : (byTarget.get(target) as Checked['result'])
      const span = target instanceof AppError ? null : target.span
      const lastPeriod = span ? periodText(known.rule.watch.grain, span.last) : null
      const within = target instanceof AppError ? head.games : rowsText(target.scope)
      // Read before the transaction that writes fires.
      const names =
        target instanceof AppError || result instanceof AppError || !hasFires(result)
          ? noNames
          : await namesFor([...known.rule.watch.dims, ...toldDims([known.rule.watch])], target.scope)
      checked.push({ row: head, rule: known.rule, within, names, lastPeriod, result })
    }
    const fires = await recordChecked(this.#deps, model, checked, now)
    // Only written results count as evaluated.
    for (const [at, { known, stamp }] of due.entries()) {
      const isFault = checked[at]?.result instanceof AppError
      known.tries = isFault ? known.tries + 1 : 0
      known.stamp = isFault ? null : stamp
      known.againAt = isFault ? now.getTime() + retryMs(checked[at]?.result as AppError, known.tries) : 0
    }
    return fires
  }

  /** Loaded once for all rules with the same dimensions and rows: long lists are cached nowhere else. */
  #names(model: Model, signal: AbortSignal) {
    const known = new Map<string, Promise<ColumnNames>>()
    return (dims: readonly number[], scope: RowScope): Promise<ColumnNames> => {
      const key = `${scopeKey(scope)} ${dims.join()}`
      const found = known.get(key) ?? columnNames(this.#deps, model, dims, scope, signal)
      known.set(key, found)
      return found
    }
  }

  /** Loaded once for all rules over the same tables. */
  #freshness(model: Model, now: Date, signal: AbortSignal) {
    const known = new Map<string, Promise<Freshness>>()
    return (rule: AlarmRule, grain: AlarmGrain): Promise<Freshness> => {
      const facts = rule.watch.points.flatMap((id) => factsOf(model, id).map((fact) => fact.id))
      const key = `${grain} ${[...new Set(facts)].sort().join()}`
      const found = known.get(key) ?? freshnessOf(this.#deps, model, rule.watch.points, grain, now, signal)
      known.set(key, found)
      return found
    }
  }

  #stampOf(model: Model): number {
    const known = this.#models.get(model)
    if (known !== undefined) return known
    this.#modelCount += 1
    this.#models.set(model, this.#modelCount)
    return this.#modelCount
  }

  async #notePass(now: Date, checked: number, elapsed_ms: number): Promise<void> {
    const values = { at: now.toISOString(), checked, elapsed_ms }
    await this.#deps.metadata.db
      .insertInto('alarm_pass')
      .values({ id: 1, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
  }
}

interface Due {
  head: Head
  known: KnownRule
  stamp: string
  target: Target | AppError
}

const tablesKnown = new WeakMap<Model, WeakMap<AlarmRule, string[]>>()

/** Physical tables behind the rule's figures. */
function tablesOf(model: Model, rule: AlarmRule): string[] {
  const byRule = tablesKnown.get(model) ?? new WeakMap<AlarmRule, string[]>()
  tablesKnown.set(model, byRule)
  const found = byRule.get(rule)
  if (found) return found
  const { points, dims, filters } = rule.watch
  const facts = points.flatMap((id) => factsOf(model, id))
  const named = new Set([...dims, ...dimsIn(filters)])
  const { dimensionTables } = keptLookup(model)
  const looked = model.dimensions
    .filter(({ id }) => named.has(id))
    .flatMap((dimension) => waysToDimension(dimension, facts, dimensionTables))
    .flatMap((way) => way.flatMap(({ dimTableId }) => dimensionTables.get(dimTableId) ?? []))
  const tables = [...new Set([...facts, ...looked].map(({ table_truename }) => table_truename))]
  byRule.set(rule, tables)
  return tables
}

/** Loads come in steps: while the newest period's tables are being published, nothing is judged. */
function isSettled(
  { rule, span, freshness, minute }: Target,
  now: Date,
  settleMs: number,
  settings: AlarmDeps['settings'],
): boolean {
  if (!span || freshness.touchedAt === null) return true
  const isRestless = minute - endOf(rule.watch.grain, span.last, settings) > restlessMinutes
  return isRestless || now.getTime() - Date.parse(freshness.touchedAt) >= settleMs
}

function retryMs(error: AppError, tries: number): number {
  if (isOfTheWarehouse(error)) return firstRetryMs
  // Fixes by people change a revision or the model and are noticed at once; failed queries wait.
  if (error.code === 'query_timeout' || error.code === 'query_failed')
    return Math.min(firstRetryMs * 2 ** Math.min(tries, 10), longestRetryMs)
  return 0
}
