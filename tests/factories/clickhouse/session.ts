// Runs one statement on the engine: a connection with its own settings and parameters, the answer block by block.
import type { Binding, Connection, Stream } from './binding.ts'
import type { StatementRequest } from './request.ts'

export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const givesRows = /^[\s(]*(?:(?:--[^\n]*\n|\/\*[\s\S]*?\*\/)\s*)*(select|with)\b/i
const headLines: [format: RegExp, lines: number][] = [
  [/WithNamesAndTypes$/, 2],
  [/WithNames$/, 1],
  [/(EachRow|TSV|TabSeparated|CSV|RowBinary|Native|TabSeparatedRaw|LineAsString)$/, 0],
]

export class Session {
  readonly #binding: Binding
  readonly #connection: Connection
  #stream: Stream | null = null

  constructor(binding: Binding, folder: string) {
    this.#binding = binding
    this.#connection = binding.CreateConnection(folder)
  }

  /** Prepares the connection for a request; `readonly` and settings by the user's profile. */
  prepare(request: StatementRequest, readonly: number, profile: Record<string, string | number> = {}): void {
    this.#set(Object.entries(profile).map(([name, value]) => [name, String(value)]))
    // Raises the limit for long lists of values, which a server takes as parameters outside the statement.
    if (request.params.size > 0) {
      this.#say('SET max_query_size = 268435456')
      for (const [name, value] of request.params) this.#set([[`param_${name}`, value]])
      this.#say('SET max_query_size = DEFAULT')
    }
    // A server counts only the statement, not the rows behind it.
    if (request.data.length > 0) request.settings.set('max_query_size', '268435456')
    if (request.database) this.#say(`USE \`${request.database.replaceAll('`', '``')}\``)
    const own: [string, string][] = request.queryId ? [['log_comment', request.queryId]] : []
    if (readonly > 0) own.push(['readonly', String(readonly)])
    this.#set(own)
    this.#set([...request.settings])
  }

  /** All settings in one statement, because each statement costs as much as a small answer. */
  #set(settings: [name: string, value: string][]): void {
    if (settings.length === 0) return
    this.#say(`SET ${settings.map(([name, value]) => `${name} = ${literal(value)}`).join(', ')}`)
  }

  #say(sql: string): void {
    this.#binding.QueryWithConnection(this.#connection, sql, 'TSV')
  }

  /** Throws the engine's message. */
  async *answer({ sql, data, format }: StatementRequest): AsyncGenerator<Buffer> {
    const named = /\bFORMAT\s+(\w+)\s*;?\s*$/i.exec(sql)?.[1] ?? format ?? 'TabSeparated'
    const head = headLines.find(([pattern]) => pattern.test(named))?.[1]
    const whole = data.length > 0 ? `${sql}\n${data.toString()}` : sql
    if (!givesRows.test(sql) || head === undefined) {
      const { bytes } = await this.#binding.QueryAsyncConnection(this.#connection, whole, named)
      yield bytes
      return
    }
    this.#stream = this.#binding.StreamQuery(this.#connection, whole, named)
    for (let first = true; ; first = false) {
      const { bytes, done } = await this.#binding.StreamFetch(this.#stream)
      if (done) break
      yield first ? bytes : withoutLines(bytes, head)
    }
    this.#stream = null
  }

  /** Must not be called while an answer is awaited. */
  close(): void {
    if (this.#stream) this.#binding.StreamCancel(this.#stream)
    this.#binding.CloseConnection(this.#connection)
  }
}

/** Removes the header lines that each block repeats; an answer has only one header. */
function withoutLines(bytes: Buffer, count: number): Buffer {
  let from = 0
  for (let line = 0; line < count; line += 1) from = bytes.indexOf(10, from) + 1
  return bytes.subarray(from)
}
