// Changes a folder or view in the tree, detecting concurrent changes.

import { call, quiet } from '#web/api/client.ts'
import { sendOver } from '#web/form/sendOver.tsx'
import type { AnyField, AnyValues, Choice } from '#web/form/types.ts'
import {
  addOrUpdateViewMeta,
  addOrUpdateViewType,
  type ViewMeta,
  type ViewType,
} from '#features/statement/contract.ts'
import { idOf, isViewKey, type NodeKey, pathTo, type Shape } from './shape.ts'
import { useTree } from './store.ts'

/** Its changeable properties; only views are shared. */
interface NodeChange {
  name?: string
  folder?: number | null
  shared?: boolean
}

type Present = ViewMeta | Omit<ViewType, 'metas'>
const top = 'top'
const folderValue = (id: number | null): string => (id === null ? top : String(id))

const valuesOf = (present: Present): AnyValues => ({
  name: present.name,
  folder: folderValue('typeId' in present ? present.typeId : present.parentId),
  ...('shared' in present && { shared: present.shared }),
})

/** Whether it was changed; obstacles are shown. */
export async function changeNode(key: NodeKey, { name, folder, shared }: NodeChange): Promise<boolean> {
  const { shape } = useTree.getState()
  const id = idOf(key)
  const present = isViewKey(key) ? shape.views.get(id) : shape.folders.get(id)
  if (!present) return false
  const mine: AnyValues = {
    ...(name !== undefined && { name }),
    ...(folder !== undefined && { folder: folderValue(folder) }),
    ...(shared !== undefined && { shared }),
  }
  const saved = await sendOver<Present, { id: number }>({
    title: `修改「${present.name}」`,
    fields: fieldsOf(shape).filter((field) => field.name in mine),
    before: valuesOf(present),
    revision: present.revision,
    mine,
    valuesOf,
    send: (values, revision) => send(key, values, revision),
  })
  return saved !== null
}

function send(key: NodeKey, { name, folder, shared }: AnyValues, revision: number) {
  const common = { id: idOf(key), revision, ...(name !== undefined && { name: String(name) }) }
  const place = folder === top ? null : Number(folder)
  if (!isViewKey(key)) {
    const body = { ...common, ...(folder !== undefined && { parentId: place }) }
    return call(addOrUpdateViewType, { body }, quiet)
  }
  const body = {
    ...common,
    ...(folder !== undefined && { typeId: place }),
    ...(shared !== undefined && { shared: shared === true }),
  }
  return call(addOrUpdateViewMeta, { body }, quiet)
}

const fieldsOf = (shape: Shape): AnyField[] => [
  { name: 'name', label: '名称', kind: 'text' },
  { name: 'folder', label: '文件夹', kind: 'select', choices: folderChoices(shape) },
  { name: 'shared', label: '共享', kind: 'switch' },
]

const folderChoices = (shape: Shape): Choice[] => [
  { value: top, title: '不在文件夹里' },
  ...[...shape.folders.values()].map(({ id }) => ({
    value: String(id),
    title: pathTo(shape, id)
      .map(({ name }) => name)
      .join(' / '),
  })),
]
