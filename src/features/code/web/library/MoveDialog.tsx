// Moves queries into a team folder, or back to one's own.
import { useEffect } from 'react'
import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { moveQueries, type SavedQuery } from '#features/code/contract.ts'
import { NamedUses } from '../lists/QueryUses.tsx'
import { loadFolders, placesToFill, useFolders } from './folders.ts'

interface Values {
  place: string
  folder: string
}

/** Existing folder paths in a team folder, or among one's own (null). */
type PathsIn = (folderId: number | null) => readonly string[]

interface Props {
  queries: readonly SavedQuery[]
  pathsIn: PathsIn
  onMoved: () => void
}

export const showMove = (queries: readonly SavedQuery[], pathsIn: PathsIn, onMoved: () => void): void =>
  showDialog(<MoveDialog queries={queries} pathsIn={pathsIn} onMoved={onMoved} />)

const folderIdOf = (place: unknown): number | null => (place === '' ? null : Number(place))

/** The value common to all of them. */
const common = <Value,>(values: readonly Value[]): Value | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined

export function MoveDialog({ queries, pathsIn, onMoved }: Props) {
  const folders = useFolders((state) => state.folders)
  useEffect(() => void loadFolders(), [])
  const [first] = queries
  const name = queries.length === 1 && first ? `「${first.name}」` : ` ${queries.length} 个查询`
  return (
    <FormDialog<Values, { moved: number }>
      name={`moveQueries:${queries.map(({ id }) => id).join(',')}`}
      title={`移动${name}`}
      submitText="移动"
      fields={[
        { name: 'place', label: '位置', kind: 'select', choices: placesToFill(folders) },
        {
          name: 'folder',
          label: '其中的文件夹',
          kind: 'text',
          suggestions: ({ place }) => pathsIn(folderIdOf(place)),
          help: '用「/」分层，例如 运营/日报；留空为最上层',
        },
      ]}
      initial={{
        place: String(common(queries.map(({ folderId }) => folderId)) ?? ''),
        folder: common(queries.map(({ folder }) => folder)) ?? '',
      }}
      send={({ place, folder }) => {
        const ids = queries.map(({ id }) => id)
        return call(moveQueries, { body: { ids, folderId: folderIdOf(place), folder } }, { quiet: true })
      }}
      onClose={closeDialog}
      onSaved={({ moved }) => {
        closeDialog()
        onMoved()
        showMessage({
          message: moved === 0 ? '已在那里，没有移动' : `已移动 ${moved} 个查询`,
          intent: 'success',
        })
      }}
    >
      {({ place }) => (
        <NamedUses asked={{ ids: queries.map(({ id }) => id), after: { folderId: folderIdOf(place) } }} />
      )}
    </FormDialog>
  )
}
