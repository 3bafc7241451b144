// What the documents menu holds: a link for each document, with a dot where it is new.
import { Menu, MenuItem } from '@blueprintjs/core'
import { Share } from '@blueprintjs/icons'
import { closePanel } from '../../../web/shell/panels.ts'
import { isNew, loadDocuments, markOpened, type PlatformDocument, useDocuments } from './documents.ts'

export function DocumentList() {
  const documents = useDocuments((state) => state.documents)
  return (
    <Menu className="documents-list">
      {documents.length === 0 && <DocumentsAbsent />}
      {documents.map((document) => (
        <DocumentItem document={document} key={`${document.url} ${document.name}`} />
      ))}
    </Menu>
  )
}

function DocumentItem({ document }: { document: PlatformDocument }) {
  const fresh = useDocuments(({ opened }) => isNew(document, opened))
  return (
    <MenuItem
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
      onClick={() => {
        markOpened(document)
        closePanel('documents')
      }}
    />
  )
}

function DocumentsAbsent() {
  const state = useDocuments((documents) => documents.state)
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
