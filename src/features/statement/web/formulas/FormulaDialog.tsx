// The form of a report's own formula: its name, the formula with completion of points, its format, and its
// last seven days.
import { useMemo, useState } from 'react'
import { functionWords } from '#semantic/model/expression/functionWords.ts'
import { figureText } from '#semantic/model/figureText.ts'
import { formulaInIds, formulaInNames } from '#semantic/model/formulaText.ts'
import {
  longestOwnFormula,
  longestOwnUnit,
  type NumberFormat,
  type OwnFormula,
  type ReportInfo,
} from '#semantic/model/types.ts'
import { CallError } from '#web/api/callError.ts'
import { call } from '#web/api/client.ts'
import { ExpressionInput } from '#web/expression/ExpressionInput.tsx'
import type { Words } from '#web/expression/offers.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { DrawnProps, Field } from '#web/form/types.ts'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { checkOwnFormulas, type QueryPoint } from '#features/statement/contract.ts'
import { useEditor } from '../editor/store.ts'
import { useReport } from '../report/store.ts'
import { useFormulaCheck, useFormulaChecking } from './checking.ts'
import './formulas.css'
import { DayText, tintClass } from '#web/table/days/DayText.tsx'
import { useDayMark, yearsOfDays } from '#web/table/days/dayMarks.ts'
import { offeredPoints } from '../pickers/retired.ts'
import { closeFormula, freeId, keepFormula, useFormulas, workingInfo } from './store.ts'

interface FormulaValues {
  name: string
  formula: string
  format: string
  unit: string
}

/** The points of the shown report, or of the draft; updated as they load. */
function useWorking() {
  useEditor((state) => state.draft)
  useEditor((state) => state.params)
  useReport((state) => state.params)
  return workingInfo()
}

/** Points in a formula: by name, or by id where the name is not plain or not unique. */
function wordsOf(points: readonly QueryPoint[], own: number): Words {
  const counts = new Map<string, number>()
  for (const { name } of points) counts.set(name, (counts.get(name) ?? 0) + 1)
  return {
    language: 'formula',
    functions: functionWords().map(({ name, signature, hint }) => ({
      name,
      detail: signature,
      comment: hint,
    })),
    names: offeredPoints(points, [])
      .filter(({ id }) => id !== own)
      .map(({ id, name, unit, synonyms, pinyin, synonymsPinyin }) => ({
        name,
        insert: counts.get(name) === 1 && !/[[\]]/.test(name) ? `[${name}]` : `[#${id}]`,
        detail: id < 0 ? '自建' : unit,
        comment: synonyms.join(' '),
        pinyin: synonymsPinyin ? `${pinyin} ${synonymsPinyin}` : pinyin,
      })),
  }
}

function FormulaField(props: DrawnProps) {
  const working = useWorking()
  const points = working?.params?.points
  const own = useFormulas((state) => state.open?.id) ?? 0
  const words = useMemo(() => wordsOf(points ?? [], own), [points, own])
  const checked = useFormulaCheck((state) => state.checked)
  const text = String(props.value ?? '')
  const problem = text.trim() === '' ? undefined : checked?.problems.find(({ field }) => field === 'formula')
  const wrong = useMemo(() => problem?.position ?? null, [problem])
  const place = problem?.position ? `第 ${problem.position.column} 个字：` : ''
  return (
    <>
      <ExpressionInput
        {...props}
        text={text}
        words={words}
        wrong={wrong}
        placeholder="[充值金额] / [活跃用户]"
        describedBy={problem ? `${props.id}-place` : props.describedBy}
      />
      {problem && (
        <div id={`${props.id}-place`} className="form-problem" role="status">
          {place}
          {problem.message}
        </div>
      )}
    </>
  )
}

const formats = [
  { value: 'decimal', title: '小数' },
  { value: 'integer', title: '整数' },
  { value: 'percent', title: '百分比' },
]

const fields: readonly Field<FormulaValues>[] = [
  { name: 'name', label: '名称', kind: 'text', required: true, longest: 100, placeholder: '人均充值' },
  {
    name: 'formula',
    label: '公式',
    kind: 'drawn',
    required: true,
    draw: FormulaField,
    help: '用 [指标名] 引用指标，可打名字、拼音或首字母来补全（Alt+/）；合计由各指标的合计算出',
    check: (text) => (text.length > longestOwnFormula ? `公式最多 ${longestOwnFormula} 个字符` : undefined),
  },
  { name: 'format', label: '数字格式', kind: 'select', half: true, choices: formats },
  {
    name: 'unit',
    label: '单位',
    kind: 'text',
    half: true,
    longest: longestOwnUnit,
    placeholder: '元、人、次',
  },
]

const blank: FormulaValues = { name: '', formula: '', format: 'decimal', unit: '' }

/** Refuses formulas that the report would refuse. */
async function refuseWrong(dims: number[], others: OwnFormula[], typed: OwnFormula): Promise<void> {
  const body = { dims, formulas: [...others, typed] }
  const { formulas } = await call(checkOwnFormulas, { body }, { quiet: true, loading: null })
  const problems = formulas.find(({ id }) => id === typed.id)?.problems ?? []
  const [first] = problems
  if (!first) return
  const named = problems.map(({ field, message }) => [field, message] as const)
  const data = { fields: Object.fromEntries(named) }
  throw new CallError({ status: 200, code: 'formula_invalid', message: first.message, data })
}

/** Figures of the former text stay, dimmed, until the new ones are loaded. */
function LastDays({ dims, others, typed }: { dims: number[]; others: OwnFormula[]; typed: OwnFormula }) {
  useFormulaChecking(dims, others, typed)
  const { checked, asking, failure } = useFormulaCheck()
  const { format = null, unit = '' } = typed
  const days = useMemo(() => checked?.days ?? [], [checked])
  const markOf = useDayMark(useMemo(() => yearsOfDays(days.map(({ day }) => day)), [days]))
  const textOf = (figure: (typeof days)[number]['figure']) => figureText(figure, format, unit)
  const nameProblem = typed.name === '' ? undefined : checked?.problems.find(({ field }) => field === 'name')
  return (
    <section className={asking ? 'formula-days formula-old' : 'formula-days'} aria-label="近 7 天">
      <h3>近 7 天{unit && `（${unit}）`}</h3>
      {nameProblem && <p className="form-problem">{nameProblem.message}</p>}
      {failure && <p className="form-problem">检查失败：{failure}</p>}
      {checked?.trouble && <p className="form-problem">试算失败：{checked.trouble}</p>}
      {days.length === 0 && !checked?.trouble && !failure && (
        <p className="formula-none">{asking ? '正在试算...' : '写好公式就会试算'}</p>
      )}
      {days.length > 0 && (
        <SmallTable className="formula-figures">
          <tbody>
            {days.map(({ day, figure }) => (
              <tr key={day ?? ''} className={tintClass(markOf(day))}>
                <th scope="row">
                  <DayText text={day ?? '全部'} mark={markOf(day)} />
                </th>
                <td>{textOf(figure)}</td>
              </tr>
            ))}
            {days.length > 1 && (
              <tr className="formula-total">
                <th scope="row">合计</th>
                <td>{textOf(checked?.total ?? null)}</td>
              </tr>
            )}
          </tbody>
        </SmallTable>
      )}
    </section>
  )
}

/** Rendered once the points' names are known. */
export function FormulaDialog({ id }: { id: number | null }) {
  const working = useWorking()
  if (!working?.params) return null
  const save = (formula: OwnFormula) => {
    closeFormula()
    keepFormula(formula)
  }
  return <FormulaForm id={id} info={working.info} points={working.params.points} onSaved={save} />
}

interface FormProps {
  id: number | null
  info: ReportInfo
  points: readonly QueryPoint[]
  onSaved: (formula: OwnFormula) => void
}

export function FormulaForm({ id, info, points, onSaved }: FormProps) {
  const { formulas = [], dims } = info
  // The formula when the form opened, whatever happens to it meanwhile.
  const [kept] = useState(() => formulas.find((one) => one.id === id))
  const [own] = useState(() => kept?.id ?? freeId(formulas))
  const others = formulas.filter((one) => one.id !== own)
  const named = [...others, ...points.filter((point) => point.id > 0)]
  const [initial] = useState(() => (kept ? valuesOf(kept, named) : blank))
  const made = (typed: FormulaValues): OwnFormula => madeOf(own, typed, kept && { kept, shown: initial })
  return (
    <FormDialog<FormulaValues, OwnFormula>
      name={`formula:${useReport.getState().present?.report?.id ?? 0}:${id ?? 'new'}`}
      title={kept ? '编辑自建公式' : '新建公式'}
      className="formula-dialog"
      fields={fields}
      initial={initial}
      submitText="应用"
      lead={<p className="formula-lead">只在这张报表里，随报表保存；不需要报表配置权限。</p>}
      send={async (values) => {
        const formula = made(values)
        await refuseWrong(dims, others, formula)
        const isUntouched = kept && values.formula === initial.formula
        return { ...formula, formula: isUntouched ? kept.formula : formulaInIds(formula.formula, named) }
      }}
      onClose={closeFormula}
      onSaved={onSaved}
    >
      {(values) => <LastDays dims={dims} others={others} typed={made(values)} />}
    </FormDialog>
  )
}

/** The trimmed form values. An untouched setting keeps its stored value, even where absent. */
function madeOf(
  id: number,
  typed: FormulaValues,
  before: { kept: OwnFormula; shown: FormulaValues } | undefined,
): OwnFormula {
  const unit = typed.unit.trim()
  const made = {
    id,
    name: typed.name.trim(),
    formula: typed.formula,
    format: typed.format as NumberFormat,
    ...(unit && { unit }),
  }
  if (!before) return made
  const { kept, shown } = before
  const isTouched = (name: keyof FormulaValues) => typed[name] !== shown[name]
  return {
    ...kept,
    formula: typed.formula,
    ...(isTouched('name') && { name: made.name }),
    ...(isTouched('format') && { format: made.format }),
    ...(isTouched('unit') && { unit: unit || undefined }),
  }
}

const valuesOf = (
  { name, formula, format = 'decimal', unit = '' }: OwnFormula,
  named: readonly Named[],
): FormulaValues => ({
  name,
  formula: formulaInNames(formula, named),
  format,
  unit,
})

type Named = Parameters<typeof formulaInNames>[1][number]
