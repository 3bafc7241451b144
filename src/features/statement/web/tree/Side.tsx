// The side panel of the report pages: in wide windows resizable and collapsible, in narrow ones a drawer.
import { Button } from '@blueprintjs/core'
import { MenuClosed, MenuOpen } from '@blueprintjs/icons'
import { memo, useEffect } from 'react'
import { SideDrawer } from '#web/ui/side/SideDrawer.tsx'
import { SideHandle } from '#web/ui/side/SideHandle.tsx'
import { useNarrow } from '#web/ui/useNarrow.ts'
import { SideContent } from './SideContent.tsx'
import { loadTree, setWidth, toggleFolded, useTree } from './store.ts'
import { TreeDialogs } from './TreeDialogs.tsx'
import './tree.css'

/** Memoized, because the page beside it renders more often. */
export const Side = memo(function Side() {
  const narrow = useNarrow()
  const width = useTree((state) => state.width)
  const folded = useTree((state) => state.folded)
  const drawer = useTree((state) => state.drawer)
  useEffect(() => {
    void loadTree()
    return () => useTree.setState({ drawer: false })
  }, [])
  if (narrow) {
    return (
      <>
        {drawer && (
          <SideDrawer
            title="数据报表"
            side="left"
            width={300}
            onClose={() => useTree.setState({ drawer: false })}
          >
            <SideContent />
          </SideDrawer>
        )}
        <TreeDialogs />
      </>
    )
  }
  if (folded) {
    return (
      <aside className="side side-folded">
        <Button
          variant="minimal"
          icon={<MenuOpen size={14} />}
          aria-label="展开目录"
          title="展开目录"
          onClick={toggleFolded}
        />
        <TreeDialogs />
      </aside>
    )
  }
  return (
    <aside className="side" style={{ width }} aria-label="报表目录">
      <SideContent
        fold={
          <Button
            variant="minimal"
            size="small"
            icon={<MenuClosed size={14} />}
            aria-label="收起目录"
            title="收起目录"
            onClick={toggleFolded}
          />
        }
      />
      <SideHandle label="目录宽度" width={width} onWidth={setWidth} />
      <TreeDialogs />
    </aside>
  )
})
