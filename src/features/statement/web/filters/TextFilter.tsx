// A condition of the report on text, or on figures: how to compare, and with what.
import { filterOpTitles } from '#semantic/model/titles.ts'
import type { FilterOp, ReportFilter } from '#semantic/model/types.ts'
import { TextChoice } from '#web/pick/TextChoice.tsx'

type Choice = Pick<ReportFilter, 'op' | 'values'>

const textOps: FilterOp[] = ['contains', 'notContains', 'startsWith', 'in', 'notIn', 'isNull', 'isNotNull']
const figureOps: FilterOp[] = ['between', 'gte', 'gt', 'lte', 'lt', 'in', 'notIn', 'isNull', 'isNotNull']

interface Props {
  name: string
  figures: boolean
  filter: Choice | undefined
  onChange: (choice: Choice) => void
  onDone: () => void
}

export function TextFilter({ figures, ...props }: Props) {
  const ops = figures ? figureOps : textOps
  return <TextChoice<FilterOp> {...props} figures={figures} ops={ops} titles={filterOpTitles} />
}
