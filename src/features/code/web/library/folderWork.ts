// Handlers of the team folders' commands, on the page of saved queries.
import { readAddress } from '#web/list/address.ts'
import { showMessage } from '#web/shell/message.ts'
import { queryList } from '../lists/queryList.tsx'
import { showFolderForm } from './FolderForm.tsx'
import { readPlace, useFolders } from './folders.ts'

export const newFolder = (): void => showFolderForm(null)

export function folderRights(): void {
  const { filters } = readAddress(queryList.declaration, window.location.search)
  const { folderId } = readPlace(filters.folder ?? '')
  const folder = useFolders.getState().folders.find(({ id }) => id === folderId)
  if (!folder) showMessage({ message: '请先在左边选一个团队文件夹' })
  else if (!folder.own)
    showMessage({ message: `只有所有者 ${folder.owner} 可以改「${folder.name}」的权限`, intent: 'warning' })
  else showFolderForm(folder)
}
