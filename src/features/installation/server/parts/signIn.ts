// Checks the ways of signing in beside local accounts: each is asked, nobody signs in.
import { signInStanding } from '#features/session/server/index.ts'
import { detail, type Look } from './finding.ts'

type Method = Awaited<ReturnType<typeof signInStanding>>['methods'][number]

export const lookAtSignIn: Look = async (deps) => {
  const { methods, localManagers } = await signInStanding(deps)
  if (methods.length === 0)
    return { state: 'off', says: '只用本系统的账号登录；没有接公司目录和别的登录方式' }
  const details = [...methods.flatMap(detailsOf), detail('本地管理员', `${localManagers} 位`)]
  const failed = methods.filter(({ problem }) => problem !== null)
  if (failed.length > 0) {
    const names = failed.map(({ title }) => title).join('、')
    return { state: 'failed', says: `${names}现在不能登录，原因见详情；本地账号可以照常登录`, details }
  }
  if (localManagers === 0)
    return {
      state: 'warning',
      says: '没有用本地密码登录的管理员：公司的登录服务故障时没有人能管理；请用 npm run user -- add 加一位',
      details,
    }
  if (methods.some(({ missingRoles }) => missingRoles.length > 0))
    return { state: 'warning', says: '有的组对应的角色在本系统里不存在，这些组的人不能登录', details }
  return { state: 'ok', says: `${methods.map(({ title }) => title).join('、')}可以登录`, details }
}

const detailsOf = ({ title, place, problem, accounts, stopped, missingRoles }: Method) => [
  detail(title, place),
  detail(`${title}的账号`, stopped === 0 ? `${accounts} 个` : `${accounts} 个，其中停用 ${stopped} 个`),
  ...(problem === null ? [] : [detail(`${title}的问题`, problem)]),
  ...(missingRoles.length === 0 ? [] : [detail(`${title}缺少的角色`, missingRoles.join('、'))]),
]
