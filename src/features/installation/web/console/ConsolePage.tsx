// /others/consoleMonit: this tab's console output and errors. They are kept in the tab only.
import { Button } from '@blueprintjs/core'
import { Duplicate, Pause, Play, Trash } from '@blueprintjs/icons'
import { useEffect } from 'react'
import { ListPage } from '#web/list/ListPage.tsx'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { ToolsNavigation } from '#web/shell/ToolsNavigation.tsx'
import {
  clearLines,
  consoleList,
  copyAll,
  followLines,
  showNew,
  togglePause,
  useFollowing,
} from './consoleWork.ts'
import { LinePane } from './LinePane.tsx'
import '../installation.css'

export function Page() {
  useEffect(followLines, [])
  return (
    <ListPage
      list={consoleList}
      lead={<ToolsNavigation />}
      actions={<Actions />}
      preview={(line) => <LinePane line={line} />}
    />
  )
}

function Actions() {
  const { paused, waiting } = useFollowing()
  return (
    <>
      {waiting > 0 && <Button size="small" text={`有 ${waiting} 条新的`} onClick={showNew} />}
      <CommandTip command="console.pause" title={paused ? '继续更新' : '暂停更新，记录不停'}>
        <Button
          variant="minimal"
          icon={paused ? <Play size={14} /> : <Pause size={14} />}
          text={paused ? '已暂停' : '暂停'}
          aria-pressed={paused}
          onClick={togglePause}
        />
      </CommandTip>
      <CommandTip command="console.copyAll" title="复制全部，附在工单里">
        <Button variant="minimal" icon={<Duplicate size={14} />} text="复制全部" onClick={copyAll} />
      </CommandTip>
      <CommandTip command="console.clear" title="清空，可以撤销">
        <Button variant="minimal" icon={<Trash size={14} />} aria-label="清空" onClick={clearLines} />
      </CommandTip>
    </>
  )
}
