// Maps failures of ClickHouse and of its connection to errors for readers of reports.
import { ClickHouseError } from '@clickhouse/client'
import { filledTooFar } from '#semantic/plan/columns/fill.ts'
import { toldIn } from '#semantic/plan/tree/told.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { cleanMessage } from '../cleanMessage.ts'
import { overflow } from '../overflow.ts'

/** A decimal or an integer out of range: the statements check both instead of letting them wrap. */
const tooLarge = [407, 70]

const spoken: [codes: number[], code: ErrorCode, text: string][] = [
  [[159, 209], 'query_timeout', '查询超时，请缩小范围后再试'],
  [[394], 'query_failed', '查询在 ClickHouse 上被终止，请重试'],
  [[241], 'query_failed', '查询所需内存超出限制，请缩小日期范围或减少维度'],
  [
    [158, 191, 307, 396],
    'query_failed',
    '查询要读的数据超出了 ClickHouse 账号的限制，请缩小日期范围或减少维度',
  ],
  [[201], 'query_failed', 'ClickHouse 账号的配额已用完，请稍后再试，或请管理员调整配额'],
  [[202], 'server_busy', '数据仓库正忙（同时运行的查询过多），请稍后再试'],
  [[60], 'query_failed', '数据表不存在，或账号无权读取；请检查报表的定义与 ClickHouse 的授权'],
  [[81], 'warehouse_unavailable', 'ClickHouse 上没有设置的库，请联系管理员'],
  [[8, 10, 16, 47], 'query_failed', '数据表里没有所用的列，可能已改名或删除；请检查报表的定义'],
  [[497], 'query_failed', 'ClickHouse 账号无权读取所用的数据表，请联系管理员授权'],
  [[192, 193, 194, 516], 'warehouse_unavailable', 'ClickHouse 拒绝了设置的账号或密码，请联系管理员'],
  [
    [210, 279, 519],
    'warehouse_unavailable',
    '集群里有分片或副本连不上，查询没有完成；数字不会少算，请稍后再试，仍不行时请联系管理员',
  ],
  [[53], 'query_failed', '同名的列在各分片上类型不同，不能一起计算；请联系数据负责人统一各分片的表结构'],
  [[69], 'query_failed', '查询失败：数值超出了所能表示的范围'],
  [[242, 999, 225], 'warehouse_unavailable', 'ClickHouse 的表暂不可读，请稍后再试'],
]

/**
 * ClickHouse's error number; null for other errors. Old servers use a wording that the client does not
 * recognize.
 */
export function codeOf(error: unknown): number | null {
  if (error instanceof ClickHouseError) return Number(error.code)
  const said = /^Code: (\d+)[.,]/.exec((error as Error).message ?? '')?.[1]
  return said === undefined ? null : Number(said)
}

export function clickhouseFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  const message = (error as Error).message ?? ''
  // Raised by the statement itself, with a message for the reader: the number of filled rows depends on the
  // data.
  if (message.includes(filledTooFar)) return new AppError('report_invalid', filledTooFar)
  const told = toldIn(message)
  if (told !== null) return new AppError('report_invalid', told)
  const code = codeOf(error)
  if (code !== null && tooLarge.includes(code)) return overflow('计算的结果超出可表示的范围')
  const [, known, text] = spoken.find(([codes]) => codes.includes(code ?? -1)) ?? []
  if (known !== undefined) return new AppError(known, text)
  if (code === 395) return new AppError('query_failed', `查询失败：${thrown(message)}`)
  if (code !== null)
    return new AppError(
      'query_failed',
      `查询失败（ClickHouse 错误 ${code}${nameOf(error)}），请联系报表配置人员`,
    )
  return isConnectionLost(error)
    ? new AppError('warehouse_unavailable', '连接不上 ClickHouse，请稍后再试；仍不行时请联系管理员')
    : new AppError('query_failed', '查询在读取结果的途中失败，请重试')
}

/** The error's name, for whoever looks it up. */
const nameOf = (error: unknown): string =>
  error instanceof ClickHouseError && error.type ? ` ${error.type}` : ''

/** The message with which our statement raised the error. */
const thrown = (message: string): string =>
  cleanMessage(message.replace(/: while executing[\s\S]*$/, '').trim())

const networkCodes =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|CERT|ERR_TLS|ERR_SSL|UNABLE_|DEPTH_|SELF_|HPE_)/

function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  return networkCodes.test(String(code)) || /socket hang up|Timeout error|aborted/i.test(message)
}
