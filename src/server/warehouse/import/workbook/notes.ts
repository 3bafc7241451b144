// What a sheet holds that its reader would not see, or see otherwise than it is imported: counted while its
// cells are read, and told in sentences.

import { lettersOf } from '#shared/imports/letters.ts'

/** Durations, by the unit that they count beyond a day. */
export type DurationFormat = 'hours' | 'minutes' | 'seconds'

/** A cell; both count from 0. */
export interface Place {
  row: number
  column: number
}

/** Cells of one kind, and the first of them. */
class Tally {
  count = 0
  #first: Place | null = null

  add(place: Place): void {
    this.count += 1
    this.#first ??= { row: place.row, column: place.column }
  }

  /** The first cell, with a sign that there are more. */
  get where(): string {
    if (!this.#first) return ''
    return `${lettersOf(this.#first.column)}${this.#first.row + 1}${this.count > 1 ? '…' : ''}`
  }
}

const durationUnits: Record<DurationFormat, [code: string, unit: string]> = {
  hours: ['[h]:mm', '小时数'],
  minutes: ['[mm]:ss', '分钟数'],
  seconds: ['[ss]', '秒数'],
}
/** More names of columns or errors are not told. */
const mostNames = 5

export class SheetNotes {
  readonly #uncomputed = new Tally()
  readonly #errors = new Tally()
  readonly #errorNames = new Set<string>()
  readonly #noDays = new Tally()
  readonly #durations = new Map<DurationFormat, { tally: Tally; example: string }>()
  readonly #clocks = new Map<number, number>()
  readonly #durationsIn = new Map<number, number>()
  readonly #hiddenColumns = new Set<number>()
  readonly #hiddenRows: number[] = []
  /** Rows from and to, both inclusive, of which a filter shows some. */
  readonly #filters: [from: number, to: number][] = []

  /** A formula whose result is not in the file. */
  uncomputed(place: Place): void {
    this.#uncomputed.add(place)
  }

  error(place: Place, name: string): void {
    this.#errors.add(place)
    if (/^#[A-Z0-9/_!?]{2,20}$/.test(name)) this.#errorNames.add(name)
  }

  /** A date of the day 0. */
  noDay(place: Place): void {
    this.#noDays.add(place)
  }

  /** `shown` as the sheet has it, `read` as it is imported. */
  duration(place: Place, format: DurationFormat, { shown, read }: { shown: string; read: string }): void {
    let found = this.#durations.get(format)
    if (!found) {
      found = { tally: new Tally(), example: `${shown} 为 ${read}` }
      this.#durations.set(format, found)
    }
    found.tally.add(place)
    increase(this.#durationsIn, place.column)
  }

  /** A time of day, like 8:30. */
  clock({ column }: Place): void {
    increase(this.#clocks, column)
  }

  /** A hidden row that has values. */
  hiddenRow(row: number): void {
    this.#hiddenRows.push(row)
  }

  /** A hidden column that has values. */
  hiddenColumn(column: number): void {
    this.#hiddenColumns.add(column)
  }

  filter(from: number, to: number): void {
    this.#filters.push([from, to])
  }

  sentences(): string[] {
    return [...this.#hidden(), ...this.#empty(), ...this.#read()]
  }

  #hidden(): string[] {
    const isFiltered = (row: number) => this.#filters.some(([from, to]) => row >= from && row <= to)
    const filtered = this.#hiddenRows.filter(isFiltered).length
    const hidden = this.#hiddenRows.length - filtered
    const columns = [...this.#hiddenColumns].sort((a, b) => a - b).map(lettersOf)
    return [
      ...(filtered > 0 ? [`被筛选掉的 ${filtered} 行也导入了`] : []),
      ...(hidden > 0 ? [`隐藏的 ${hidden} 行也导入了`] : []),
      ...(columns.length > 0 ? [`隐藏的 ${columns.length} 列也导入了（${listed(columns)}）`] : []),
    ]
  }

  #empty(): string[] {
    const [formulas, errors, days] = [this.#uncomputed, this.#errors, this.#noDays]
    const names = this.#errorNames.size > 0 ? `${listed([...this.#errorNames])}；` : ''
    return [
      ...(formulas.count > 0
        ? [
            `${formulas.count} 个公式没有存下结果（${formulas.where}），按空值导入；用 Excel 打开并保存后，结果就在文件里`,
          ]
        : []),
      ...(errors.count > 0
        ? [`${errors.count} 个单元格是错误值（${names}${errors.where}），按空值导入`]
        : []),
      ...(days.count > 0 ? [`${days.count} 个日期是 0（${days.where}），不是哪一天，按空值导入`] : []),
    ]
  }

  #read(): string[] {
    const durations = [...this.#durations].map(([format, { tally, example }]) => {
      const [code, unit] = durationUnits[format]
      return `${tally.count} 个时长（${code}，${tally.where}）按${unit}导入：${example}`
    })
    return [...durations, ...this.#mixed()]
  }

  /** Nobody but its author knows which of both a column is about. */
  #mixed(): string[] {
    return [...this.#durationsIn].flatMap(([column, durations]) => {
      const clocks = this.#clocks.get(column) ?? 0
      return clocks > 0
        ? [
            `${lettersOf(column)} 列里有 ${clocks} 个时刻（h:mm）和 ${durations} 个时长（[h]:mm）：时刻按 8:30:00 的样子、时长按数读；都是时长的，请把这一列按「时长（小时）」读`,
          ]
        : []
    })
  }
}

const increase = (counts: Map<number, number>, column: number): void =>
  void counts.set(column, (counts.get(column) ?? 0) + 1)

const listed = (names: readonly string[]): string =>
  `${names.slice(0, mostNames).join('、')}${names.length > mostNames ? '…' : ''}`
