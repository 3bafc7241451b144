// Chooses the dimension for drilling into a row.
import { useState } from 'react'
import { PickList } from '#web/pick/PickList.tsx'
import { byCategory, type PickItem } from '#web/pick/pickItem.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { useCategories } from '#features/statement/web/pickers/categories.ts'
import { loadParams } from '../asking/loading.ts'
import { useReport } from '../store.ts'
import { type CursorCell, cursorCell } from '../table/shownTable.ts'
import { drillInto, drillTargets, rowWords } from './drill.ts'

/** Uses the row that was under the cursor when the dialog opened, because new figures are another table. */
export function DrillDialog({ onClose }: { onClose: () => void }) {
  const [cell] = useState(cursorCell)
  return cell && <Targets cell={cell} onClose={onClose} />
}

function Targets({ cell, onClose }: { cell: CursorCell; onClose: () => void }) {
  const params = useReport((state) => state.params)
  const failure = useReport((state) => state.paramsFailure)
  const categories = useCategories('dimension')
  const targets = drillTargets(cell, params)
  const groups = new Map(byCategory(targets, categories).map(({ item, group }) => [item.id, group]))
  const items = targets.map(
    ({ id, name, pinyin }, place): PickItem => ({
      key: String(id),
      title: name,
      pinyin,
      group: place === 0 ? '下一个' : '其他维度',
      detail: groups.get(id),
    }),
  )
  return (
    <TitledDialog title={`下钻：${rowWords(cell)}`} className="drill-dialog" onClose={onClose}>
      <PickList
        items={items}
        label="按哪个维度展开，可用拼音"
        none={params ? '没有可以下钻的维度' : '加载中...'}
        failure={params ? null : failure}
        onRetry={() => void loadParams()}
        onPick={({ key }) => {
          onClose()
          drillInto(cell, Number(key))
        }}
      />
    </TitledDialog>
  )
}
