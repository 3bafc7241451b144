// Days that a source loads again.
import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { type RunSpan, runSource, type Source } from '../contract.ts'

export const showSpan = (source: Source, onOrdered: (source: Source) => void): void =>
  showDialog(<SpanDialog source={source} onOrdered={onOrdered} />)

function SpanDialog({ source, onOrdered }: { source: Source; onOrdered: (source: Source) => void }) {
  const { id, name } = source
  return (
    <FormDialog<RunSpan, Source>
      name={`sourceSpan:${id}`}
      title={`补载「${name}」的一段日期`}
      submitText="补载"
      lead={
        <p className="sources-text">
          数据库按增量列的日期取，文件按名称里的日期取，没有的按写成的日期。同一段日期上次没有补完的，接着补。
        </p>
      }
      fields={[
        { name: 'from', label: '从', kind: 'day', required: true },
        {
          name: 'to',
          label: '到',
          kind: 'day',
          required: true,
          check: (to, { from }) => (String(to) < from ? '在开始的日期之前' : undefined),
        },
      ]}
      initial={{ from: '', to: '' }}
      send={(span) => call(runSource, { params: { id }, body: { span } }, quiet)}
      valuesOf={({ last }) => last?.span ?? { from: '', to: '' }}
      onClose={closeDialog}
      onSaved={(ordered) => {
        closeDialog()
        onOrdered(ordered)
      }}
    />
  )
}
