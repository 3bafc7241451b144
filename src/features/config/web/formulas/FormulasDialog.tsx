// Formulas that users wrote in saved reports, the most used first, with their users; each can become a point.

import { Button, DialogBody } from '@blueprintjs/core'
import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { closeDialog } from '#web/shell/dialog.tsx'
import { handOver } from '#web/shell/handOver.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import type { FormulaInUse } from '#features/config/contract.ts'
import { useAnswer } from '../uses/useAnswer.ts'
import { readFormulasInUse } from './store.ts'
import '../config.css'

export function FormulasDialog() {
  const { told, failure, again } = useAnswer('formulas', readFormulasInUse)
  return (
    <TitledDialog title="报表里的自建公式" className="config-dialog" onClose={closeDialog}>
      <DialogBody>
        {failure && <ErrorState title="自建公式读取失败" failure={failure} onRetry={again} />}
        {!told && !failure && <Skeleton lines={6} />}
        {told?.length === 0 && (
          <EmptyState title="没有自建公式" description="有人在报表里新建公式并保存后，会在这里列出。" />
        )}
        <ul className="config-formulas">
          {told?.map((formula, at) => (
            <li key={formula.text}>
              <div>
                <b>{formula.name}</b> <code>{formula.formula}</code>
                <div className="config-muted">{usersText(formula)}</div>
              </div>
              <Button size="small" text="转为指标…" autoFocus={at === 0} onClick={() => promote(formula)} />
            </li>
          ))}
        </ul>
      </DialogBody>
    </TitledDialog>
  )
}

const mostNamed = 5

function usersText({ reports, hidden }: FormulaInUse): string {
  const named = reports
    .slice(0, mostNamed)
    .map(({ reportName, viewName, owner }) => `${viewName} / ${reportName}（${owner}）`)
  const more = reports.length - named.length
  return [
    `${named.join('、')}${more > 0 ? ` 等 ${reports.length} 张报表` : ''}`,
    ...(hidden > 0 ? [`他人私有的 ${hidden} 张`] : []),
  ].join('；')
}

/** Opens the point form with the formula; once saved, the point replaces the formula. */
function promote({ text, name, formula, format, unit }: FormulaInUse): void {
  handOver('point', { name, formula, format, unit, back: '', adopts: text })
  closeDialog()
  navigate(pages.configPoint({ form: 'new' }))
}
