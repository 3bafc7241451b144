// Dialogs of a report, one at a time.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import type { Conflict } from '#shared/conflict.ts'
import { copyText } from '#web/ui/copyText.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { NameDialog } from '#web/ui/dialogs/NameDialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import type { Report } from '#features/statement/contract.ts'
import { ReportCalculations } from '#features/statement/web/calculation/ReportCalculations.tsx'
import { KeepDialog } from '#features/statement/web/keep/KeepDialog.tsx'
import { keptInfo } from '../asking/request.ts'
import { askWhereToKeep, deleteReport, keepMine, renameReport, saveAsNew, takeTheirs } from '../saving.ts'
import { useReport } from '../store.ts'
import { BothVersions } from './BothVersions.tsx'
import { DrillDialog } from './DrillDialog.tsx'
import { RemarkDialog } from './RemarkDialog.tsx'
import { SqlDialog } from './SqlDialog.tsx'
import '../report.css'

const close = () => useReport.setState({ dialog: null })

function ConflictDialog({ conflict }: { conflict: Conflict<Report> }) {
  const params = useReport((state) => state.params)
  const info = useReport((state) => state.present?.info)
  if (!info) return null
  // Only the definition is saved; the other user's name for the report stays.
  const mine = { name: conflict.present.reportName, info: keptInfo(info) }
  return (
    <TitledDialog title="报表已被他人修改" className="form-conflict-dialog" onClose={close}>
      <DialogBody>
        <BothVersions conflict={conflict} mine={mine} params={params}>
          你的改动还在页面上，没有写入：可以另存为新报表，用你的改动覆盖，或改看对方保存的内容。
        </BothVersions>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button
              text="看对方的"
              onClick={() => {
                close()
                void takeTheirs()
              }}
            />
            <Button
              text="覆盖"
              intent="danger"
              variant="outlined"
              onClick={() => {
                close()
                void keepMine()
              }}
            />
            <Button text="另存到…" intent="primary" autoFocus onClick={askWhereToKeep} />
          </>
        }
      />
    </TitledDialog>
  )
}

function CellDialog({ title, text }: { title: string; text: string }) {
  return (
    <TitledDialog title={title} onClose={close} className="cell-dialog">
      <DialogBody>
        <pre className="cell-text">{text}</pre>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button icon={<Duplicate />} text="复制" onClick={() => void copyText(text)} />
            <Button intent="primary" text="关闭" onClick={close} autoFocus />
          </>
        }
      />
    </TitledDialog>
  )
}

function OneDialog() {
  const dialog = useReport((state) => state.dialog)
  const report = useReport((state) => state.present?.report ?? null)
  switch (dialog?.kind) {
    case 'sql':
      return <SqlDialog onClose={close} />
    case 'remark':
      return (
        report && (
          <RemarkDialog
            key={report.id}
            report={report}
            {...(dialog.text !== undefined && { typed: dialog.text })}
            onClose={close}
          />
        )
      )
    case 'save':
      return (
        <KeepDialog
          initial={report ? `${report.reportName} 副本` : '新报表'}
          onClose={close}
          onKeep={saveAsNew}
        />
      )
    case 'rename':
      return (
        report && (
          <NameDialog
            title="重命名报表"
            label="报表名称"
            initial={report.reportName}
            onClose={close}
            onName={renameReport}
          />
        )
      )
    case 'delete':
      return (
        <ConfirmDialog confirm="删除" onClose={close} onConfirm={() => void deleteReport()}>
          删除报表「{report?.reportName}」？删除后可在提示里撤销。
        </ConfirmDialog>
      )
    case 'conflict':
      return <ConflictDialog conflict={dialog.conflict} />
    case 'drill':
      return <DrillDialog onClose={close} />
    case 'calculations':
      return <ReportCalculations point={dialog.point} number={dialog.number} onClose={close} />
    case 'cell':
      return <CellDialog title={dialog.title} text={dialog.text} />
    default:
      return null
  }
}

export function ReportDialogs() {
  const kind = useReport((state) => state.dialog?.kind)
  if (!kind) return null
  return <OneDialog />
}
