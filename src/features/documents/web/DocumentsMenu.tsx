// The top navigation's menu of platform documents.
import { Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Share } from '@blueprintjs/icons'
import { useEffect } from 'react'
import { closePanel, openPanel, usePanels } from '../../../web/shell/panels.ts'
import { isNew, loadDocuments, markOpened, type PlatformDocument, useDocuments } from './documents.ts'

export function DocumentsMenu() {
  const documents = useDocuments((state) => state.documents)
  const opened = useDocuments((state) => state.opened)
  const isOpen = usePanels((panels) => panels.documents)
  useEffect(() => void loadDocuments(), [])
  const anyNew = documents.some((document) => isNew(document, opened))
  return (
    <PopoverNext
      content={<DocumentList documents={documents} opened={opened} />}
      isOpen={isOpen}
      onInteraction={(open) => (open ? openPanel('documents') : closePanel('documents'))}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
    >
      <button type="button" className="menu-entry documents-entry">
        <span className={anyNew ? 'documents-title red-dot' : 'documents-title'}>平台文档</span>
        {anyNew && <span className="for-readers">有更新</span>}
        <CaretDown className="menu-caret" />
      </button>
    </PopoverNext>
  )
}

interface ListProps {
  documents: readonly PlatformDocument[]
  opened: Readonly<Record<string, string>>
}

function DocumentList({ documents, opened }: ListProps) {
  const state = useDocuments((documents) => documents.state)
  if (documents.length === 0) return <Menu>{<DocumentsAbsent state={state} />}</Menu>
  return (
    <Menu className="documents-list">
      {documents.map((document) => {
        const fresh = isNew(document, opened)
        return (
          <MenuItem
            key={`${document.url} ${document.name}`}
            href={document.url}
            target="_blank"
            rel="noopener noreferrer"
            labelElement={<Share size={12} />}
            text={
              <>
                <span className={fresh ? 'red-dot' : undefined}>{document.name}</span>
                {fresh && <span className="for-readers">有更新</span>}
              </>
            }
            onClick={() => markOpened(document)}
          />
        )
      })}
    </Menu>
  )
}

function DocumentsAbsent({ state }: { state: ReturnType<typeof useDocuments.getState>['state'] }) {
  if (state === 'failed') {
    return (
      <MenuItem
        text="文档加载失败，点击重试"
        shouldDismissPopover={false}
        onClick={() => void loadDocuments()}
      />
    )
  }
  return <MenuItem disabled text={state === 'ready' ? '暂无文档' : '加载中...'} />
}
