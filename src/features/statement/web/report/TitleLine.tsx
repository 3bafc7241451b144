// The page's title and its few main actions; the menu has the rest.

import { Button } from '@blueprintjs/core'
import { Edit, Export, Refresh } from '@blueprintjs/icons'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { MoreButton } from '#web/ui/menus/MoreButton.tsx'
import { LookControl } from '../board/LookControl.tsx'
import { ModifiedState } from '../unsaved/ModifiedState.tsx'
import { ask } from './asking/loading.ts'
import { exportReport } from './exporting.ts'
import { presentPath } from './follow.ts'
import { ReportItems } from './ReportItems.tsx'
import { useReport } from './store.ts'
import { TitlePath } from './TitlePath.tsx'

export function TitleLine() {
  const exporting = useReport((state) => state.exporting)
  return (
    <div className="title-line">
      <TitlePath>
        <ModifiedState />
      </TitlePath>
      <div className="title-actions">
        <LookControl path={presentPath()} />
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
