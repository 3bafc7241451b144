// The board's title line: where it stands, its look, and what can be done with it.
import { Button, MenuDivider, MenuItem } from '@blueprintjs/core'
import { Edit, FloppyDisk, Maximize, Play, Plus, Refresh, Reset, Tick } from '@blueprintjs/icons'
import { pages } from '#shared/pages.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { MoreButton } from '#web/ui/menus/MoreButton.tsx'
import { TitlePath } from '../report/TitlePath.tsx'
import { LookControl } from './LookControl.tsx'
import { isBoardChanged, useBoard } from './store.ts'

function BoardItems() {
  const editable = useBoard(({ shown }) => shown?.editable ?? false)
  const isMade = useBoard((state) => state.isMade)
  return (
    <>
      <MenuItem
        text="全部重新查询"
        icon={<Refresh />}
        labelElement={<KeyHint command="board.refresh" />}
        onClick={() => runCommand('board.refresh')}
      />
      <MenuItem
        text="轮播收藏的看板"
        icon={<Play />}
        labelElement={<KeyHint command="board.rotate" />}
        onClick={() => runCommand('board.rotate')}
      />
      <MenuDivider />
      <MenuItem
        text="保存看板和条件"
        icon={<FloppyDisk />}
        disabled={!editable}
        labelElement={<KeyHint command="board.save" />}
        onClick={() => runCommand('board.save')}
      />
      <MenuItem
        text="恢复成自动生成的看板"
        icon={<Reset />}
        disabled={!editable || isMade}
        onClick={() => runCommand('board.reset')}
      />
    </>
  )
}

export function BoardTitle() {
  const editable = useBoard(({ shown }) => shown?.editable ?? false)
  const editing = useBoard((state) => state.editing)
  const isChanged = useBoard(isBoardChanged)
  return (
    <div className="title-line">
      <TitlePath>{isChanged && <span className="board-changed">编排未保存</span>}</TitlePath>
      <div className="title-actions">
        <LookControl path={pages.statementBoard.path} />
        {editable && (
          <>
            <CommandTip command="board.add" title="加一块：图表、表格、大数字、文字">
              <Button variant="minimal" icon={<Plus size={14} />} onClick={() => runCommand('board.add')}>
                加一块
              </Button>
            </CommandTip>
            <CommandTip command="board.arrange" title={editing ? '保存并结束编排' : '编排：移动和改大小'}>
              <Button
                variant={editing ? 'solid' : 'minimal'}
                intent={editing ? 'primary' : 'none'}
                icon={editing ? <Tick size={14} /> : <Edit size={14} />}
                aria-pressed={editing}
                onClick={() => runCommand('board.arrange')}
              >
                {editing ? '完成' : '编排'}
              </Button>
            </CommandTip>
          </>
        )}
        <CommandTip command="board.wall" title="全屏，放到墙上">
          <Button
            variant="minimal"
            className="title-wall"
            icon={<Maximize size={14} />}
            aria-label="全屏"
            onClick={() => runCommand('board.wall')}
          />
        </CommandTip>
        <MoreButton>
          <BoardItems />
        </MoreButton>
      </div>
    </div>
  )
}
