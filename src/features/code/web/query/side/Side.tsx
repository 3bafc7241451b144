// The side: a resizable, foldable panel in wide windows, a drawer in narrow ones.
import { Button } from '@blueprintjs/core'
import { MenuClosed, MenuOpen } from '@blueprintjs/icons'
import { SideDrawer } from '#web/ui/side/SideDrawer.tsx'
import { SideHandle } from '#web/ui/side/SideHandle.tsx'
import { useNarrow } from '#web/ui/useNarrow.ts'
import { setFolded, setWidth, useView } from '../view.ts'
import { SideContent } from './SideContent.tsx'

export function Side() {
  const narrow = useNarrow()
  const width = useView((state) => state.width)
  const folded = useView((state) => state.folded)
  const drawer = useView((state) => state.drawer)
  if (narrow) {
    if (!drawer) return null
    return (
      <SideDrawer
        title="代码查询"
        side="left"
        width={320}
        onClose={() => useView.setState({ drawer: false })}
      >
        <div className="sql-side">
          <SideContent />
        </div>
      </SideDrawer>
    )
  }
  if (folded) {
    return (
      <aside className="side side-folded">
        <Button
          variant="minimal"
          icon={<MenuOpen size={14} />}
          aria-label="展开侧栏"
          title="展开侧栏"
          onClick={() => setFolded(false)}
        />
      </aside>
    )
  }
  return (
    <aside className="side sql-side" style={{ width }} aria-label="表与查询">
      <SideContent
        fold={
          <Button
            variant="minimal"
            size="small"
            icon={<MenuClosed size={14} />}
            aria-label="收起侧栏"
            title="收起侧栏"
            onClick={() => setFolded(true)}
          />
        }
      />
      <SideHandle label="侧栏宽度" width={width} onWidth={setWidth} />
    </aside>
  )
}
