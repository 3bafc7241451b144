// The draft's dimensions.
import { ChoiceLists } from '#web/pick/ChoiceLists.tsx'
import { pickItems } from '#web/pick/pickItem.ts'
import { useCategories } from '../pickers/categories.ts'
import { dimensionName } from '../report/names.ts'
import { changeDraft } from './actions.ts'
import { loadParams } from './loading.ts'
import { useEditor } from './store.ts'

export function DimensionsSection() {
  const info = useEditor((state) => state.draft?.info)
  const params = useEditor((state) => state.params)
  const failure = useEditor((state) => state.paramsFailure)
  const categories = useCategories('dimension')
  if (!info) return null
  const chosen = info.dims
  const known = params?.dimensions ?? []
  const items = pickItems(known, categories, ({ id, unreachable }) => ({
    checked: chosen.includes(id),
    refused: chosen.includes(id) ? '' : unreachable,
  }))
  return (
    <ChoiceLists
      items={items}
      search="输入维度名称、拼音或首字母"
      none={params ? '没有匹配的维度' : '加载中...'}
      failure={failure}
      onRetry={() => void loadParams()}
      label="分组维度"
      chosen={chosen}
      nameOf={(id) => dimensionName(params, id)}
      onChange={(dims) => changeDraft({ dims })}
    />
  )
}
