// Problems of definitions and requests, with Chinese messages that tell the reader how to fix them.
import { AppError } from '#shared/errors.ts'

/** A range of a text. `offset` (from 0) and `length` count UTF-16 units; `line` and `column` count from 1. */
interface Position {
  offset: number
  length: number
  line: number
  column: number
}

interface ProblemData {
  position?: Position
  /** Definitions, tables or columns that no longer exist: `指标 #12`, `表 pay_order`, `列 pay_order.amount`. */
  missing?: string[]
}

/** Thrown by the compile. `position` points into the faulty expression or formula. */
export class ReportProblem extends AppError {
  readonly position: Position | undefined

  constructor(code: 'report_invalid' | 'formula_invalid', message: string, data: ProblemData = {}) {
    super(code, message, Object.keys(data).length > 0 ? data : null)
    this.name = 'ReportProblem'
    this.position = data.position
  }
}

/** One finding of a check, shown beside the form's field. */
export interface Problem {
  message: string
  /** Field of the definition: `name_sql`, `filter`, `info.expression` … */
  field: string
  position?: Position
}

export function reportInvalid(message: string, data?: ProblemData): ReportProblem {
  return new ReportProblem('report_invalid', message, data)
}

export function positionIn(text: string, offset: number, length: number): Position {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { offset, length, line: before.split('\n').length, column: offset - lineStart + 1 }
}

/** Prefixes a problem's message with the name of its place; other errors are unchanged. */
export function within(place: string, problem: unknown): unknown {
  if (!(problem instanceof ReportProblem)) return problem
  const data = (problem.data ?? {}) as ProblemData
  return new ReportProblem(problem.code as 'formula_invalid', `${place}：${problem.message}`, data)
}
