// The form field for row rules of a role or a user: one row each, with the dimension, its visible or hidden
// values, and the treatment of tables without the dimension.
import { Button, Checkbox, HTMLSelect } from '@blueprintjs/core'
import { Add, SmallCross } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import type { DrawnProps } from '#web/form/types.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { mostRules } from '#features/management/contract.ts'
import { getReportQueryParam, type QueryDimension } from '#features/statement/contract.ts'
import { newRule, ruleOf, type TypedRule, textOfRule } from './rules.ts'
import { ValuesButton } from './ValuesButton.tsx'
import '../management.css'

/** Rules can't use dates, and games have a field of their own. */
const limits = ({ types }: QueryDimension): boolean =>
  types !== 'date' && types !== 'time' && types !== 'game'

function useDimensions() {
  const [dims, setDims] = useState<readonly QueryDimension[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    const question = { params: { reportId: 0 }, query: {} }
    call(getReportQueryParam, question, { ...quiet, signal: asking.signal }).then(
      ({ dimensions }) => setDims(dimensions.filter(limits)),
      (error: unknown) => asking.signal.aborted || setFailure(failureOf(error)),
    )
    return () => asking.abort()
  }, [])
  return { dims, failure }
}

export function RowRulesField({ id, label, value, readOnly, describedBy, onChange, onBlur }: DrawnProps) {
  const { dims, failure } = useDimensions()
  const rules = (value as readonly string[]).map(ruleOf)
  const put = (next: readonly TypedRule[]) => onChange(next.map(textOfRule))
  const change = (at: number, part: Partial<TypedRule>) =>
    put(rules.map((rule, place) => (place === at ? { ...rule, ...part } : rule)))
  return (
    <fieldset className="management-rules" aria-label={label}>
      {failure && <FailureLine what="维度读取失败" failure={failure} />}
      {rules.map((rule, at) => (
        <OneRule
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place.
          key={at}
          title={`第 ${at + 1} 条规则`}
          rule={rule}
          dims={dims ?? []}
          readOnly={readOnly}
          onChange={(part) => change(at, part)}
          onRemove={() => put(rules.filter((_, place) => place !== at))}
        />
      ))}
      <Button
        id={id}
        variant="minimal"
        size="small"
        icon={<Add size={12} />}
        text="添加规则"
        disabled={readOnly || dims === null || rules.length >= mostRules}
        aria-describedby={describedBy}
        onBlur={onBlur}
        onClick={() => put([...rules, newRule])}
      />
    </fieldset>
  )
}

interface OneProps {
  title: string
  rule: TypedRule
  dims: readonly QueryDimension[]
  readOnly: boolean
  onChange: (part: Partial<TypedRule>) => void
  onRemove: () => void
}

function OneRule({ title, rule, dims, readOnly, onChange, onRemove }: OneProps) {
  const chosen = dims.find(({ id }) => id === rule.dim)
  const isGone = rule.dim > 0 && chosen === undefined && dims.length > 0
  return (
    <div className="management-rule-line">
      <HTMLSelect
        aria-label={`${title}：维度`}
        disabled={readOnly}
        value={String(rule.dim)}
        onChange={(event) => onChange({ dim: Number(event.currentTarget.value), values: [] })}
        options={[
          { value: '0', label: '选维度' },
          ...(isGone ? [{ value: String(rule.dim), label: `已删除的维度 #${rule.dim}` }] : []),
          ...dims.map((dimension) => ({ value: String(dimension.id), label: dimension.name })),
        ]}
      />
      {rule.dim > 0 && <ValuesButton title={title} dimension={chosen} rule={rule} onChange={onChange} />}
      <Checkbox
        className="management-rule-open"
        label={`没有${chosen?.name ?? '这个维度'}的表照常可看`}
        checked={rule.open}
        disabled={readOnly}
        onChange={(event) => onChange({ open: event.currentTarget.checked })}
      />
      <Button
        variant="minimal"
        icon={<SmallCross />}
        aria-label={`移除${title}`}
        disabled={readOnly}
        onClick={onRemove}
      />
    </div>
  )
}
