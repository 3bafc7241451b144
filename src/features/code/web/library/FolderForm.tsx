// The form of a team folder: name, purpose, and who may read, run or edit the queries in it.

import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { type QueryFolder, saveQueryFolder } from '#features/code/contract.ts'
import { NamedUses } from '../lists/QueryUses.tsx'
import { putFolder } from './folders.ts'
import { GrantsField, grantOf, grantsText, textOf } from './GrantsField.tsx'

interface Values {
  name: string
  note: string
  grants: readonly string[]
}

const valuesOf = ({ name, note, grants }: Pick<QueryFolder, 'name' | 'note' | 'grants'>): Values => ({
  name,
  note,
  grants: grants.map(textOf),
})

export const showFolderForm = (
  folder: QueryFolder | null,
  onSaved: (folder: QueryFolder) => void = putFolder,
): void => showDialog(<FolderForm folder={folder} onSaved={onSaved} />)

interface Props {
  folder: QueryFolder | null
  onSaved: (folder: QueryFolder) => void
}

function FolderForm({ folder, onSaved }: Props) {
  return (
    <FormDialog<Values, QueryFolder>
      name={`queryFolder:${folder?.id ?? 'new'}`}
      title={folder ? `团队文件夹「${folder.name}」` : '新建团队文件夹'}
      className="folder-form"
      fields={[
        { name: 'name', label: '名称', kind: 'text', required: true, longest: 50 },
        { name: 'note', label: '说明', kind: 'textarea', rows: 2, longest: 500 },
        {
          name: 'grants',
          label: '谁可以用',
          kind: 'drawn',
          draw: GrantsField,
          text: grantsText,
          help: '你是所有者，始终可以编辑。运行时用各人自己的游戏权限，看不到他人的结果。',
        },
      ]}
      initial={valuesOf(folder ?? { name: '', note: '', grants: [] })}
      valuesOf={valuesOf}
      send={({ name, note, grants }, against) => {
        const body = { id: folder?.id ?? -1, name, note, grants: grants.map(grantOf) }
        const known = folder && { revision: folder.revision }
        const over = against && { revision: against.revision, overwrite: true }
        return call(saveQueryFolder, { body: { ...body, ...known, ...over } }, { quiet: true })
      }}
      onClose={closeDialog}
      onSaved={(saved) => {
        closeDialog()
        onSaved(saved)
        showMessage({ message: `已保存团队文件夹「${saved.name}」`, intent: 'success' })
      }}
    >
      {({ grants }) =>
        folder && <NamedUses asked={{ folder: folder.id, after: { grants: grants.map(grantOf) } }} />
      }
    </FormDialog>
  )
}
