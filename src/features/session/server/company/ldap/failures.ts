// What went wrong with the directory, in words for who signs in; the log has the rest.
import { InvalidCredentialsError, ResultCodeError } from 'ldapts'
import { faultOf } from '#server/outbound/problem.ts'
import type { LdapSettings } from '#server/signIn/ldapSettings.ts'
import { AppError } from '#shared/errors.ts'

/** A known failure as it is; any other as sign_in_away, which says what it means for who signs in. */
export function awayBy(directory: LdapSettings, fault: unknown): AppError {
  if (fault instanceof AppError) return fault
  const away = new AppError(
    'sign_in_away',
    `${directory.title}${saying(directory, fault)}；本地账号可以照常登录`,
  )
  if (fault instanceof Error) away.cause = fault
  return away
}

function saying({ timeoutMs }: LdapSettings, fault: unknown): string {
  if (fault === 'slow' || (fault instanceof Error && /timeout/i.test(fault.message)))
    return ` ${timeoutMs / 1000} 秒内没有响应，请稍后再试`
  if (fault instanceof InvalidCredentialsError) return '拒绝了本系统查询用的账号，请联系管理员'
  if (fault instanceof ResultCodeError) return `的答复有误（LDAP ${fault.code}），请联系管理员`
  const network = faultOf(fault)
  if (network === 'certificate') return '的证书不可信，没有发送密码，请联系管理员'
  if (network === 'refused' || network === 'unreachable') return '连不上，请稍后再试'
  return '中断了连接，请稍后再试'
}

/** Active Directory's reasons, after the right password alone: RFC 4511 has no place for them but the text. */
const adReasons: Readonly<Record<string, string>> = {
  '530': '现在不是你的账号可以登录的时间',
  '532': '你的密码已过期，请先在公司的系统里换一个',
  '533': '你的账号在公司里已停用',
  '701': '你的账号在公司里已到期',
  '773': '你要先在公司的系统里换一次密码',
  '775': '你的账号在公司里被锁定，请稍后再试或联系公司的管理员',
}

/** Why the person's own password was not taken. */
export function refusedBy(error: unknown): AppError {
  const [, reason = ''] = /\bdata ([0-9a-f]{1,8})\b/i.exec(error instanceof Error ? error.message : '') ?? []
  const says = Object.hasOwn(adReasons, reason) ? adReasons[reason] : undefined
  return says ? new AppError('sign_in_refused', says) : new AppError('login_failed')
}
