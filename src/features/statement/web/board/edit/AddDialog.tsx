// 加一块: a report as chart, table or pivot, one of its figures, or a text; found by typing.
import { DialogBody } from '@blueprintjs/core'
import { useMemo } from 'react'
import { reportLooks, reportLookTitles } from '#semantic/model/board/types.ts'
import { PickList } from '#web/pick/PickList.tsx'
import type { PickItem } from '#web/pick/pickItem.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { useReport } from '#features/statement/web/report/store.ts'
import { focusTile } from '../focus.ts'
import { useBoard } from '../store.ts'
import { addTile, type NewTile } from './editing.ts'

const newText = '## 标题\n\n写在这里：**重点**、列表、链接。'

/** In order: what is mostly wanted first. */
function useOffered(): { item: PickItem; tile: NewTile }[] {
  const reports = useReport((state) => state.reports)
  const shown = useBoard((state) => state.shown)
  return useMemo(() => {
    const figures = (shown?.reaches ?? []).flatMap(({ report, figures: all }) =>
      all.map(({ key, title, pinyin }) => ({
        item: {
          key: `${report} ${key}`,
          title,
          pinyin,
          group: '大数字',
          detail: reports.find(({ id }) => id === report)?.reportName,
        },
        tile: { kind: 'figure' as const, report, key, of: 'day' as const, w: 3, h: 3 },
      })),
    )
    const looks = reportLooks.flatMap((kind) =>
      reports.map(({ id, reportName }) => ({
        item: { key: `${id} ${kind}`, title: reportName, pinyin: '', group: reportLookTitles[kind] },
        tile: { kind, report: id, w: 6, h: 6 },
      })),
    )
    const text = { item: { key: 'text', title: '一段文字', pinyin: 'yi duan wen zi', group: '文字' } }
    return [...looks, ...figures, { ...text, tile: { kind: 'text', text: newText, w: 4, h: 4 } }]
  }, [reports, shown])
}

export function AddDialog({ onClose }: { onClose: () => void }) {
  const offered = useOffered()
  return (
    <TitledDialog title="加一块" className="board-add" onClose={onClose}>
      <DialogBody>
        <PickList
          items={offered.map(({ item }) => item)}
          label="搜索报表、指标，可用拼音"
          none="没有这样的报表或指标"
          onPick={({ key }) => {
            const tile = offered.find(({ item }) => item.key === key)?.tile
            const id = tile && addTile(tile)
            onClose()
            if (id) setTimeout(() => focusTile(id), 50)
          }}
        />
      </DialogBody>
    </TitledDialog>
  )
}
