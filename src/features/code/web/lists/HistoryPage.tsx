// /code/history: all of the user's runs, newest first, searched on the server and loaded on scrolling.
import { ListPage } from '#web/list/ListPage.tsx'
import { CodeNavigation } from './CodeNavigation.tsx'
import { RunPreview } from './RunPreview.tsx'
import { runList } from './runList.tsx'
import '../code.css'

export function Page() {
  return <ListPage list={runList} lead={<CodeNavigation />} preview={(run) => <RunPreview run={run} />} />
}
