// /alarm/list: all alarms, with the one in front beside them.

import { ListPage } from '#web/list/ListPage.tsx'
import { AlarmNavigation } from '#web/shell/AlarmNavigation.tsx'
import { AlarmPane } from './AlarmPane.tsx'
import { alarmList } from './alarmList.tsx'
import { renewsAlarms } from './renewing.ts'

renewsAlarms(() => void alarmList.refresh())

export function Page() {
  return (
    <ListPage
      list={alarmList}
      lead={<AlarmNavigation />}
      preview={(alarm) => <AlarmPane key={alarm.id} alarm={alarm} />}
    />
  )
}
