// Dimensions that the draft is cut by.
import { ChosenList } from '../pickers/ChosenList.tsx'
import { byCategory, useCategories } from '../pickers/categories.ts'
import { dimensionName } from '../pickers/DimensionsPicker.tsx'
import { PickList } from '../pickers/PickList.tsx'
import type { PickItem } from '../pickers/pickItem.ts'
import { changeDraft } from './actions.ts'
import { useEditor } from './store.ts'

export function DimensionsSection() {
  const info = useEditor((state) => state.draft?.info)
  const params = useEditor((state) => state.params)
  const categories = useCategories()
  if (!info) return null
  const chosen = info.dims
  const known = params?.dimensions ?? []
  const set = (dims: number[]) => changeDraft({ dims })
  const items = byCategory(
    known,
    categories.filter(({ kind }) => kind === 'dimension'),
  ).map(
    ({ item, group }): PickItem => ({
      key: String(item.id),
      title: item.name,
      pinyin: item.pinyin,
      group,
      checked: chosen.includes(item.id),
      refused: chosen.includes(item.id) ? '' : item.unreachable,
    }),
  )
  return (
    <>
      <PickList
        items={items}
        label="输入维度名称、拼音或首字母"
        none={params ? '没有匹配的维度' : '加载中...'}
        onPick={({ key }) => {
          const id = Number(key)
          set(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
        }}
      />
      <ChosenList label="分组维度" ids={chosen} nameOf={(id) => dimensionName(known, id)} onChange={set} />
    </>
  )
}
