// Converts the engine's message for a failure to the answer of ClickHouse's HTTP interface.

export class EngineFailure extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export function engineFailure(error: unknown): EngineFailure {
  if (error instanceof EngineFailure) return error
  const message = (error as Error).message.replace(/^Query failed: /, '')
  return new EngineFailure(Number(/Code: (\d+)/.exec(message)?.[1] ?? 1002), message)
}

const statuses: [status: number, codes: number[]][] = [
  [401, [194]],
  [403, [192, 193, 497, 516]],
  [400, [26, 27, 36, 41, 53, 62, 72, 386]],
  [404, [46, 47, 50, 60, 81, 115]],
  [408, [159]],
  [413, [229]],
  [501, [48]],
]

export const statusOf = (code: number): number =>
  statuses.find(([, codes]) => codes.includes(code))?.[0] ?? 500

/** The block that ends a started answer after a failure. */
export const exceptionBlock = (tag: string, message: string): string =>
  `\r\n__exception__\r\n${tag}\r\n${message}\n${Buffer.byteLength(message) + 1} ${tag}\r\n__exception__\r\n`
