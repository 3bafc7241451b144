// Gives a team's folder to another owner.
import { useEffect, useState } from 'react'
import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import {
  type FolderPeople,
  giveQueryFolder,
  type QueryFolder,
  queryFolderPeople,
} from '#features/code/contract.ts'
import { loadFolders } from './folders.ts'

export const showGive = (folder: QueryFolder): void => showDialog(<GiveDialog folder={folder} />)

function GiveDialog({ folder }: { folder: QueryFolder }) {
  const [users, setUsers] = useState<FolderPeople['users']>([])
  useEffect(() => {
    const asking = new AbortController()
    call(queryFolderPeople, {}, { loading: null, signal: asking.signal }).then(
      (people) => setUsers(people.users),
      () => undefined,
    )
    return () => asking.abort()
  }, [])
  return (
    <FormDialog<{ user: string }, { given: true }>
      name={`giveQueryFolder:${folder.id}`}
      title={`移交「${folder.name}」`}
      submitText="移交"
      fields={[
        {
          name: 'user',
          label: '新的所有者',
          kind: 'select',
          required: true,
          choices: [
            { value: '', title: '选择用户…' },
            ...users.map(({ id, name, email }) => ({ value: String(id), title: `${name} ${email}` })),
          ],
          help: folder.own ? '移交后你仍可以编辑其中的查询，但不能再改权限。' : `原所有者：${folder.owner}`,
        },
      ]}
      initial={{ user: '' }}
      send={async ({ user }) => {
        await call(giveQueryFolder, { body: { id: folder.id, userId: Number(user) } }, { quiet: true })
        return { given: true }
      }}
      onClose={closeDialog}
      onSaved={() => {
        closeDialog()
        void loadFolders()
        showMessage({ message: `已移交「${folder.name}」`, intent: 'success' })
      }}
    />
  )
}
