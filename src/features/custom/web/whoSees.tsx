// 谁可以看 of the open custom report.
import type { WhoSees } from '#shared/whoSees.ts'
import { call, quiet } from '#web/api/client.ts'
import { whoSeesText } from '#web/sharing/sentence.ts'
import { type Chosen, WhoSeesDialog } from '#web/sharing/WhoSeesDialog.tsx'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { listGrantees } from '#features/statement/contract.ts'
import { shareCustomReport, whoSeesCustomReport } from '../contract.ts'
import { openReport } from './loading.ts'
import { useCustom } from './store.ts'

function save(id: string, { shared, grants }: Chosen | WhoSees, revision?: number) {
  const named = grants.map(({ kind, id, right }) => ({ kind, id, right }))
  const body = { id, shared, grants: named, ...(revision && { revision }) }
  return call(shareCustomReport, { body }, quiet)
}

export function showWhoSees(): void {
  const { report, draft } = useCustom.getState()
  if (!report) return
  if (draft) {
    showMessage({ message: '请先保存并返回报表，再改谁可以看', intent: 'warning' })
    return
  }
  const { id, name } = report
  showDialog(
    <WhoSeesDialog
      thing={{
        name,
        sharedText: () => '已发布：所有可以用自定义报表的人',
        load: (signal) => call(whoSeesCustomReport, { params: { id } }, { ...quiet, signal }),
        people: (signal) => call(listGrantees, {}, { ...quiet, signal }),
        save: (chosen, revision) => save(id, chosen, revision),
        onSaved: (before, chosen) => told(id, before, chosen),
      }}
      onClose={closeDialog}
    />,
  )
}

function told(id: string, before: WhoSees, chosen: Chosen): void {
  void openReport(id)
  const takeBack = () =>
    void save(id, before).then(
      () => openReport(id),
      (error: Error) => showMessage({ message: error.message, intent: 'warning' }),
    )
  showMessage({
    message: `「${before.name}」${whoSeesText({ ...before, ...chosen, grants: [...chosen.grants] })}`,
    intent: 'success',
    action: { text: '撤销', onClick: takeBack },
  })
}
