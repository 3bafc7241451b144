// /alarm/fires: the history of all alarms.

import { ListPage } from '#web/list/ListPage.tsx'
import { AlarmNavigation } from '#web/shell/AlarmNavigation.tsx'
import { fireList } from './fireList.tsx'

export function Page() {
  return <ListPage list={fireList} lead={<AlarmNavigation />} />
}
