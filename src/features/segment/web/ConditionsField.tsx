// The form field for a segment's rules: one line per condition, from the point to the number of days.
import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Add, SmallCross } from '@blueprintjs/icons'
import { call, quiet } from '#web/api/client.ts'
import { labelsBy } from '#web/api/dictionaries.ts'
import type { DrawnProps } from '#web/form/types.ts'
import { DimensionFilters } from '#web/pick/values/DimensionFilters.tsx'
import { anaDictListsByDictId } from '#features/dictionary/contract.ts'
import { type MemberOp, memberOps, memberOpTitles } from '../contract.ts'
import { type DraftCondition, draftOf, draftText, newDraft, type Offers } from './drafts.ts'
import './segment.css'

const load = labelsBy((ids) => call(anaDictListsByDictId, { body: ids }, quiet))

export const conditionsField = (offers: Offers) =>
  function ConditionsField({ id, value, describedBy, onChange, onBlur }: DrawnProps) {
    const drafts = (Array.isArray(value) ? (value as readonly string[]) : []).map(draftOf)
    const put = (next: readonly DraftCondition[]) => onChange(next.map(draftText))
    const change = (at: number, part: Partial<DraftCondition>) =>
      put(drafts.map((draft, place) => (place === at ? { ...draft, ...part } : draft)))
    return (
      <div className="segment-conditions">
        {drafts.map((draft, at) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place.
            key={at}
            draft={draft}
            at={at}
            offers={offers}
            onChange={(part) => change(at, part)}
            onRemove={() => put(drafts.filter((_, place) => place !== at))}
          />
        ))}
        <Button
          id={id}
          variant="minimal"
          size="small"
          icon={<Add size={12} />}
          text="添加条件"
          aria-label="添加条件"
          aria-describedby={describedBy}
          onBlur={onBlur}
          onClick={() => put([...drafts, newDraft(offers)])}
        />
      </div>
    )
  }

interface RowProps {
  draft: DraftCondition
  at: number
  offers: Offers
  onChange: (part: Partial<DraftCondition>) => void
  onRemove: () => void
}

function ConditionRow({ draft, at, offers, onChange, onRemove }: RowProps) {
  const { joint, not, point, op, low, high, days, filters } = draft
  const named = (what: string) => `第 ${at + 1} 个条件：${what}`
  const isKnown = offers.points.some(({ id }) => id === point)
  return (
    <div className="segment-condition">
      {at === 0 ? (
        <span className="segment-joint">玩家</span>
      ) : (
        <HTMLSelect
          className="segment-joint"
          aria-label={named('与前一个')}
          value={joint}
          onChange={(event) => onChange({ joint: event.currentTarget.value as DraftCondition['joint'] })}
          options={[
            { value: 'and', label: '且' },
            { value: 'or', label: '或' },
          ]}
        />
      )}
      <HTMLSelect
        aria-label={named('满足或不满足')}
        value={not ? '1' : '0'}
        onChange={(event) => onChange({ not: event.currentTarget.value === '1' })}
        options={[
          { value: '0', label: '满足' },
          { value: '1', label: '不满足' },
        ]}
      />
      <HTMLSelect
        className="segment-point"
        aria-label={named('指标')}
        value={String(point)}
        onChange={(event) => onChange({ point: Number(event.currentTarget.value) })}
        options={[
          ...(isKnown ? [] : [{ value: String(point), label: '选指标' }]),
          ...offers.points.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <HTMLSelect
        aria-label={named('比较方式')}
        value={op}
        onChange={(event) => onChange({ op: event.currentTarget.value as MemberOp })}
        options={memberOps.map((one) => ({ value: one, label: memberOpTitles[one] }))}
      />
      <InputGroup
        className="segment-number"
        aria-label={named('数值')}
        inputMode="decimal"
        value={low}
        onValueChange={(text) => onChange({ low: text })}
      />
      {op === 'between' && (
        <InputGroup
          className="segment-number"
          aria-label={named('到')}
          inputMode="decimal"
          value={high}
          onValueChange={(text) => onChange({ high: text })}
        />
      )}
      <span className="segment-word">近</span>
      <InputGroup
        className="segment-days"
        aria-label={named('近几天')}
        inputMode="numeric"
        value={days}
        onValueChange={(text) => onChange({ days: text })}
      />
      <span className="segment-word">天</span>
      <Button
        variant="minimal"
        icon={<SmallCross />}
        aria-label={`移除第 ${at + 1} 个条件`}
        onClick={onRemove}
      />
      <div className="segment-filters">
        <DimensionFilters
          label={named('只算这些数据')}
          filters={filters}
          dims={offers.dims}
          load={load}
          onChange={(next) => onChange({ filters: next })}
        />
      </div>
    </div>
  )
}
