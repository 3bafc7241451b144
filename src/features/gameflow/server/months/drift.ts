// What changed after a close: frozen figures compared with those that facts and records give today.

import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { isStorable } from '#server/metadata/ids.ts'
import type { Caller } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { AppError } from '#shared/errors.ts'
import type { MonthDrift } from '#features/gameflow/contract.ts'
import { netOf } from '../figures/cell.ts'
import { readCells } from '../figures/cells.ts'
import { daysOfMonth } from '../figures/days.ts'
import { usableSource } from '../figures/source.ts'
import { amountText } from '../figures/sums.ts'
import { readNames } from '../names.ts'
import { flowMonth } from '../tables.ts'

export async function monthDrift(
  deps: Deps,
  caller: Caller,
  id: number,
  signal?: AbortSignal,
): Promise<MonthDrift> {
  const { db } = deps.metadata
  const close = isStorable(id)
    ? await db
        .selectFrom('flow_month')
        .selectAll()
        .where(seenBy(db, flowMonth, caller))
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!close) throw new AppError('object_missing')
  if (close.reopened_at !== null) return { rows: [] }
  const definition = await usableSource(deps)
  const question = { ...daysOfMonth(close.month), withServer: false }
  const cells = await readCells(deps, definition, { games: [close.cgi] }, question, signal)
  const sums = new Map<string, { channel: string; currency: string; frozen: bigint; drift: bigint }>()
  for (const cell of cells) {
    await breathe()
    const { channel, currency } = cell
    const key = `${channel}\n${currency}`
    const sum = sums.get(key) ?? { channel, currency, frozen: 0n, drift: 0n }
    sums.set(key, sum)
    sum.frozen += netOf(cell)
    sum.drift += cell.drift
  }
  const { channels } = await readNames(db, caller.games)
  return {
    rows: [...sums.values()]
      .filter(({ drift }) => drift !== 0n)
      .map(({ channel, currency, frozen, drift }) => ({
        channel: channels.get(channel) ?? channel,
        currency,
        frozen: amountText(frozen, currency),
        now: amountText(frozen + drift, currency),
        difference: amountText(drift, currency),
      })),
  }
}
