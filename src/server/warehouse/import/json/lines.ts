// Stages one value a line, line by line: a file of any size takes little memory.
import { type Encoding, readText, withPlainBreaks } from '../encoding.ts'
import { importProblem } from '../problem.ts'
import type { Source } from '../source.ts'
import type { StagingOptions } from '../stagedRows.ts'
import { longestLine } from './form.ts'
import { RowTaker } from './rows.ts'
import { JsonFault, JsonScanner, placeOf } from './scanner.ts'
import type { FieldStage } from './stage.ts'

const tooLong = `超过 ${longestLine / 10_000} 万个字符`

/** Returns what is said of the rows. */
export async function stageLines(
  source: Source,
  encoding: Encoding,
  { stage, onProgress }: { stage: FieldStage; onProgress: StagingOptions['onProgress'] },
): Promise<string[]> {
  const lines = new LineTaker(stage)
  const told = (bytes: number) => onProgress?.(Math.min(1, bytes / source.size))
  let [rest, isCut] = ['', false]
  for await (const piece of withPlainBreaks(readText(source.path, encoding, told))) {
    const texts = (rest + piece).split('\n')
    rest = texts.pop() ?? ''
    for (const text of texts) {
      lines.take(text, isCut)
      isCut = false
    }
    // Text beyond the limit is dropped, not collected until its end.
    if (rest.length > longestLine) [rest, isCut] = ['', true]
    await stage.drain()
  }
  if (rest || isCut) lines.take(rest, isCut)
  if (stage.taken === 0) throw importProblem(`${source.name} ${lines.reason()}`)
  return lines.notes
}

class LineTaker {
  readonly #stage: FieldStage
  #rows: RowTaker | null = null
  #line = 0
  #isInvalid = false

  constructor(stage: FieldStage) {
    this.#stage = stage
  }

  get notes(): string[] {
    return this.#rows?.notes ?? []
  }

  take(given: string, isCut: boolean): void {
    this.#line += 1
    if (isCut || given.length > longestLine) {
      this.#add(`行过长，${tooLong}`)
      return
    }
    // Byte order marks stand where files were joined.
    const text = given.trim()
    if (!text) return
    const rows = this.#rows ?? new RowTaker(this.#stage, text.startsWith('[') ? '[' : '{')
    try {
      rows.take(this.#line, new JsonScanner(text), true)
      if (/^[{[]/.test(text)) this.#rows = rows
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error
      const { message, at, isDeep } = error
      const place = placeOf(given, new JsonFault(message, at + given.indexOf(text)))
      this.#isInvalid ||= !isDeep
      this.#add(isDeep ? place : `不是有效的 JSON：${place}`)
    }
  }

  #add(fault: string): void {
    this.#stage.bad.add(this.#line, fault)
  }

  /** Why no line is a row. */
  reason(): string {
    const [first] = this.#stage.bad.first
    const told = first ? `第 ${first.line} 行${first.reason}；` : ''
    const rule = '应为对象的数组（整个文件最多 64 MB），或每行一个对象'
    return `${this.#isInvalid ? '不是有效的 JSON' : '没有可以导入的行'}：${told}${rule}`
  }
}
