// The SQL workspace: tables at the side, tabs of SQL, their runs and results.
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { useSession } from '#web/shell/session.ts'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { followAddress, isShown, showAddress } from './address.ts'
import { loadCatalog, loadTemporary, resetCatalog, useCatalog } from './catalog.ts'
import { Dialogs } from './dialogs/Dialogs.tsx'
import { keepLayout, openDocuments } from './documents/actions.ts'
import { speakLastWords } from './documents/drafts.ts'
import { useDocuments } from './documents/store.ts'
import { ResultArea } from './results/ResultArea.tsx'
import { RunBar } from './runbar/RunBar.tsx'
import { resumeRuns } from './runs/start.ts'
import { Side } from './side/Side.tsx'
import { followSnippets, loadSnippets, resetSnippets } from './snippets/store.ts'
import { EditorPane } from './tabs/EditorPane.tsx'
import { EditorTabs } from './tabs/EditorTabs.tsx'
import { SplitHandle } from './tabs/SplitHandle.tsx'
import { TitleLine } from './tabs/TitleLine.tsx'
import { openView, useView } from './view.ts'
import '../code.css'

/** Opens the user's tabs and runs, then what the address names. */
async function enter(owner: string): Promise<void> {
  openView()
  if (useDocuments.getState().owner !== owner) {
    resetCatalog()
    resetSnippets()
  }
  if (useCatalog.getState().status !== 'ready') void loadCatalog()
  void loadTemporary()
  void loadSnippets()
  await openDocuments(owner)
  resumeRuns()
  await followAddress(window.location.search)
}

/** Saves what is not written yet, and the page's state, when the page goes. */
function leave(): void {
  speakLastWords()
  keepLayout()
}

/** Back and forward, and links to other queries while the page is open. */
function useAddress(ready: boolean): void {
  const search = useSearch()
  useEffect(() => {
    const asked = search === '' || search.startsWith('?') ? search : `?${search}`
    if (ready && window.location.search === asked && !isShown(asked)) void followAddress(asked)
  }, [ready, search])
  const active = useDocuments((state) => state.active)
  useEffect(() => {
    if (ready && active !== '' && useDocuments.getState().status === 'ready') showAddress(false)
  }, [ready, active])
}

export function Page() {
  const owner = useSession((state) => state.username) ?? ''
  const status = useDocuments((state) => state.status)
  const split = useView((state) => state.split)
  useEffect(() => {
    void enter(owner)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [owner])
  useEffect(followSnippets, [])
  useAddress(status === 'ready')
  if (status !== 'ready') return <Skeleton lines={12} />
  return (
    <div className="sql-page">
      <Side />
      <div className="sql-main">
        <TitleLine />
        <EditorTabs />
        <div className="sql-panes">
          <div className="sql-editor-pane" style={{ flexGrow: split }}>
            <EditorPane />
          </div>
          <SplitHandle />
          <div className="sql-result-pane" style={{ flexGrow: 100 - split }}>
            <RunBar />
            <ResultArea />
          </div>
        </div>
      </div>
      <Dialogs />
    </div>
  )
}
