// The way to the inbox, with how many notes wait there.
import { Notifications } from '@blueprintjs/icons'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { CommandTip } from '../../../web/shell/keys/CommandTip.tsx'
import { followUnread, useUnread } from './unread.ts'
import './inbox.css'

const most = 99

export function InboxBell() {
  const { count, level } = useUnread()
  useEffect(followUnread, [])
  const shown = count > most ? `${most}+` : String(count)
  return (
    <CommandTip command="inbox.open" title={count > 0 ? `收件箱：${shown} 条未读` : '收件箱'}>
      <Link
        className="inbox-bell"
        href="/inbox"
        aria-label={count > 0 ? `收件箱，${shown} 条未读` : '收件箱'}
      >
        <Notifications size={16} />
        {count > 0 && (
          <span
            className={level === 'critical' ? 'inbox-count inbox-count-critical' : 'inbox-count'}
            aria-hidden="true"
          >
            {shown}
          </span>
        )}
      </Link>
    </CommandTip>
  )
}
