// Why a file cannot be imported: one clear Chinese sentence, with lines where they help. Nothing was changed.
import { AppError } from '#shared/errors.ts'

export function importProblem(message: string, lines: string[] = []): AppError {
  return new AppError('import_invalid', [message, ...lines].join('\n'))
}

/** A line of the file that cannot be taken as it is. */
export interface BadLine {
  /** Counted from 1, the header included. */
  line: number
  reason: string
}

export const shownBadLines = 20

/** Gathers bad lines: the first few in full, the rest as a number. */
export class BadLines {
  readonly first: BadLine[] = []
  count = 0
  /** What is counted: lines, or elements of an array. */
  readonly unit: string

  constructor(unit = '行') {
    this.unit = unit
  }

  add(line: number, reason: string): void {
    this.count += 1
    if (this.first.length < shownBadLines) this.first.push({ line, reason })
  }

  /** Sentences for the user: each of the first lines, and how many there are. */
  describe(): string[] {
    const rest = this.count - this.first.length
    return [
      ...this.first.map(({ line, reason }) => `  第 ${line} ${this.unit}：${reason}`),
      ...(rest > 0 ? [`  ……另有 ${rest} ${this.unit}`] : []),
    ]
  }
}
