// Sends a mail through the installation's server: the host name is resolved once, and the connection uses the
// checked IP address.
import { isIP } from 'node:net'
import type { Deps } from '#server/deps.ts'
import { faultOf, OutboundProblem } from '#server/outbound/problem.ts'
import { resolveOnce } from '#server/outbound/resolve.ts'
import type { MailSettings } from '#server/outbound/settings.ts'
import { refusalOf } from '../faults.ts'
import type { Refusal } from '../formats/types.ts'
import { Refused } from '../posting.ts'
import { filesOf } from './files.ts'
import { type MailParcel, mailOf } from './writing.ts'

const stepMs = 10_000
/** Time limit of the whole sending, including files. */
const wholeMs = 60_000

export const mailProblem = ({ installation, mailPassword }: Deps['settings']): string | null => {
  const { mail } = installation
  if (!mail)
    return '还没有设置邮件服务器，邮件发不出去；请管理员在 settings.json 中填写 mail（host、from 等）后重启'
  if (mail.user !== null && mailPassword === null)
    return '邮件服务器要登录，但没有密码；请管理员设置环境变量 MAIL_PASSWORD 后重启'
  return null
}

/** Returns in Chinese which addresses the server refused, or nothing. Throws `Refused`. */
export async function sendMail(
  { settings }: Pick<Deps, 'settings'>,
  parcel: MailParcel,
  signal: AbortSignal,
): Promise<string | undefined> {
  const problem = mailProblem(settings)
  const { mail } = settings.installation
  if (problem !== null || !mail) throw new Refused({ problem: problem ?? '', again: false })
  const limit = AbortSignal.timeout(wholeMs)
  const own = AbortSignal.any([signal, limit])
  try {
    const { files, note } = await filesOf(parcel.message)
    const whole = { ...parcel, message: { ...parcel.message, attachments: files } }
    const rejected = await handOver(mail, settings.mailPassword, whole, own)
    return [rejected, note].filter(Boolean).join('；') || undefined
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw new Refused(limit.aborted ? slow : refusedBy(error))
  }
}

async function handOver(
  mail: MailSettings,
  password: string | null,
  parcel: MailParcel,
  signal: AbortSignal,
): Promise<string | undefined> {
  const transport = await transportTo(mail, password, signal)
  return until(signal, transport, async () => {
    const { rejected } = await transport.sendMail(mailOf(parcel, mail))
    return rejected.length === 0
      ? undefined
      : `邮件服务器拒收：${rejected.map(String).join('、').slice(0, 500)}`
  })
}

/** Connects and signs in without sending; returns in Chinese why that failed, or null. */
export async function tryMailServer(
  { settings }: Pick<Deps, 'settings'>,
  signal: AbortSignal,
): Promise<string | null> {
  const { installation, mailPassword } = settings
  const { mail } = installation
  const problem = mailProblem(settings)
  if (problem !== null || !mail) return problem
  try {
    const transport = await transportTo(mail, mailPassword, signal)
    await until(signal, transport, () => transport.verify())
    return null
  } catch (error) {
    return signal.aborted ? slow.problem : refusedBy(error).problem
  }
}

async function transportTo(mail: MailSettings, password: string | null, signal: AbortSignal) {
  const address = await resolveOnce(
    mail.host,
    mail.allowed,
    AbortSignal.any([signal, AbortSignal.timeout(stepMs)]),
  )
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host: address,
    port: mail.port,
    secure: mail.security === 'tls',
    requireTLS: mail.security === 'starttls',
    ignoreTLS: mail.security === 'none',
    // The certificate is checked against the host name; an IP address has none.
    ...(isIP(mail.host) === 0 && { tls: { servername: mail.host } }),
    ...(mail.user !== null && { auth: { user: mail.user, pass: password ?? '' } }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    // Attachments are read only from the paths that `filesOf` checked; nothing in a message names a path.
    disableUrlAccess: true,
  })
}

async function until<Result>(
  signal: AbortSignal,
  transport: { close(): void },
  work: () => Promise<Result>,
): Promise<Result> {
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work(), ended.promise])
  } finally {
    signal.removeEventListener('abort', end)
    transport.close()
  }
}

const slow: Refusal = { problem: '邮件服务器没有及时响应', again: true }

interface SmtpError extends Error {
  code?: string
  responseCode?: number
}

/** Only the code of the server's answer is shown, because its text may contain private data. */
function refusedBy(error: unknown): Refusal {
  const known = refusalOf(error)
  if (known) return known
  const { code = '', responseCode = 0 } = error as SmtpError
  if (code === 'EAUTH')
    return {
      problem: '邮件服务器不接受用户名或密码；请管理员检查 mail 的 user 与 MAIL_PASSWORD',
      again: false,
    }
  if (responseCode >= 500)
    return { problem: `邮件服务器拒收（${responseCode}）；请检查收件人与发件人地址`, again: false }
  if (responseCode >= 400) return { problem: `邮件服务器暂时拒收（${responseCode}），稍后再试`, again: true }
  if (code === 'ETLS') return refusalOf(new OutboundProblem('certificate')) ?? slow
  if (code === 'ETIMEDOUT' || (error as Error).name === 'TimeoutError') return slow
  return refusalOf(new OutboundProblem(faultOf(causeOf(error)))) ?? slow
}

/** The library's own codes (`ESOCKET`, `ECONNECTION`) hide those of the socket. */
function causeOf(error: unknown): unknown {
  const { cause, message = '' } = error as SmtpError
  if (cause) return cause
  const named = /\b(ECONN[A-Z]+)\b/.exec(message)?.[1]
  const code = named ?? (/certificate|SSL routines|self.signed|altname/i.test(message) ? 'EPROTO' : undefined)
  return code === undefined ? error : Object.assign(new Error('smtp'), { code })
}
