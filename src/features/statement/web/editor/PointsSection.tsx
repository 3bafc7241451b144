// Points of the draft, chosen by typing; impossible ones are grey and say why.
import type { ReportKind } from '#semantic/model/types.ts'
import { ChoiceLists } from '#web/pick/ChoiceLists.tsx'
import { pickItems } from '#web/pick/pickItem.ts'
import { newFormula } from '../formulas/FormulaTools.tsx'
import { OwnFormulas } from '../formulas/OwnFormulas.tsx'
import { withFormulas } from '../formulas/offering.ts'
import { useCategories } from '../pickers/categories.ts'
import { detailOf, offeredPoints } from '../pickers/retired.ts'
import { pointName } from '../report/names.ts'
import { changeDraft } from './actions.ts'
import { refusalOf, roleAt } from './kinds.ts'
import { loadParams } from './loading.ts'
import { useEditor } from './store.ts'

export function PointsSection() {
  const info = useEditor((state) => state.draft?.info)
  const params = useEditor((state) => state.params)
  const failure = useEditor((state) => state.paramsFailure)
  const categories = useCategories('point')
  if (!info) return null
  const kind: ReportKind = info.kind ?? 'table'
  const chosen = info.points
  const known = params?.points ?? []
  const items = pickItems(offeredPoints(known, chosen), categories, (item) => {
    const isChosen = chosen.includes(item.id)
    return {
      detail: detailOf(item),
      note: item.id < 0 ? item.describe : undefined,
      checked: isChosen,
      // A chosen one can always be removed.
      refused: isChosen ? '' : refusalOf(kind, item, chosen.length) || item.unreachable,
    }
  })
  const nameOf = (id: number) => {
    const role = roleAt(kind, chosen.indexOf(id))
    const name = pointName(params, id)
    return role ? `${role}：${name}` : name
  }
  return (
    <>
      <ChoiceLists
        items={kind === 'table' ? withFormulas(items, known) : items}
        search="输入指标名称、拼音或首字母"
        none={params ? '没有匹配的指标' : '加载中...'}
        failure={failure}
        onRetry={() => void loadParams()}
        label="已选指标"
        chosen={chosen}
        nameOf={nameOf}
        onChange={(points) => changeDraft({ points })}
        onOther={newFormula}
      />
      {kind === 'table' && <OwnFormulas formulas={info.formulas ?? []} points={known} />}
    </>
  )
}
