// The dependency graph of a definition: columns from the warehouse's tables to the reports, connected by
// edges. Arrow keys follow the edges; each node describes its connections in words.
import { DialogBody } from '@blueprintjs/core'
import { call } from '#web/api/client.ts'
import { closeDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { definitionGraph } from '#features/config/contract.ts'
import type { Named } from '../uses/named.ts'
import { useAnswer } from '../uses/useAnswer.ts'
import { Graph } from './Graph.tsx'
import '../config.css'

export function GraphDialog({ kind, id, name, title }: Named) {
  const { told, failure, again } = useAnswer(`${kind} ${id}`, (signal) =>
    kind === 'category'
      ? Promise.reject(new Error('a category stands on nothing'))
      : call(definitionGraph, { query: { kind, id } }, { quiet: true, loading: null, signal }),
  )
  return (
    <TitledDialog
      title={`${title}「${name}」的上下游`}
      className="config-dialog config-graph-dialog"
      onClose={closeDialog}
    >
      <DialogBody>
        {failure && <ErrorState title="关系读取失败" failure={failure} onRetry={again} />}
        {!told && !failure && <Skeleton lines={8} />}
        {told && <Graph graph={told} start={`${kind}:${id}`} />}
        {told && told.left > 0 && <p className="config-muted">另有 {told.left} 个未画出</p>}
      </DialogBody>
    </TitledDialog>
  )
}
