// The line below the rows: row count, unsaved changes, problems with their place, and uses of the dictionary.
import { Button } from '@blueprintjs/core'
import { useSyncExternalStore } from 'react'
import { runCommand } from '#web/shell/keys/run.ts'
import { StatusLine } from '#web/table/StatusLine.tsx'
import type { SelectionStatus } from '#web/table/types.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import type { OpenedDictionary } from '#features/dictionary/contract.ts'
import type { Sheet } from '../sheet/Sheet.ts'
import { ActiveProblem } from './ActiveProblem.tsx'

interface Props {
  sheet: Sheet
  dictionary: OpenedDictionary
  selection: SelectionStatus | null
}

const grouped = (count: number) => count.toLocaleString('en-US')

export function SheetStatus({ sheet, dictionary, selection }: Props) {
  useSyncExternalStore(sheet.subscribe, sheet.getVersion)
  const { added, changed, removed } = sheet.changes
  const parts = [
    added > 0 && `新增 ${grouped(added)}`,
    changed > 0 && `修改 ${grouped(changed)}`,
    removed > 0 && `删除 ${grouped(removed)}`,
  ].filter(Boolean)
  const { count } = sheet.problems
  const { uses, foreign } = dictionary
  return (
    <StatusLine
      rowCount={sheet.rows.length}
      complete
      note={foreign ? '，其他游戏的行不显示，保存时保留' : ''}
      selection={selection}
    >
      <ActiveProblem sheet={sheet} />
      {count > 0 && (
        <Button
          className="dictionary-problems"
          variant="minimal"
          size="small"
          intent="danger"
          onClick={() => runCommand('dictionary.nextProblem')}
        >
          {grouped(count)} 行有误 <Kbd keys="f8" />
        </Button>
      )}
      {parts.length > 0 && <span>未保存：{parts.join('，')}</span>}
      <span>{uses.length > 0 ? `${uses.length} 处使用` : '没有使用'}</span>
    </StatusLine>
  )
}
