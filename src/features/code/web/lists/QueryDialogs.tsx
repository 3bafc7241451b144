// The dialogs of the list of saved queries: sharing, versions.
import { useEffect } from 'react'
import type { SavedQuery } from '#features/code/contract.ts'
import { closeQueryDialog, useQueryDialog } from './queryDialog.ts'
import { queryList } from './queryList.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { VersionsDialog } from './VersionsDialog.tsx'

const putQuery = (query: SavedQuery): void => queryList.change({ put: [query] })

export function QueryDialogs() {
  const { open } = useQueryDialog()
  const rows = queryList.useState((state) => state.rows)
  useEffect(() => closeQueryDialog, [])
  const query = rows.find(({ id }) => id === open?.id)
  if (!query || !open) return null
  if (open.kind === 'share')
    return <ShareDialog query={query} onClose={closeQueryDialog} onChanged={putQuery} />
  return <VersionsDialog query={query} onClose={closeQueryDialog} onRestored={putQuery} />
}
