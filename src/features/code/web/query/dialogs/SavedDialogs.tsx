// The lists' dialogs on a saved query, for the tab that has it open.
import { ShareDialog } from '#features/code/web/lists/ShareDialog.tsx'
import { VersionsDialog } from '#features/code/web/lists/VersionsDialog.tsx'
import { changeDocument } from '../documents/actions.ts'
import { documentOf, isChanged, useDocuments } from '../documents/store.ts'
import { takeRestored } from '../saving/save.ts'

interface Props {
  documentId: string
  onClose: () => void
}

export function OwnShareDialog({ documentId, onClose }: Props) {
  const document = useDocuments((state) => state.documents[documentId])
  const saved = document?.saved
  if (!saved) return null
  return (
    <ShareDialog
      query={saved}
      isChanged={isChanged(document)}
      onClose={onClose}
      onChanged={({ share }) => {
        const now = documentOf(documentId)?.saved
        if (now) changeDocument(documentId, { saved: { ...now, share } })
      }}
    />
  )
}

export function OwnVersionsDialog({ documentId, onClose }: Props) {
  const saved = useDocuments((state) => state.documents[documentId]?.saved)
  if (!saved) return null
  return (
    <VersionsDialog query={saved} onClose={onClose} onRestored={(query) => takeRestored(documentId, query)} />
  )
}
