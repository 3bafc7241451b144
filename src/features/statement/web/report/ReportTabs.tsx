// The view's reports as tabs, in order.
import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { TabList } from '#web/ui/TabList.tsx'
import { ChartControls } from '../chart/ChartControls.tsx'
import { showReport, startReport } from './follow.ts'
import { useReport } from './store.ts'
import { useViewEditable } from './useView.ts'
import './report.css'

const unsaved = { id: 0, title: <span className="report-tab report-tab-new">新报表（未保存）</span> }

export function ReportTabs() {
  const reports = useReport((state) => state.reports)
  const present = useReport((state) => state.present)
  const editable = useViewEditable()
  const isNew = present !== null && present.report === null
  return (
    <div className="report-tabs line-tabs">
      <TabList
        label="视图里的报表"
        tabs={[
          ...reports.map(({ id, reportName }) => ({
            id,
            title: (
              <span className="report-tab" title={reportName}>
                {reportName}
              </span>
            ),
          })),
          ...(isNew ? [unsaved] : []),
        ]}
        selected={isNew ? unsaved.id : (present?.report?.id ?? unsaved.id)}
        onSelect={(id) => id !== unsaved.id && showReport(id)}
      />
      {editable && !isNew && (
        <CommandTip command="report.create" title="新建报表">
          <Button
            variant="minimal"
            size="small"
            icon={<Plus size={14} />}
            aria-label="新建报表"
            onClick={startReport}
          />
        </CommandTip>
      )}
      {reports.length > 1 && (
        <span className="report-keys">
          <KeyHint command="report.previous" />
          <KeyHint command="report.next" />
          切换
        </span>
      )}
      <ChartControls />
    </div>
  )
}
