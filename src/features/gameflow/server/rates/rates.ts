// Exchange rates to the base currency, by day or month, with their source.

import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { addObject, addObjects, changeObject } from '#server/objects/changing.ts'
import { readFields } from '#server/objects/fields.ts'
import { readSeen, telling } from '#server/objects/telling.ts'
import { cleanName } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { baseCurrency, type FlowRate, type RateChange, type RatePaste } from '#features/gameflow/contract.ts'
import { cleanCurrency } from '../figures/currencies.ts'
import { cleanPeriod } from '../figures/days.ts'
import { one, rateDigits, shortText, typedDecimal } from '../figures/exact.ts'
import { type Rate, rates } from './kinds.ts'

const wrong = (message: string) => new AppError('parameter_wrong', message)
const mostRate = 1_000_000n * one

type Typed = Pick<RateChange, 'currency' | 'period' | 'rate' | 'source'>

const readers = ({ currency, period, rate, source }: Typed) => ({
  currency: () => cleanForeign(currency),
  period: () => cleanPeriod(period).period,
  rate: () => cleanRate(rate),
  source: () => cleanName(source, '来源', 100),
})

function cleanForeign(typed: string): string {
  if (typed.trim() === '') throw wrong('请填写币种')
  const currency = cleanCurrency(typed)
  if (currency === baseCurrency) throw wrong(`${baseCurrency} 就是折算的币种，不需要汇率`)
  return currency
}

function cleanRate(typed: string): string {
  const rate = typedDecimal(typed, '汇率', rateDigits)
  if (rate <= 0n) throw wrong('汇率应大于 0')
  if (rate > mostRate) throw wrong('汇率过大，应为 1 单位该币种合多少人民币')
  return shortText(rate, rateDigits)
}

export async function listRates({ metadata: { db } }: Deps, caller: Caller): Promise<FlowRate[]> {
  return shownRates(db, caller, await readSeen(db, rates, caller))
}

async function shownRates(db: Db, caller: Caller, rows: readonly Rate[]): Promise<FlowRate[]> {
  const told = await telling(db, rates, caller, rows)
  const shown: FlowRate[] = []
  for (const row of rows) {
    await breathe()
    const { currency, period, rate, source } = row
    shown.push({ ...told(row), currency, period, rate, source })
  }
  return shown
}

/** Without id, or with -1, it adds a rate. */
export function saveRate({ metadata }: Deps, caller: Caller, change: RateChange): Promise<FlowRate> {
  const { id = -1, revision, overwrite } = change
  return metadata.transaction(async (db) => {
    const values = await readFields(readers(change))
    const shown = async (row: Rate) => (await shownRates(db, caller, [row]))[0] as FlowRate
    if (id <= 0) return shown(await addObject(db, rates, caller, values, values))
    return shown(await changeObject(db, rates, caller, { id, values, revision, overwrite }, shown))
  })
}

type Values = { currency: string; period: string; rate: string; source: string }
const keyOf = ({ currency, period }: Pick<Values, 'currency' | 'period'>): string => `${currency} ${period}`

export const pasteRates = ({ metadata }: Deps, caller: Caller, { lines, check = false }: RatePaste) =>
  metadata.transaction(async (db) => {
    const known = new Map((await readSeen(db, rates, caller)).map((row) => [keyOf(row), row]))
    const effects: ('added' | 'changed' | 'unchanged')[] = lines.map(() => 'unchanged')
    const refused: { at: number; problem: string }[] = []
    const added = new Map<string, Values>()
    for (const [at, line] of lines.entries()) {
      await breathe()
      const read = readLine(line)
      if ('problem' in read) {
        effects[at] = 'added'
        refused.push({ at, problem: read.problem })
        continue
      }
      const key = keyOf(read)
      const present = known.get(key)
      if (!present) {
        if (added.has(key)) refused.push({ at, problem: '与前面一行是同一币种、同一日期' })
        else added.set(key, read)
        effects[at] = 'added'
      } else if (present.rate !== read.rate || present.source !== read.source) {
        effects[at] = 'changed'
        const { rate, source } = read
        if (!check)
          await changeObject(db, rates, caller, { id: present.id, values: { rate, source } }, () => null)
      }
    }
    if (!check) await addObjects(db, rates, caller, [...added.values()], {})
    return { effects, refused }
  })

function readLine(line: Typed): Values | { problem: string } {
  try {
    const read = Object.entries(readers(line)).map(([name, reader]) => [name, reader()])
    return Object.fromEntries(read) as Values
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { problem: error.message }
  }
}
