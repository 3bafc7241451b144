// The content of the documents menu: a link for each document, with a dot when it is new.
import { Menu, MenuItem } from '@blueprintjs/core'
import { Share } from '@blueprintjs/icons'
import { isPassing } from '#shared/passing.ts'
import { closePanel } from '#web/shell/panels.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { isNew, loadDocuments, markOpened, type PlatformDocument, useDocuments } from './documents.ts'

export function DocumentList() {
  const documents = useDocuments((state) => state.documents)
  return (
    <Menu className="documents-list">
      <DocumentsFailed />
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
  const { state, failure } = useDocuments()
  if (failure) return null
  return <MenuItem disabled text={state === 'ready' ? '暂无文档' : '加载中...'} />
}

/** The list below this message is outdated. */
function DocumentsFailed() {
  const { failure, documents } = useDocuments()
  if (!failure) return null
  const what = documents.length > 0 ? '刷新失败，下面是之前的文档' : '文档读取失败'
  return (
    <>
      <li className="documents-failed" role="none">
        <FailureLine what={what} failure={failure} />
      </li>
      {isPassing(failure) && (
        <MenuItem text="重试" shouldDismissPopover={false} onClick={() => void loadDocuments()} />
      )}
    </>
  )
}
