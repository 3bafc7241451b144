// The link to the inbox with the number of unread notes.

import { Notifications } from '@blueprintjs/icons'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { followUnread, useUnread } from './unread.ts'
import './inbox.css'

const most = 99

export function InboxBell() {
  const { count, level, failure } = useUnread()
  useEffect(followUnread, [])
  const untold = failure && `未读条数读取失败：${failure.message}`
  const shown = count > most ? `${most}+` : String(count)
  return (
    <CommandTip
      command="inbox.open"
      title={untold ? `${untold} ${failure.literal}` : count > 0 ? `收件箱：${shown} 条未读` : '收件箱'}
    >
      <Link
        className="inbox-bell"
        href={pages.inbox()}
        aria-label={
          untold ? `收件箱，${untold} ${failure.literal}` : count > 0 ? `收件箱，${shown} 条未读` : '收件箱'
        }
      >
        <Notifications size={16} />
        {untold ? (
          <span className="inbox-count inbox-count-untold" aria-hidden="true">
            ?
          </span>
        ) : (
          count > 0 && (
            <span
              className={level === 'critical' ? 'inbox-count inbox-count-critical' : 'inbox-count'}
              aria-hidden="true"
            >
              {shown}
            </span>
          )
        )}
      </Link>
    </CommandTip>
  )
}
