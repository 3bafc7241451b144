// Maps the engine's failures to errors for readers of reports: the kind, without paths or internals.
import { filledTooFar } from '#semantic/plan/columns/fill.ts'
import { toldIn } from '#semantic/plan/tree/told.ts'
import { storageFailure } from '#server/storage.ts'
import { AppError } from '#shared/errors.ts'
import { overflow, unplaced } from '../overflow.ts'
import { engineText } from '../spoken.ts'
import { isDamage, tablesDamaged } from './damage.ts'

const spokenKinds: [pattern: RegExp, text: string][] = [
  [/^Out of Memory Error/, '查询所需内存超出限制，请缩小日期范围或减少维度'],
  [/^(IO|Permission) Error/, '数据文件暂时无法读取，请稍后再试'],
]

const outOfRange = '数值超出了可以计算的范围；请缩小日期范围或增加筛选，或请配置人员检查指标的表达式和公式'

const operations: Record<string, string> = { addition: '+', subtraction: '−', multiplication: '×' }

const operationNames: Record<string, string> = { addition: '加', subtraction: '减', multiplication: '乘' }

/** Messages for overflowing numbers. */
const overflows: [pattern: RegExp, text: (match: string[]) => string][] = [
  // For decimals the engine's message gives the digits without the point.
  [
    /Overflow in (addition|subtraction|multiplication) of DECIMAL/,
    ([, how = '']) => `小数相${operationNames[how]}的结果超出 38 位`,
  ],
  [
    /Overflow in (addition|subtraction|multiplication) of \S+ \((\S+) \S+ ([^\s)]+)\)/,
    ([, how = '', left = '', right = '']) =>
      `计算 ${left} ${operations[how]} ${right} 的结果超出可表示的范围`,
  ],
  [/Overflow in HUGEINT (addition|subtraction)/, () => '求和的结果超出 38 位'],
  [/Needed scale \d+/, () => '相乘的小数位数之和超过 38 位'],
  [/Could not cast value (\S+) to DECIMAL\((\d+)/, ([, value = '']) => `数值 ${value} 超出小数可表示的范围`],
  [
    /Casting value "?(\S+?)"? to type DECIMAL\S* failed/,
    ([, value = '']) => `数值 ${value} 超出小数可表示的范围`,
  ],
  [/Type \w+ with value (\S+) can't be cast/, ([, value = '']) => `数值 ${value} 超出可表示的范围`],
  [/Overflow on abs\((\S+)\)/, ([, value = '']) => `abs(${value}) 的结果超出可表示的范围`],
]

/**
 * The error of a statement that the engine rejected or aborted. `tables`: those that the statement names;
 * `damaged`: those that the engine could not open.
 */
export function statementFailure(
  message: string,
  { tables, damaged }: { tables: readonly string[]; damaged: readonly string[] } = {
    tables: [],
    damaged: [],
  },
): AppError {
  if (isDamage(message)) return tablesDamaged(tables)
  const missing = /Table with name "?([^\s"!]+)"? does not exist/.exec(message)?.[1]?.toLowerCase()
  const lost = damaged.filter((name) => name.toLowerCase() === missing)
  if (lost.length > 0) return tablesDamaged(lost)
  // Raised by the statement itself, with a message for the reader: the number of filled rows depends on the
  // data.
  if (message.includes(filledTooFar)) return new AppError('report_invalid', filledTooFar)
  const told = toldIn(message)
  if (told !== null) return new AppError('report_invalid', told)
  for (const [pattern, text] of overflows) {
    const match = pattern.exec(message)
    if (match) return overflow(text(match))
  }
  if (/^Out of Range Error/.test(message)) return unplaced(outOfRange)
  // An IO Error can mean a full disk during spilling. Other errors may contain users' texts.
  const unstored = /^IO Error/.test(message) ? storageFailure(new Error(message)) : null
  if (unstored) return unstored
  for (const [pattern, text] of spokenKinds) {
    if (pattern.test(message)) return new AppError('query_failed', text)
  }
  return new AppError('query_failed', `查询失败：${engineText(message)}`)
}
