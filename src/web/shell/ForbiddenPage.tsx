// /403: no permission for the requested page.
import { Lock } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { permissions } from '#shared/permissions.ts'
import { useGivers } from './givers.ts'
import { usePageTitle } from './pageTitle.ts'
import { routeKeyOf } from './routeRules.ts'
import { holds, useSession } from './session.ts'

export function ForbiddenPage() {
  usePageTitle('403')
  const missing = useMissingPermission()
  const givers = useGivers()
  const seeing = useSession((session) => session.roleData?.seeing)
  return (
    <div className="notice-page">
      <section className="notice-box forbidden-box">
        <Lock size={32} className="notice-icon" />
        <h1 className="notice-title">403</h1>
        <p>抱歉，你没有权限访问该页面，请联系管理员。</p>
        {missing && (
          <p className="notice-hint">
            该页面需要「{missing}」权限{givers && `，${givers}`}
          </p>
        )}
        {seeing !== undefined && (
          <p className="notice-hint">正在以角色「{seeing}」查看，该角色没有这个权限</p>
        )}
        <p>可能的原因：</p>
        <ul>
          <li>没有该模块的权限</li>
          <li>页面缓存（请重新登录）</li>
        </ul>
        <Link className="bp6-button bp6-intent-primary" href="/">
          返回首页
        </Link>
      </section>
    </div>
  )
}

/** The title of the permission that the refused address requires. */
function useMissingPermission(): string | null {
  const roleData = useSession((session) => session.roleData)
  const refused = useHistoryState<{ refused?: unknown } | null>()?.refused
  const key = typeof refused === 'string' ? routeKeyOf(refused) : null
  return key !== null && !holds(key, roleData) ? permissions[key].title : null
}
