// The title line of log search: follow, wrap, order, and further actions.
import { Button, MenuItem } from '@blueprintjs/core'
import { Menu as MenuIcon, Pause, Play, Share, SortAsc, SortDesc, WrapLines } from '@blueprintjs/icons'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { copyText } from '#web/ui/copyText.ts'
import { MoreButton } from '#web/ui/menus/MoreButton.tsx'
import { useNarrow } from '#web/ui/useNarrow.ts'
import { linkTo } from './actions.ts'
import { useLogs } from './store.ts'

export function LogTitle() {
  const narrow = useNarrow()
  const isTailing = useLogs(({ tail }) => tail !== null)
  const { order, wrap, request } = useLogs(({ address }) => address)
  // Lines of a request are in chronological order; new lines are appended.
  const isFixed = isTailing || request !== ''
  return (
    <div className="title-line log-title">
      {narrow && (
        <Button
          variant="minimal"
          icon={<MenuIcon />}
          aria-label="字段"
          onClick={() => useLogs.setState({ sideDrawer: true })}
        />
      )}
      <h1 className="title-name">日志查询</h1>
      <div className="title-actions log-title-actions">
        <CommandTip command="logs.tail" title={isTailing ? '停止实时跟踪' : '新日志一写入就显示'}>
          <Button
            variant="minimal"
            icon={isTailing ? <Pause size={14} /> : <Play size={14} />}
            text={isTailing ? '停止跟踪' : '实时跟踪'}
            aria-label={isTailing ? '停止跟踪' : '实时跟踪'}
            active={isTailing}
            aria-pressed={isTailing}
            onClick={() => runCommand('logs.tail')}
          />
        </CommandTip>
        <CommandTip command="logs.order" title="新的在前，或旧的在前">
          <Button
            variant="minimal"
            icon={order === 'newest' ? <SortDesc size={14} /> : <SortAsc size={14} />}
            text={order === 'newest' ? '新的在前' : '旧的在前'}
            aria-label={order === 'newest' ? '新的在前' : '旧的在前'}
            disabled={isFixed}
            onClick={() => runCommand('logs.order')}
          />
        </CommandTip>
        <CommandTip command="logs.wrap" title="长行换行，或不换">
          <Button
            variant="minimal"
            icon={<WrapLines size={14} />}
            text="换行"
            aria-label="换行"
            active={wrap}
            aria-pressed={wrap}
            onClick={() => runCommand('logs.wrap')}
          />
        </CommandTip>
        <Button
          variant="minimal"
          icon={<Share size={14} />}
          text="链接"
          aria-label="复制此查询的链接"
          title="复制此查询的链接，时间固定为现在看到的"
          onClick={() => void copyText(linkTo(null), '已复制此查询的链接')}
        />
        <MoreButton size="small">
          <MenuItem
            text="导出 csv"
            labelElement={<KeyHint command="logs.export" />}
            onClick={() => runCommand('logs.export')}
          />
          <MenuItem
            text="导出 jsonl"
            labelElement={<KeyHint command="logs.exportLines" />}
            onClick={() => runCommand('logs.exportLines')}
          />
          <MenuItem
            text="重新查询"
            labelElement={<KeyHint command="logs.run" />}
            onClick={() => runCommand('logs.run')}
          />
        </MoreButton>
      </div>
    </div>
  )
}
