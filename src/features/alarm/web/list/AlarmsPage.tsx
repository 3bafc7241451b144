// /alarm/list: all alarms, with the one in front beside them. Thresholds on results of SQL are subscriptions.

import { Button } from '@blueprintjs/core'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { AlarmNavigation } from '#web/shell/AlarmNavigation.tsx'
import { holds, useSession } from '#web/shell/session.ts'
import { AlarmPane } from './AlarmPane.tsx'
import { alarmList } from './alarmList.tsx'
import { renewsAlarms } from './renewing.ts'

renewsAlarms(() => void alarmList.refresh())

export function Page() {
  const writesSql = useSession(({ roleData }) => holds('search_sqlQuery', roleData))
  return (
    <ListPage
      list={alarmList}
      lead={<AlarmNavigation />}
      actions={
        writesSql ? (
          <Link href={`${pages.statementSubscriptions()}?kind=1`} asChild>
            <Button variant="minimal" text="SQL 结果的提醒" />
          </Link>
        ) : undefined
      }
      preview={(alarm) => <AlarmPane key={alarm.id} alarm={alarm} />}
    />
  )
}
