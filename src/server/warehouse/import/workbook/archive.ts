// The parts of an .xlsx file, which is a zip. Declared sizes are checked before anything is unpacked, and no
// part may unpack to more than it declares.
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { spokenText } from '#server/warehouse/spoken.ts'
import { importProblem } from '../problem.ts'

const mebibyte = 1024 * 1024
const mostParts = 10_000
const mostBytes = 4096 * mebibyte
/** Sheets with content compress ten to forty times. */
const mostRatio = 400
const ratioFrom = 64 * mebibyte

export class Archive {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #name: string

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, name: string) {
    this.#zip = zip
    this.#entries = entries
    this.#name = name
  }

  static async open(path: string, name: string): Promise<Archive> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
      throw importProblem(`${name} 已损坏：不是完整的压缩包`)
    })
    try {
      return new Archive(zip, await readEntries(zip, name), name)
    } catch (error) {
      zip.close()
      throw error
    }
  }

  sizeOf(part: string): number | null {
    return this.#entries.get(part)?.uncompressedSize ?? null
  }

  /** Text of a part, piece by piece; nothing where the part is missing. */
  async *text(part: string, most: number): AsyncGenerator<string> {
    const entry = this.#entries.get(part)
    if (!entry) return
    if (entry.uncompressedSize > most)
      throw importProblem(`${this.#name} 的内容过大（${part}）；请另存为 CSV 后再导入`)
    const decoder = new TextDecoder('utf-8')
    try {
      const stream = await this.#zip.openReadStreamPromise(entry)
      for await (const bytes of stream) yield decoder.decode(bytes as Buffer, { stream: true })
    } catch (error) {
      throw importProblem(`${this.#name} 不能读取：${part} ${spokenText(error, '已损坏，无法解压')}`)
    }
    yield decoder.decode()
  }

  close(): void {
    this.#zip.close()
  }
}

async function readEntries(zip: ZipFile, name: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    bytes += entry.uncompressedSize
    const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
    const isBomb = entry.uncompressedSize > ratioFrom && ratio > mostRatio
    if (isBomb || bytes > mostBytes || entries.size > mostParts)
      throw importProblem(`${name} 解压后的大小异常，没有读取；请用 Excel 打开后另存，或另存为 CSV`)
    entries.set(entry.fileName.replace(/^\//, ''), entry)
  }
  return entries
}
