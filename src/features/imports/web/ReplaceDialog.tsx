// Asks before a table is replaced by one with which something would not work any more; names all of it.
import { breakingLead, brokenLines, changedLines, uncheckedLines } from '#shared/imports/breaking.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { load } from './loading.ts'
import { setImport, useImport } from './store.ts'

export function ReplaceDialog() {
  const asking = useImport((work) => work.asking)
  if (!asking) return null
  const { table, things, hidden, digest } = asking
  return (
    <ConfirmDialog
      confirm="仍然替换"
      onClose={() => setImport({ asking: null })}
      onConfirm={() => {
        setImport({ asking: null })
        void load(digest)
      }}
    >
      <p>
        替换「{table}」{breakingLead(asking)}。现在还什么都没有变。
      </p>
      <ul className="imports-changes">
        {changedLines(asking).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <ul className="imports-broken">
        {[...brokenLines(things), ...uncheckedLines(asking)].map((line) => (
          <li key={line}>{line}</li>
        ))}
        {hidden > 0 && <li>他人的 {hidden} 处</li>}
      </ul>
    </ConfirmDialog>
  )
}
