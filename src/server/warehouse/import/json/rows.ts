// Takes values as rows: objects, or arrays below a first one of names.
import { areNames } from '../head.ts'
import { arrayCells, type JsonField, objectFields } from './fields.ts'
import type { JsonKind, JsonScanner } from './scanner.ts'
import type { FieldStage } from './stage.ts'

const spoken: Record<JsonKind, string> = {
  object: '对象',
  array: '数组',
  string: '文本',
  number: '数',
  boolean: '布尔值',
  null: ' null',
}

export const spokenKind = (kind: JsonKind): string => spoken[kind]

export class RowTaker {
  readonly notes: string[] = []
  readonly #stage: FieldStage
  readonly #opening: '{' | '['
  /** Columns of rows that are arrays; null before the first. */
  #width: number | null = null

  /** `names` are those of the cells, where no first row tells them. */
  constructor(stage: FieldStage, opening: '{' | '[' = '{', names: readonly string[] | null = null) {
    this.#stage = stage
    this.#opening = opening
    if (names) this.#declare(names)
  }

  #declare(names: readonly string[]): void {
    this.#width = names.length
    for (const [place, name] of names.entries()) this.#stage.declare(String(place), name)
  }

  /** Passes the value at the scanner's place; where it is the whole text, nothing may follow. */
  take(at: number, scanner: JsonScanner, isWhole = false): void {
    const end = () => {
      if (isWhole) scanner.end()
    }
    if (scanner.next() !== this.#opening) {
      const kind = scanner.pass()
      end()
      this.#stage.bad.add(at, `不是${this.#opening === '{' ? '对象' : '数组'}，是${spoken[kind]}`)
    } else if (this.#opening === '{') {
      const fields = objectFields(scanner)
      end()
      this.#stage.take(at, fields)
    } else {
      const cells = arrayCells(scanner)
      end()
      this.#takeCells(at, cells)
    }
  }

  #takeCells(at: number, cells: Pick<JsonField, 'kind' | 'text'>[]): void {
    if (this.#width === null) {
      const isNamed = cells.every(({ kind }) => kind === 'string') && areNames(cells.map(({ text }) => text))
      this.#declare(cells.map(({ text }, place) => (isNamed ? (text ?? '') : `列${place + 1}`)))
      if (isNamed) {
        this.notes.push('第一行当作列名')
        return
      }
      this.notes.push(`第一行看起来是数据而不是列名，已当作数据，各列命名为 列1 至 列${cells.length}`)
    }
    const width = this.#width ?? cells.length
    while (cells.length > width && cells.at(-1)?.text === null) cells.pop()
    if (cells.length > width) this.#stage.bad.add(at, `应有 ${width} 列，实有 ${cells.length} 列`)
    else
      this.#stage.take(
        at,
        cells.map((cell, place) => ({ ...cell, id: String(place), name: '' })),
      )
  }
}
