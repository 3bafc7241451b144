// /config/category: categories of dimensions and of points, in the order in which pickers show them.
import { pages } from '#shared/pages.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { ByKey } from '#web/shell/keys/ByKey.tsx'
import { ConfigNavigation } from '../ConfigNavigation.tsx'
import { keepList } from '../listOf.ts'
import { type CategoryEntry, readReferenceData } from '../referenceData.ts'
import { commonActions, removalOf, usesColumn } from '../told.tsx'
import { CategoryForm } from './CategoryForm.tsx'
import { kindTitles } from './kinds.ts'

export const categoryList = defineList<CategoryEntry>({
  name: 'configCategory',
  path: pages.configCategory.path,
  title: '分类',
  noun: '分类',
  measure: '个',
  searchHint: '名称、编号',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'search_config',
  source: { kind: 'whole', read: async (signal) => (await readReferenceData(signal)).categories },
  sort: 'order',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name },
    { key: 'kind', title: '用于', value: ({ kind }) => kindTitles[kind] },
    {
      key: 'order',
      title: '顺序',
      kind: 'number',
      value: ({ order }) => order,
      rank: ({ kind, order }) => (kind === 'dimension' ? 0 : 1_000_000) + order,
    },
    usesColumn,
    { key: 'modifiedBy', title: '修改者', kind: 'user', value: ({ modified_by }) => modified_by },
    { key: 'modifiedAt', title: '修改时间', kind: 'time', value: ({ modified_at }) => modified_at || null },
    { key: 'id', title: '编号', kind: 'number', value: ({ id }) => id, searched: ({ id }) => String(id) },
  ],
  filters: [
    {
      key: 'kind',
      title: '用于',
      kind: 'select',
      options: Object.entries(kindTitles).map(([value, title]) => ({ value, title })),
      holds: ({ kind }, value) => kind === value,
    },
  ],
  form: { view: CategoryForm },
  remove: removalOf<CategoryEntry>('category', () => void categoryList.refresh()),
  actions: commonActions<CategoryEntry>('category'),
  empty: {
    title: '还没有分类',
    description: () => (
      <>
        <ByKey command="list.create" />
        新建；选维度与指标时按分类排列。
      </>
    ),
  },
})
keepList('category', categoryList)

export function Page() {
  return <ListPage list={categoryList} lead={<ConfigNavigation />} />
}
