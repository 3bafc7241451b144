// Why a file can't be imported: one clear Chinese sentence, with line numbers where they help. Nothing was
// changed.
import { AppError } from '#shared/errors.ts'

export function importProblem(message: string, lines: string[] = []): AppError {
  return new AppError('import_invalid', [message, ...lines].join('\n'))
}

/** A line of the file that can't be imported. */
export interface BadLine {
  /** Counted from 1, header included. */
  line: number
  reason: string
}

export const shownBadLines = 20

/** Collects bad lines: the first few in full, the rest as a count. */
export class BadLines {
  readonly first: BadLine[] = []
  count = 0
  /** The unit counted: lines, or elements of an array. */
  readonly unit: string

  constructor(unit = '行') {
    this.unit = unit
  }

  add(line: number, reason: string): void {
    this.count += 1
    if (this.first.length < shownBadLines) this.first.push({ line, reason })
  }

  /** Sentences for the user: the first bad lines, and how many there are. */
  describe(): string[] {
    const rest = this.count - this.first.length
    return [
      ...this.first.map(({ line, reason }) => `  第 ${line} ${this.unit}：${reason}`),
      ...(rest > 0 ? [`  ……另有 ${rest} ${this.unit}`] : []),
    ]
  }
}
