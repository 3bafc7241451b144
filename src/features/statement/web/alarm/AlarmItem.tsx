// In the menu of a cell: an alarm on its figure, for those who may make alarms.
import { MenuItem } from '@blueprintjs/core'
import { KeyHint } from '../../../../web/shell/keys/KeyHint.tsx'
import { holds } from '../../../../web/shell/session.ts'
import type { MenuRun } from '../../../../web/table/types.ts'
import { cellFigure, openAlarmOf } from './start.ts'

export function AlarmItem({ run }: { run: MenuRun }) {
  if (!holds('alert_config_edit')) return null
  const figure = cellFigure()
  return (
    <MenuItem
      text="为此数字设告警"
      disabled={!figure}
      labelElement={<KeyHint command="figure.alarm" />}
      onClick={run(() => figure && openAlarmOf(figure))}
    />
  )
}
