// The platform documents menu in the top navigation.
import { CaretDown } from '@blueprintjs/icons'
import { useEffect } from 'react'
import { closePanel, openPanel, usePanels } from '#web/shell/panels.ts'
import { MenuButton } from '#web/ui/menus/MenuButton.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { isNew, loadDocuments, useDocuments } from './documents.ts'

const DocumentList = onDemand(async () => (await import('./DocumentList.tsx')).DocumentList)

export function DocumentsMenu() {
  const documents = useDocuments((state) => state.documents)
  const opened = useDocuments((state) => state.opened)
  const failure = useDocuments((state) => state.failure)
  const isOpen = usePanels((panels) => panels.documents)
  useEffect(() => void loadDocuments(), [])
  const anyNew = documents.some((document) => isNew(document, opened))
  return (
    <MenuButton
      className="menu-entry documents-entry"
      placement="bottom-end"
      isOpen={isOpen}
      onToggle={(open) => (open ? openPanel('documents') : closePanel('documents'))}
      preload={DocumentList.preload}
      menu={<DocumentList />}
    >
      <span className={anyNew && !failure ? 'documents-title red-dot' : 'documents-title'}>平台文档</span>
      {anyNew && !failure && <span className="for-readers">有更新</span>}
      {failure && (
        <span
          className="documents-untold"
          role="img"
          aria-label={`文档读取失败：${failure.message} ${failure.literal}`}
          title={`文档读取失败：${failure.message} ${failure.literal}`}
        >
          ?
        </span>
      )}
      <CaretDown className="menu-caret" />
    </MenuButton>
  )
}
