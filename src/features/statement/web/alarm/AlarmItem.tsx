// In a cell's menu: an alarm on its figure, and its forecast, for users with the rights.
import { MenuItem } from '@blueprintjs/core'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { holds } from '#web/shell/session.ts'
import type { MenuRun } from '#web/table/types.ts'
import { ownAtCursor } from '../formulas/atCursor.ts'
import { cellFigure, openAlarmOf, openForecastOf } from './start.ts'

const refusedOwn = '自建公式只在这张报表里，先转为指标'

export function AlarmItem({ run }: { run: MenuRun }) {
  const figure = cellFigure()
  const isOwn = ownAtCursor() !== undefined
  return (
    <>
      {holds('alert_config_edit') && (
        <MenuItem
          text="为此数字设告警"
          title={isOwn ? refusedOwn : undefined}
          disabled={!figure}
          labelElement={<KeyHint command="figure.alarm" />}
          onClick={run(() => figure && openAlarmOf(figure))}
        />
      )}
      {holds('search_turnoverPredict') && (
        <MenuItem
          text="预测此数字"
          title={isOwn ? refusedOwn : undefined}
          disabled={!figure}
          labelElement={<KeyHint command="figure.forecast" />}
          onClick={run(() => figure && openForecastOf(figure))}
        />
      )}
    </>
  )
}
