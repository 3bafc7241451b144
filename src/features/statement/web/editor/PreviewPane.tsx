// A preview of the draft: the first rows below the true total. Old figures stay, dimmed, while new ones load.
import { useMemo } from 'react'
import { useSettings } from '#web/shell/settings.ts'
import { DataTable } from '#web/table/DataTable.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { businessHour, businessToday } from '../dates/days.ts'
import { useReportCalendar } from '../dates/holidays.ts'
import { elapsedText } from '../formats.ts'
import { tableModelOf } from '../report/table/reportTableModel.ts'
import { useDictionaryLabels } from '../report/table/useDictionaryLabels.ts'
import { kindTexts } from './kinds.ts'
import { type Preview, useEditor } from './store.ts'

function PreviewTable({ preview: { table, info } }: { preview: Preview }) {
  const { showWeekday, highLightWeekend, maxColumnWords, maxCellRows } = useSettings()
  const holidays = useReportCalendar(table)?.marks ?? null
  const labels = useDictionaryLabels(
    useMemo(() => table.columns.flatMap(({ dictId }) => dictId ?? []), [table]),
  )
  const today = businessToday()
  const hour = businessHour()
  const model = useMemo(
    () => tableModelOf(table, info, { showWeekday, highLightWeekend, labels, holidays, today, hour }),
    [table, info, showWeekday, highLightWeekend, labels, holidays, today, hour],
  )
  return (
    <DataTable
      columns={model.columns}
      rowCount={table.rowCount}
      cellAt={model.cellAt}
      textAt={model.textAt}
      cellClass={model.cellClass}
      {...(model.summary && { summary: model.summary })}
      rowMark={model.rowMark}
      maxColumnWords={maxColumnWords}
      maxCellRows={maxCellRows}
      label="预览"
    />
  )
}

export function PreviewPane({ problem }: { problem: string }) {
  const { draft, preview, previewing, failure } = useEditor()
  const kind = draft?.info.kind ?? 'table'
  return (
    <section className="editor-preview" aria-label="预览" aria-busy={previewing}>
      {previewing && <div className="thin-bar" aria-hidden="true" />}
      {failure && problem ? (
        <ErrorState title="这样还不能查询" failure={failure} />
      ) : preview ? (
        <>
          <div className={`editor-preview-table ${previewing || failure ? 'figures-old' : ''}`}>
            <PreviewTable preview={preview} />
          </div>
          <div className="editor-preview-status" role="status">
            {failure
              ? '左边有一项要改，这里还是改之前的结果'
              : `预览${preview.table.truncated ? `前 ${preview.table.rowCount} 行，合计是全部的` : ` ${preview.table.rowCount} 行`}，用时 ${elapsedText(preview.table.elapsedMs)}`}
          </div>
        </>
      ) : failure ? (
        <EmptyState title="这样还不能查询" description={failure.message} />
      ) : previewing ? (
        <Skeleton lines={8} />
      ) : (
        <EmptyState title="选好指标和维度，这里就有预览" description={kindTexts[kind]} />
      )}
    </section>
  )
}
