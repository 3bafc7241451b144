// The dialogs of the list of saved queries: details, sharing, versions.
import { EditDialog } from './EditDialog.tsx'
import { closeDialog, putQuery, useQueries } from './queries.ts'
import { ShareDialog } from './ShareDialog.tsx'
import { foldersOf } from './shownQueries.ts'
import { VersionsDialog } from './VersionsDialog.tsx'

export function QueryDialogs() {
  const { dialog, list } = useQueries()
  const query = list.find(({ id }) => id === dialog?.id)
  if (!query || !dialog) return null
  if (dialog.kind === 'share') return <ShareDialog query={query} onClose={closeDialog} onChanged={putQuery} />
  if (dialog.kind === 'versions')
    return <VersionsDialog query={query} onClose={closeDialog} onRestored={putQuery} />
  const folders = foldersOf(list).map(({ path }) => path)
  return <EditDialog query={query} folders={folders} onClose={closeDialog} onChanged={putQuery} />
}
