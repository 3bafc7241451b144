// The pane of the selected dimension.

import { useDictionaries } from '../form/useDictionaries.ts'
import { Facts, Pane, Sql } from '../Pane.tsx'
import { categoryName, type DimensionEntry, dimensionTableName, optionTitle } from '../referenceData.ts'

export function DimensionPane({ dimension }: { dimension: DimensionEntry }) {
  const { types, form_type, table_id, table_truename, info, describe, dim_typeId } = dimension
  const dictionaries = useDictionaries(info.dictId ?? undefined)
  return (
    <Pane of={dimension} describe={describe}>
      <Facts
        facts={[
          ['类型', optionTitle('dimensionTypes', types)],
          ['筛选控件', optionTitle('formTypes', form_type)],
          ['维度表', dimensionTableName(table_id)],
          ['角色', info.role ?? ''],
          ['数据表', table_truename ?? (table_id === null ? '任何有这些列的表' : '')],
          ['分类', categoryName(dim_typeId)],
          ['名称列', info.labelColumn ?? ''],
          ['字典', dictionaries.find(({ id }) => id === info.dictId)?.name ?? ''],
          ['最小粒度', optionTitle('grains', dimension.count_quantum)],
          ['更新频率', optionTitle('updateFrequencies', dimension.update_frequency)],
          ['按游戏限制', dimension.cgi_filter ? '是' : '否'],
          ['取值顺序', info.segment ? '' : (info.valueOrder?.join('、') ?? '')],
        ]}
      />
      <Sql title="表达式" sql={info.expression ?? ''} />
    </Pane>
  )
}
