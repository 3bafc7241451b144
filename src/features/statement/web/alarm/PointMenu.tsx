// The menu of a chart's place: an alarm on each of its figures.
import { Menu, MenuItem } from '@blueprintjs/core'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { MenuHead } from '#web/ui/menus/MenuHead.tsx'
import { openAlarmOf, type PointFigure } from './start.ts'

export function PointMenu({ title, points }: { title: string; points: readonly PointFigure[] }) {
  return (
    <Menu size="small">
      <MenuHead title={title} />
      {points.map(({ name, figure }, at) => (
        <MenuItem
          key={name}
          text={`为「${name}」设告警`}
          labelElement={at === 0 ? <KeyHint command="figure.alarm" /> : undefined}
          onClick={() => openAlarmOf(figure)}
        />
      ))}
      {points.length === 0 && <MenuItem text="这里没有可以设告警的数字" disabled />}
    </Menu>
  )
}
