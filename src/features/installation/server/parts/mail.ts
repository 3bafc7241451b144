// Checks the mail settings only; the mail server itself is contacted on request.
import { mailServer } from '#features/receivers/server/index.ts'
import { type CheckDeps, detail, type Finding, type Look } from './finding.ts'

export const lookAtMail: Look = async ({ settings }) => {
  const { mail } = settings.installation
  if (!mail) return { state: 'off', says: '没有设置邮件服务器：告警与订阅不能发到邮箱；需要时请联系管理员' }
  const details = detailsOf(settings)
  if ((await mailServer()).mailProblem(settings) !== null)
    return { state: 'failed', says: '邮件服务器要登录，但没有密码；请管理员设置后重启', details }
  return { state: 'ok', says: '已设置；有「权限管理」权限的人可以按 x 连接试试', details }
}

/** Connects and signs in without sending. */
export async function askMailServer(deps: CheckDeps, signal: AbortSignal): Promise<Finding> {
  if (!deps.settings.installation.mail) return lookAtMail(deps, signal)
  const details = detailsOf(deps.settings)
  const problem = await (await mailServer()).tryMailServer(deps, signal)
  return problem === null
    ? { state: 'ok', says: '邮件服务器接受连接和登录', details }
    : { state: 'failed', says: problem, details }
}

function detailsOf({ installation: { mail } }: CheckDeps['settings']) {
  if (!mail) return []
  const { host, port, security, user, from } = mail
  return [
    detail('服务器', `${host}:${port}`),
    detail('加密', security),
    detail('登录', user === null ? '不登录' : user),
    detail('发件人', from),
  ]
}
