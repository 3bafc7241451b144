// Where a definition is used, directly or through other definitions.
import { DialogBody } from '@blueprintjs/core'
import { call } from '#web/api/client.ts'
import { closeDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { definitionUses } from '#features/config/contract.ts'
import type { Named } from './named.ts'
import { UseList } from './UseList.tsx'
import { useAnswer } from './useAnswer.ts'

export function UsesDialog({ kind, id, name, title }: Named) {
  const { told, failure, again } = useAnswer(`${kind} ${id}`, (signal) =>
    call(definitionUses, { params: { kind, id } }, { quiet: true, loading: null, signal }),
  )
  return (
    <TitledDialog title={`${title}「${name}」用在哪里`} className="config-dialog" onClose={closeDialog}>
      <DialogBody>
        {failure && <ErrorState title="使用情况读取失败" failure={failure} onRetry={again} />}
        {!told && !failure && <Skeleton lines={6} />}
        {told && told.count + told.hidden === 0 && (
          <EmptyState title="没有哪里用到它" description="可以放心修改，也可以删除。" />
        )}
        {told && told.count + told.hidden > 0 && (
          <>
            <p className="config-muted" role="status">
              共 {told.count + told.hidden} 处；被使用时不能删除
            </p>
            <UseList {...told} />
          </>
        )}
      </DialogBody>
    </TitledDialog>
  )
}
