// What the engine says of a failure → what a reader of reports may see: its kind, without paths or internals.
import { filledTooFar } from '../../../semantic/plan/fill.ts'
import { AppError } from '../../../shared/errors.ts'

const spokenKinds: [pattern: RegExp, text: string][] = [
  [/^Out of Memory Error/, '查询所需内存超出限制，请缩小日期范围或减少维度'],
  [
    /^Out of Range Error/,
    '数值太大，超出了可以计算的范围；请缩小日期范围或增加筛选，或请配置人员检查指标的表达式和公式',
  ],
  [/^(IO|Permission) Error/, '数据文件暂时无法读取，请稍后再试'],
]

/** The error of a statement that the engine refused or gave up. */
export function statementFailure(message: string): AppError {
  // Refused by the statement itself, in words for the reader: only the data tell how many rows it would make.
  if (message.includes(filledTooFar)) return new AppError('report_invalid', filledTooFar)
  for (const [pattern, text] of spokenKinds) {
    if (pattern.test(message)) return new AppError('query_failed', text)
  }
  return new AppError('query_failed', `查询失败：${cleanMessage(message)}`)
}

/** First line of the engine's message, without file paths, cut to a length that fits a message. */
export function cleanMessage(message: string): string {
  const line = message.split('\n', 1)[0] ?? ''
  const pathless = line.replace(
    /(["'])(?:[A-Za-z]:)?[\\/](?:[^"'\\/]*[\\/])+[^"']*\1|(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+){2,}/g,
    '…',
  )
  return pathless.length > 300 ? `${pathless.slice(0, 300)}…` : pathless
}
