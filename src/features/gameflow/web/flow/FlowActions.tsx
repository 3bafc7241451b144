// Actions on the whole report.
import { Button, MenuItem } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { MoreButton } from '#web/ui/menus/MoreButton.tsx'
import { exportShown } from './exporting.ts'
import { showSource } from './SourceDialog.tsx'

export function FlowActions({ onRefresh }: { onRefresh: () => void }) {
  return (
    <div className="list-title-actions">
      <CommandTip command="gameflow.refresh" title="重新读取">
        <Button variant="minimal" icon={<Refresh size={14} />} aria-label="刷新" onClick={onRefresh} />
      </CommandTip>
      <MoreButton size="small">
        <MenuItem
          text="导出 xlsx"
          labelElement={<KeyHint command="gameflow.export" />}
          onClick={() => void exportShown('xlsx')}
        />
        <MenuItem text="导出 csv" onClick={() => void exportShown('csv')} />
        <MenuItem text="数据来源" labelElement={<KeyHint command="gameflow.source" />} onClick={showSource} />
      </MoreButton>
    </div>
  )
}
