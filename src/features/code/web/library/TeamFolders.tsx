// Team folders beside the list of saved queries: chosen like one's own, with actions for the owner.
import { Button, Menu, MenuItem } from '@blueprintjs/core'
import { People, Plus } from '@blueprintjs/icons'
import { Fragment, type ReactElement } from 'react'
import { call } from '#web/api/client.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { offerUndo } from '#web/ui/undo.ts'
import {
  deleteQueryFolder,
  type QueryFolder,
  queryFolderChanges,
  restoreQueryFolder,
  type SavedQuery,
} from '#features/code/contract.ts'
import { foldersOf } from '../lists/folders.ts'
import { showFolderForm } from './FolderForm.tsx'
import { loadFolders, putFolder, readPlace, rightTexts, teamPlace, useFolders } from './folders.ts'
import { showGive } from './GiveDialog.tsx'

interface RowProps {
  key: string
  depth: number
  icon: 'team' | 'folder'
  name: string
  detail?: string
  count: number
  place: string
  menu?: ReactElement | null
}

interface Props {
  rows: readonly SavedQuery[]
  /** The chosen folder. */
  place: string
  draw: (row: RowProps) => ReactElement
}

const noteOf = ({ own, owner, right, note, ownerGone }: QueryFolder): string =>
  [
    own ? '你是所有者' : `所有者 ${owner}${ownerGone ? '（账号已停用）' : ''}`,
    ...(right && !own ? [rightTexts[right]] : []),
    ...(note ? [note] : []),
  ].join('，')

export function TeamFolders({ rows, place, draw }: Props) {
  const { folders } = useFolders()
  const chosen = readPlace(place).folderId
  return folders.map((folder) => {
    const within = rows.filter(({ folderId }) => folderId === folder.id)
    return (
      <Fragment key={folder.id}>
        {draw({
          key: String(folder.id),
          depth: 0,
          icon: 'team',
          name: folder.name,
          detail: noteOf(folder),
          count: within.length,
          place: teamPlace(folder.id),
          menu: folder.own || folder.right === null ? <FolderMenu folder={folder} /> : null,
        })}
        {chosen === folder.id &&
          foldersOf(within).map(({ path, name, depth, count }) =>
            draw({
              key: `${folder.id}/${path}`,
              depth: depth + 1,
              icon: 'folder',
              name,
              count,
              place: teamPlace(folder.id, path),
            }),
          )}
      </Fragment>
    )
  })
}

/** Shown where there are none. */
export function TeamNote() {
  const { folders, status, failure } = useFolders()
  if (failure)
    return (
      <div className="query-side-note">
        <FailureLine what="团队文件夹读取失败" failure={failure} onRetry={() => void loadFolders()} />
      </div>
    )
  if (status !== 'ready' || folders.length > 0) return null
  return <p className="query-side-note">还没有。新建一个，和团队共用查询。</p>
}

export const AddFolder = () => (
  <Button
    variant="minimal"
    size="small"
    icon={<Plus size={12} />}
    aria-label="新建团队文件夹"
    title="新建团队文件夹"
    onClick={() => showFolderForm(null)}
  />
)

function FolderMenu({ folder }: { folder: QueryFolder }) {
  const { own, id, name } = folder
  const history = (signal: AbortSignal) =>
    call(queryFolderChanges, { params: { id } }, { quiet: true, loading: null, signal })
  return (
    <Menu>
      {own && <MenuItem text="名称与权限…" onClick={() => showFolderForm(folder)} />}
      <MenuItem text={own ? '移交…' : '接管或移交…'} onClick={() => showGive(folder)} />
      {own && <MenuItem text="变更记录" onClick={() => showHistory(name, history)} />}
      {own && <MenuItem text="删除" intent="danger" onClick={() => void remove(folder)} />}
    </Menu>
  )
}

/** The server refuses while the folder contains queries, and the client shows why. */
async function remove({ id, name }: QueryFolder): Promise<void> {
  try {
    await call(deleteQueryFolder, { body: { id } })
  } catch {
    return
  }
  useFolders.setState(({ folders }) => ({ folders: folders.filter((folder) => folder.id !== id) }))
  offerUndo(`已删除团队文件夹「${name}」`, async () =>
    putFolder(await call(restoreQueryFolder, { body: { id } })),
  )
}

export const TeamIcon = () => <People size={14} />
