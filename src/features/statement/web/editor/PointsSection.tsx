// Points of the draft, picked by typing; what cannot join is grey and says why.
import type { ReportKind } from '../../../../semantic/model/types.ts'
import { ChosenList } from '../pickers/ChosenList.tsx'
import { byCategory, useCategories } from '../pickers/categories.ts'
import { PickList } from '../pickers/PickList.tsx'
import type { PickItem } from '../pickers/pickItem.ts'
import { changeDraft } from './actions.ts'
import { refusalOf, roleAt } from './kinds.ts'
import { useEditor } from './store.ts'

export function PointsSection() {
  const info = useEditor((state) => state.draft?.info)
  const params = useEditor((state) => state.params)
  const categories = useCategories()
  if (!info) return null
  const kind: ReportKind = info.kind ?? 'table'
  const chosen = info.points
  const known = params?.points ?? []
  const items = byCategory(
    known,
    categories.filter((category) => category.kind === 'point'),
  ).map(({ item, group }): PickItem => {
    const isChosen = chosen.includes(item.id)
    return {
      key: String(item.id),
      title: item.name,
      pinyin: item.pinyin,
      group,
      detail: item.unit || undefined,
      checked: isChosen,
      // One that is chosen already can always be taken away.
      refused: isChosen ? '' : refusalOf(kind, item, chosen.length) || item.unreachable,
    }
  })
  const set = (points: number[]) => changeDraft({ points })
  const nameOf = (id: number) => {
    const role = roleAt(kind, chosen.indexOf(id))
    const name = known.find((one) => one.id === id)?.name ?? `指标 ${id}（已删除）`
    return role ? `${role}：${name}` : name
  }
  return (
    <>
      <PickList
        items={items}
        label="输入指标名称、拼音或首字母"
        none={params ? '没有匹配的指标' : '加载中...'}
        onPick={({ key }) => {
          const id = Number(key)
          set(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
        }}
      />
      <ChosenList label="已选指标" ids={chosen} nameOf={nameOf} onChange={set} />
    </>
  )
}
