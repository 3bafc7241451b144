// Items of the table's menu: actions on a line, on a cell's value, on a column.
import { MenuDivider, MenuItem } from '@blueprintjs/core'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import type { MenuRun } from '#web/table/types.ts'
import { frontField } from '../actions.ts'

export function LineItems({ run }: { run: MenuRun }) {
  const field = frontField()
  return (
    <>
      <MenuItem
        text="详情"
        labelElement={<KeyHint command="logs.detail" />}
        onClick={run(() => runCommand('logs.detail'))}
      />
      <MenuItem
        text="上下文"
        labelElement={<KeyHint command="logs.around" />}
        onClick={run(() => runCommand('logs.around'))}
      />
      <MenuItem
        text="同一请求的日志"
        labelElement={<KeyHint command="logs.request" />}
        onClick={run(() => runCommand('logs.request'))}
      />
      <MenuItem
        text="复制这条日志"
        labelElement={<KeyHint command="logs.copy" />}
        onClick={run(() => runCommand('logs.copy'))}
      />
      <MenuItem
        text="复制为 JSON"
        labelElement={<KeyHint command="logs.copyJson" />}
        onClick={run(() => runCommand('logs.copyJson'))}
      />
      <MenuItem
        text="复制链接"
        labelElement={<KeyHint command="logs.copyLink" />}
        onClick={run(() => runCommand('logs.copyLink'))}
      />
      {field && (
        <>
          <MenuDivider />
          <MenuItem
            text="排除此值"
            labelElement={<KeyHint command="logs.without" />}
            onClick={run(() => runCommand('logs.without'))}
          />
          <MenuItem
            text="此字段的常见值"
            labelElement={<KeyHint command="logs.values" />}
            onClick={run(() => runCommand('logs.values'))}
          />
        </>
      )}
    </>
  )
}

interface ColumnProps {
  field: string
  run: MenuRun
  onRemove: (field: string) => void
}

LineItems.Column = function ColumnItems({ field, run, onRemove }: ColumnProps) {
  if (field === 'level') return null
  return <MenuItem text="移除此列" onClick={run(() => onRemove(field))} />
}
