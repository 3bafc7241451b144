// Explains why a channel's figure differs from ours: each hypothesis is tested on our figures, and those that
// explain the whole difference come first.

import type { Deps } from '#server/deps.ts'
import { readObject } from '#server/objects/reading.ts'
import type { Caller } from '#server/objects/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { type RecordCheck, recordBases, recordBasisTitles } from '#features/gameflow/contract.ts'
import type { PricedCell } from '../figures/cell.ts'
import { readCells } from '../figures/cells.ts'
import type { DayRange } from '../figures/days.ts'
import { amountDigits, one, storedDecimal } from '../figures/exact.ts'
import { readTolerance, type Tolerance, usableSource } from '../figures/source.ts'
import { amountText, moneyText } from '../figures/sums.ts'
import { cellsByChannel, figureOf, figuresOf, isNear, matchOf } from './matching.ts'
import { type FlowRecordKept, records } from './objectKind.ts'

/** How many days after a statement's end refunds are searched. */
const laterDays = 45

type Explanation = RecordCheck['explanations'][number]

export async function checkRecord(
  deps: Deps,
  caller: Caller,
  id: number,
  signal?: AbortSignal,
): Promise<RecordCheck> {
  const { db } = deps.metadata
  const statement = await readObject(db, records, caller, id)
  if (statement.kind !== 'statement') throw new AppError('parameter_wrong', '只有渠道账单需要核对')
  const definition = await usableSource(deps)
  const end = shiftDay(statement.last_day, laterDays)
  const today = businessDay(deps.settings)
  const range = { from: shiftDay(statement.first_day, -1), to: end > today ? today : end }
  const question = { ...range, withServer: statement.server !== '' }
  const mine = { games: [statement.cgi] }
  const cells = await readCells(deps, definition, mine, question, signal)
  const tolerance = await readTolerance(db)
  const byChannel = await cellsByChannel(cells)
  const match = matchOf(statement, byChannel, tolerance)
  const figures = figuresOf(statement, byChannel)
  const told = recordBases.map((basis) => {
    const value = figureOf(figures, basis)
    return {
      title: recordBasisTitles[basis],
      value: value === null ? null : moneyText(value, statement.currency),
    }
  })
  if (match.difference === null || match.state === 'equal') return { match, figures: told, explanations: [] }
  const guesses = new Guesses(statement, cells, tolerance, storedDecimal(match.difference, amountDigits))
  const explanations = await guesses.all()
  return { match, figures: told, explanations }
}

class Guesses {
  readonly #statement: FlowRecordKept
  readonly #cells: readonly PricedCell[]
  readonly #tolerance: Tolerance
  /** The channel's figure minus ours, in 10^-6. */
  readonly #difference: bigint

  constructor(
    statement: FlowRecordKept,
    cells: readonly PricedCell[],
    tolerance: Tolerance,
    difference: bigint,
  ) {
    this.#statement = statement
    this.#cells = cells
    this.#tolerance = tolerance
    this.#difference = difference
  }

  async all(): Promise<Explanation[]> {
    const byChannel = await cellsByChannel(this.#cells)
    const found = [
      this.#noRows(byChannel),
      ...this.#otherBasis(byChannel),
      this.#laterRefunds(),
      this.#withoutServer(),
      ...this.#otherCurrencies(),
      ...this.#shiftedDays(byChannel),
      this.#dayCut(),
    ].filter((guess) => guess !== null)
    return found.sort((one, other) => Number(other.exact) - Number(one.exact))
  }

  /** Whether the value equals the difference. */
  #accounts(value: bigint): boolean {
    return isNear(this.#difference - value, this.#ours, this.#tolerance)
  }
  get #ours(): bigint {
    return storedDecimal(this.#statement.amount, amountDigits) - this.#difference
  }
  #text(amount: bigint): string {
    return `${amountText(amount, this.#statement.currency)} ${this.#statement.currency}`
  }

  #of(days: DayRange, holds: (cell: PricedCell) => boolean): PricedCell[] {
    const { channel } = this.#statement
    return this.#cells.filter(
      (cell) => cell.channel === channel && days.from <= cell.day && cell.day <= days.to && holds(cell),
    )
  }
  get #days(): DayRange {
    return { from: this.#statement.first_day, to: this.#statement.last_day }
  }

  #noRows(cells: Parameters<typeof figuresOf>[1]): Explanation | null {
    if (figuresOf(this.#statement, cells).rows > 0) return null
    return {
      exact: false,
      text: '我方这一期没有该渠道、该币种的任何订单：请核对渠道与币种的代码，或数据还没有入库',
    }
  }

  #otherBasis(cells: Parameters<typeof figuresOf>[1]): Explanation[] {
    const figures = figuresOf(this.#statement, cells)
    const ours = figureOf(figures, this.#statement.basis)
    if (ours === null || figures.rows === 0) return []
    return recordBases
      .filter((basis) => basis !== this.#statement.basis)
      .flatMap((basis) => {
        const other = figureOf(figures, basis)
        if (other === null || other === ours || !this.#accounts((other - ours) / (one * one))) return []
        const text = `对方的金额与我方「${recordBasisTitles[basis]}」${moneyText(other, this.#statement.currency)} 相符：口径可能选错了`
        return [{ exact: true, text }]
      })
  }

  #laterRefunds(): Explanation | null {
    const { server, currency, last_day } = this.#statement
    const days = { from: shiftDay(last_day, 1), to: shiftDay(last_day, laterDays) }
    let sum = 0n
    let until = ''
    const later = this.#of(
      days,
      (cell) => cell.currency === currency && (server === '' || cell.server === server),
    )
    for (const cell of later.sort((one, other) => (one.day < other.day ? -1 : 1))) {
      sum += cell.refunded
      until = cell.day
      if (sum !== 0n && this.#accounts(-sum))
        return {
          exact: true,
          text: `账单截止后到 ${until} 的退款 ${this.#text(sum)} 正好等于差额：对方可能已把它们算进这一期`,
        }
    }
    if (sum === 0n || this.#difference >= 0n) return null
    return {
      exact: false,
      text: `账单截止后 ${laterDays} 天内另有退款 ${this.#text(sum)}，其中一部分对方可能算进了这一期`,
    }
  }

  #withoutServer(): Explanation | null {
    const { server, currency } = this.#statement
    if (server === '') return null
    const cells = this.#of(this.#days, (cell) => cell.currency === currency && cell.server === '')
    const sum = cells.reduce(
      (total, { booked, refunded, adjusted }) => total + booked - refunded + adjusted,
      0n,
    )
    if (sum === 0n) return null
    return { exact: this.#accounts(sum), text: `同期有 ${this.#text(sum)} 没有写区服，可能属于这个区服` }
  }

  #otherCurrencies(): Explanation[] {
    const { currency } = this.#statement
    const sums = new Map<string, bigint>()
    let inBase = 0n
    for (const cell of this.#of(this.#days, (one) => one.currency !== currency)) {
      const net = cell.booked - cell.refunded + cell.adjusted
      sums.set(cell.currency, (sums.get(cell.currency) ?? 0n) + net)
      inBase += cell.rate === null ? 0n : (net * cell.rate) / one
    }
    if (sums.size === 0) return []
    const parts = [...sums].map(([code, sum]) => `${amountText(sum, code)} ${code}`).join('、')
    const exact = currency === 'CNY' && this.#accounts(inBase)
    const end = exact ? `，按汇率折合 ${this.#text(inBase)}，正好等于差额` : ''
    return [
      { exact, text: `同期另有其他币种的 ${parts}${end}：对方可能把它们折算进了这份账单，或用了另外的汇率` },
    ]
  }

  #shiftedDays(cells: Parameters<typeof figuresOf>[1]): Explanation[] {
    const ours = figureOf(figuresOf(this.#statement, cells), this.#statement.basis)
    if (ours === null) return []
    return [-1, 1].flatMap((by) => {
      const days = { from: shiftDay(this.#days.from, by), to: shiftDay(this.#days.to, by) }
      const other = figureOf(figuresOf(this.#statement, cells, days), this.#statement.basis)
      if (other === null || other === ours || !this.#accounts((other - ours) / (one * one))) return []
      return [{ exact: true, text: `与我方 ${days.from} – ${days.to} 的金额相符：对方的日期差一天` }]
    })
  }

  /** Another time zone moves orders near midnight to another day. */
  #dayCut(): Explanation | null {
    const { server, currency } = this.#statement
    const { from, to } = this.#days
    const at = (day: string) =>
      this.#of(
        { from: day, to: day },
        (cell) => cell.currency === currency && (server === '' || cell.server === server),
      ).reduce((total, { booked }) => total + booked, 0n)
    const [first, next] = [at(from), at(shiftDay(to, 1))]
    if (this.#difference < -first || this.#difference > next || (first === 0n && next === 0n)) return null
    const text = `差额在首日流水 ${this.#text(first)} 与次日流水 ${this.#text(next)} 之间：对方若按别的时区切日（如 UTC，晚 8 小时），会有这样的差`
    return { exact: false, text }
  }
}
