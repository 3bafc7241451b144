// The form for a saved query's name, folder and tags.

import { call, failureOf } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { ListFormProps } from '#web/list/types.ts'
import { type SavedQuery, saveQuery } from '#features/code/contract.ts'

interface Values {
  name: string
  folder: string
  tags: readonly string[]
}

interface Props extends ListFormProps<SavedQuery> {
  /** Existing paths to choose from. */
  folders: readonly string[]
  onTakenBack: (query: SavedQuery) => void
}

const valuesOf = ({ name, folder, tags }: SavedQuery): Values => ({ name, folder, tags })

export function QueryForm({ row: query, folders, onClose, onSaved, onTakenBack }: Props) {
  if (!query) return null
  const before = valuesOf(query)
  return (
    <FormDialog<Values, SavedQuery>
      name={`query:${query.id}`}
      title="名称、文件夹与标签"
      fields={[
        { name: 'name', label: '名称', kind: 'text', required: true, longest: 100 },
        {
          name: 'folder',
          label: '文件夹',
          kind: 'text',
          suggestions: folders,
          help: '用「/」分层，例如 运营/日报；留空为最上层',
        },
        { name: 'tags', label: '标签', kind: 'tags' },
      ]}
      initial={before}
      send={(values) => saveDetails(query, values)}
      onClose={onClose}
      onSaved={onSaved}
      undo={{
        done: ({ name }) => `已保存「${name}」`,
        takeBack: async (saved) => onTakenBack(await saveDetails(saved, before)),
      }}
    />
  )
}

/** Saves only the details: a newer text saved elsewhere is kept. */
async function saveDetails(query: SavedQuery, { tags, ...details }: Values): Promise<SavedQuery> {
  const save = ({ id, sql, version }: SavedQuery) =>
    call(saveQuery, { body: { id, sql, version, ...details, tags: [...tags] } }, { quiet: true })
  try {
    return await save(query)
  } catch (error) {
    const { code, data } = failureOf(error)
    if (code !== 'object_conflict') throw error
    return save(data as SavedQuery)
  }
}
