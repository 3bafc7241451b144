// The looks of a view: its reports one at a time, one as a pivot, or all as one page.
import { Button, ButtonGroup } from '@blueprintjs/core'
import { GridView, PivotTable, Th } from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import type { CommandId } from '#commands/index.ts'
import { pages } from '#shared/pages.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { useNarrow } from '#web/ui/useNarrow.ts'

interface Look {
  path: string
  text: string
  title: string
  icon: ReactElement
  /** From where to get there. */
  command: (path: string) => CommandId
}

const list = pages.statementDetail.path
const pivot = pages.statementDetail2.path
const board = pages.statementBoard.path

const looks: Look[] = [
  {
    path: list,
    text: '列表',
    title: '一张一张看报表',
    icon: <Th size={14} />,
    command: (path) => (path === board ? 'board.toggle' : 'report.openPivot'),
  },
  {
    path: pivot,
    text: '透视',
    title: '透视：行、列、下钻',
    icon: <PivotTable size={14} />,
    command: () => 'report.openPivot',
  },
  {
    path: board,
    text: '看板',
    title: '全部报表在一页',
    icon: <GridView size={14} />,
    command: () => 'board.toggle',
  },
]

export function LookControl({ path }: { path: string }) {
  const isNarrow = useNarrow(640)
  return (
    <ButtonGroup className="look-control" role="group" aria-label="样子">
      {looks.map(({ path: own, text, title, icon, command }) => (
        <CommandTip key={own} command={command(path)} title={title}>
          <Button
            size="small"
            text={isNarrow ? undefined : text}
            icon={isNarrow ? icon : undefined}
            aria-label={text}
            active={own === path}
            aria-pressed={own === path}
            onClick={() => own !== path && runCommand(command(path))}
          />
        </CommandTip>
      ))}
    </ButtonGroup>
  )
}
