// /others: the tools beside the reports, those that the reader may open, as cards with their keys.
import { useMemo } from 'react'
import { Link } from 'wouter'
import { commandOf, commands } from '../../../../../commands/index.ts'
import { pages } from '../../../../../commands/pages.ts'
import { permissions } from '../../../../shared/permissions.ts'
import { KeyHint } from '../../../../web/shell/keys/KeyHint.tsx'
import { holds, useSession } from '../../../../web/shell/session.ts'
import { EmptyState } from '../../../../web/ui/EmptyState.tsx'
import '../lists.css'

/** What a card says of its page; pages come from their slices' declarations, whatever stands here. */
const descriptions: Readonly<Record<string, string>> = {
  '/others/blackList': '不许进入的账号、玩家、设备与 IP，由规则、粘贴或手工加入',
  '/others/whiteList': '放行的账号、玩家、设备与 IP，可发布到数据仓库',
  '/others/eventList': '埋点事件的代码、名称、参数，以及用在哪里',
  '/others/adUserList': '投放平台的账户、余额与令牌',
  '/push/pushlist': '按应用、区服、人群发推送，一次或定时',
  '/push/history': '每个人收到的推送与网关的回答',
  '/push/pushTest': '向一个玩家、设备或此浏览器试发',
}

/** The subpages, and push with its records, each by the command that opens it. */
function useCards() {
  const roleData = useSession((session) => session.roleData)
  return useMemo(
    () =>
      pages
        .filter(({ path }) => /^\/(others|push)\/[^/:]+$/.test(path))
        .filter(({ permission }) => permission in permissions && holds(permission as never, roleData))
        .map(({ path, title }) => ({ path, title, command: commands.find(({ go }) => go === path)?.id })),
    [roleData],
  )
}

export function Page() {
  const cards = useCards()
  return (
    <section className="others-page" aria-labelledby="others-title">
      <h1 id="others-title">其他</h1>
      {cards.length === 0 ? (
        <EmptyState title="没有可以打开的工具" description="这里的每一项都需要单独的权限，请联系管理员。" />
      ) : (
        <ul className="others-cards">
          {cards.map(({ path, title, command }) => (
            <li key={path}>
              <Link className="others-card" href={path}>
                <span className="others-card-title">
                  {title}
                  {command && commandOf(command).keys && <KeyHint command={command} />}
                </span>
                {descriptions[path] && <span className="others-card-text">{descriptions[path]}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
