// The page's title and its few main actions; the menu has the rest.

import { Button } from '@blueprintjs/core'
import {
  ChevronRight,
  Edit,
  Export,
  Menu as MenuIcon,
  PivotTable,
  Refresh,
  Star,
  StarEmpty,
} from '@blueprintjs/icons'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { MoreButton } from '#web/ui/menus/MoreButton.tsx'
import { focusPath } from '../address/link.ts'
import { ShareState } from '../tree/ShareState.tsx'
import { StandingState } from '../tree/StandingState.tsx'
import { pathTo } from '../tree/shape.ts'
import { toggleStar, useTree } from '../tree/store.ts'
import { ModifiedState } from '../unsaved/ModifiedState.tsx'
import { ask } from './asking/loading.ts'
import { exportReport } from './exporting.ts'
import { presentPath } from './follow.ts'
import { ReportItems } from './ReportItems.tsx'
import { useReport } from './store.ts'
import { looseTitle, useIsLoose, useView } from './useView.ts'

export function TitleLine() {
  const view = useView()
  const isLoose = useIsLoose()
  const shape = useTree((state) => state.shape)
  const stars = useTree((state) => state.stars)
  const exporting = useReport((state) => state.exporting)
  const focused = presentPath() === focusPath
  const starred = view !== null && stars.includes(view.id)
  return (
    <div className="title-line">
      <Button
        className="drawer-toggle"
        variant="minimal"
        icon={<MenuIcon />}
        aria-label="报表目录"
        onClick={() => useTree.setState({ drawer: true })}
      />
      <nav className="title-path" aria-label="位置">
        <Link href={pages.statement()} className="title-step">
          数据报表
        </Link>
        {pathTo(shape, view?.typeId ?? null).map(({ id, name }) => (
          <span key={id} className="title-step">
            <ChevronRight size={12} />
            <span className="title-step-name" title={name}>
              {name}
            </span>
          </span>
        ))}
        <span className="title-step title-here">
          <ChevronRight size={12} />
          <h1 title={view?.name}>{view?.name ?? (isLoose ? looseTitle : '报表')}</h1>
        </span>
        {view && (
          <CommandTip command="view.star" title={starred ? '取消收藏' : '收藏'}>
            <Button
              variant="minimal"
              size="small"
              className="title-star"
              aria-label="收藏"
              aria-pressed={starred}
              icon={starred ? <Star size={14} /> : <StarEmpty size={14} />}
              onClick={() => toggleStar(view.id)}
            />
          </CommandTip>
        )}
        {view && <ShareState view={view} />}
        {view && <StandingState view={view} />}
        <ModifiedState />
      </nav>
      <div className="title-actions">
        <CommandTip command="report.openPivot" title={focused ? '回到列表' : '透视：行、列、下钻'}>
          <Button
            variant="minimal"
            className="title-pivot"
            icon={<PivotTable size={14} />}
            active={focused}
            aria-pressed={focused}
            onClick={() => runCommand('report.openPivot')}
          >
            透视
          </Button>
        </CommandTip>
        <CommandTip command="report.edit" title="编辑报表">
          <Button
            variant="minimal"
            className="title-edit"
            icon={<Edit size={14} />}
            onClick={() => runCommand('report.edit')}
          >
            编辑
          </Button>
        </CommandTip>
        <CommandTip command="report.refresh" title="重新查询，不用已有结果">
          <Button variant="minimal" icon={<Refresh size={14} />} onClick={() => void ask({ fresh: true })}>
            刷新
          </Button>
        </CommandTip>
        <CommandTip command="report.export" title="导出 .xls">
          <Button
            variant="minimal"
            icon={<Export size={14} />}
            disabled={exporting !== null}
            onClick={() => void exportReport()}
          >
            导出
          </Button>
        </CommandTip>
        <MoreButton>
          <ReportItems />
        </MoreButton>
      </div>
    </div>
  )
}
