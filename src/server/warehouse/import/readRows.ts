// Reads a text file (CSV or JSON) into a staging file of regular rows, and reports what was found.

import { CsvParser, type CsvRecord, findDelimiter } from './csv.ts'
import { type Encoding, faultIn, findEncoding, readText, withPlainBreaks } from './encoding.ts'
import { stageJson } from './json/read.ts'
import { BadLines, importProblem } from './problem.ts'
import { stageRecords } from './records.ts'
import type { Source } from './source.ts'
import type { StagedRows, StagingOptions } from './stagedRows.ts'
import { StagingFile } from './staging.ts'

const delimiterNames: Record<string, string> = { ',': '逗号', '\t': '制表符', ';': '分号', '|': '竖线' }

/** A first line that tells Excel the delimiter. */
const delimiterMark = /^sep=([,;|\t])\r?\n/i

export async function stageText(source: Source, options: StagingOptions): Promise<StagedRows> {
  const encoding = await findEncoding(source.path, source.name, options.encoding)
  if (encoding.isUnsure && !options.asks)
    throw importProblem(`${source.name} ${unsure}；请另存为 UTF-8，或用 --encoding 指定`)
  const staged = await (source.kind === 'json'
    ? stageJson(source, encoding, options)
    : stageCsv(source, encoding, options))
  const notes = encoding.isUnsure ? [`文件${unsure}，暂按 GBK 读，请核对或改选编码`] : []
  return { ...staged, encoding: encoding.name, notes: [...notes, ...staged.notes] }
}

const unsure = '的编码无法识别：不像 UTF-8、UTF-16、GBK、Big5、Shift-JIS 或 Latin-1'

async function stageCsv(
  source: Source,
  encoding: Encoding,
  { path, head = null, onProgress }: StagingOptions,
): Promise<StagedRows> {
  const staging = new StagingFile(path)
  const bad = new BadLines()
  const reader = new CsvReader(source, encoding, onProgress)
  const faultOfText = (text: string) => faultIn(text, encoding)
  try {
    const rules = { name: source.name, head, faultOfText, ragged: false, delimiter: () => reader.delimiter }
    const found = await stageRecords(reader.batches(), { staging, bad }, rules)
    await staging.close()
    const reading = `编码 ${encoding.label}${found.names.length > 1 ? `，分隔符为${delimiterNames[reader.delimiter]}` : '，只有一列'}`
    return {
      ...found,
      path,
      rows: staging.rows,
      broken: staging.broken,
      longest: staging.longest,
      bad,
      words: staging.words.rows,
      delimiter: reader.delimiter,
      notes: [reading, ...found.notes],
    }
  } finally {
    await staging.close()
  }
}

/** Reads a delimited text's records, with the delimiter found in its beginning. */
class CsvReader {
  delimiter = ','
  readonly #source: Source
  readonly #encoding: Encoding
  readonly #onProgress: ((fraction: number) => void) | undefined

  constructor(source: Source, encoding: Encoding, onProgress?: (fraction: number) => void) {
    this.#source = source
    this.#encoding = encoding
    this.#onProgress = onProgress
  }

  async *batches(): AsyncGenerator<CsvRecord[]> {
    let parser: CsvParser | null = null
    let marked: string | undefined
    const { path, size } = this.#source
    const pieces = readText(path, this.#encoding, (bytes) => this.#onProgress?.(Math.min(1, bytes / size)))
    for await (const piece of withPlainBreaks(pieces)) {
      if (!parser) {
        marked = delimiterMark.exec(piece)?.[1]
        this.delimiter = marked ?? findDelimiter(piece.slice(0, 65_536))
        parser = new CsvParser(this.delimiter)
      }
      yield parser.push(piece).filter(({ line }) => !marked || line > 1)
    }
    if (parser) yield parser.end().filter(({ line }) => !marked || line > 1)
  }
}
