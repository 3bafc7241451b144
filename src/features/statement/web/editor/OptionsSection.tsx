// Further options of the draft's kind: comparison, subtotals, shares, top values; return days, numbers
// of days, window, bounds.
import { Checkbox, FormGroup, HTMLSelect, InputGroup, Switch } from '@blueprintjs/core'
import { useState } from 'react'
import { type Calculation, type Comparison, comparisons, type ReportInfo } from '#semantic/model/types.ts'
import {
  canForecast,
  firstDayText,
  lastValueDay,
  mostForecastDays,
  mostValueDays,
  usualValueDays,
} from '#semantic/model/valueDays.ts'
import { CalculationsDialog } from '../calculation/CalculationsDialog.tsx'
import { CalculationsOption } from '../calculation/CalculationsOption.tsx'
import { comparisonTitles } from '../compareWords.ts'
import { dimensionNames, pointNames } from '../report/names.ts'
import { ActivityOptions } from './ActivityOptions.tsx'
import { changeDraft } from './actions.ts'
import { ConditionList } from './ConditionList.tsx'
import { DaysFields } from './DaysSection.tsx'
import { FunnelOptions } from './FunnelOptions.tsx'
import { Numbers, rises } from './Numbers.tsx'
import { RetentionOptions } from './RetentionOptions.tsx'
import { useEditor } from './store.ts'

export function OptionsSection() {
  const info = useEditor((state) => state.draft?.info)
  if (!info) return null
  switch (info.kind ?? 'table') {
    case 'retention':
      return <RetentionOptions info={info} />
    case 'funnel':
      return <FunnelOptions info={info} />
    case 'distribution':
      return <DistributionOptions info={info} />
    case 'ltv':
      return <ValueOptions info={info} />
    case 'activity':
      return <ActivityOptions info={info} />
    case 'change':
      return (
        <div className="editor-options">
          <CompareOptions info={info} />
        </div>
      )
    default:
      return <TableOptions info={info} />
  }
}

function ValueOptions({ info }: { info: ReportInfo }) {
  const days = info.ltv?.days ?? usualValueDays
  const forecast = info.ltv?.forecast ?? []
  const changeValue = (next: number[], ahead: readonly number[]) => {
    const kept = ahead.filter((day) => next.includes(day))
    changeDraft({ ltv: { days: next, ...(kept.length > 0 && { forecast: kept }) } })
  }
  return (
    <>
      <ValueDays days={days} onDays={(next) => changeValue(next, forecast)} />
      <Numbers
        key={days.join()}
        id="editor-ltv-forecast"
        label="预测"
        help={`没过完的第几天要预测，如 30, 60, 90；留空不预测，最多 ${mostForecastDays} 个`}
        numbers={forecast}
        check={(ahead) => {
          if (ahead.length > mostForecastDays) return `最多 ${mostForecastDays} 个`
          const other = ahead.find((day) => !days.includes(day))
          if (other !== undefined) return `「${other}」不在 LTV 天数里`
          if (!ahead.every(canForecast)) return '预测天数是 2 到 365 的整数'
          return rises(ahead) ? '' : '天数要从小到大，不能重复'
        }}
        onNumbers={(ahead) => changeValue([...days], ahead)}
      />
    </>
  )
}

function ValueDays({ days, onDays }: { days: readonly number[]; onDays: (days: number[]) => void }) {
  return (
    <Numbers
      id="editor-ltv"
      label="LTV 天数"
      help={`前几天，${firstDayText}，最多 ${mostValueDays} 个`}
      numbers={days}
      check={(next) => {
        if (next.length === 0 || next.length > mostValueDays) return `请写 1 到 ${mostValueDays} 个天数`
        if (next.some((day) => !Number.isInteger(day) || day < 1 || day > lastValueDay))
          return `天数是 1 到 ${lastValueDay} 的整数，${firstDayText}`
        return rises(next) ? '' : '天数要从小到大，不能重复'
      }}
      onNumbers={onDays}
    />
  )
}

function DistributionOptions({ info }: { info: ReportInfo }) {
  return (
    <Numbers
      id="editor-distribution"
      label="各段的下界"
      help="例如 0, 6, 30, 98, 328；留空由系统按数值选"
      numbers={info.distribution?.bounds ?? []}
      check={(bounds) => {
        if (bounds.length > 100) return '最多 100 段'
        return rises(bounds) ? '' : '下界要从小到大，不能重复'
      }}
      onNumbers={(bounds) =>
        changeDraft({ distribution: bounds.length > 0 ? { bounds } : undefined } as Partial<ReportInfo>)
      }
    />
  )
}

function TableOptions({ info }: { info: ReportInfo }) {
  const params = useEditor((state) => state.params)
  const pointName = pointNames(params)
  return (
    <div className="editor-options">
      <CompareOptions info={info} />
      <Switch
        label="显示小计"
        checked={info.subtotals ?? false}
        disabled={info.dims.length < 2}
        title={info.dims.length < 2 ? '要有两个以上的维度' : undefined}
        onChange={(event) => changeDraft({ subtotals: event.currentTarget.checked })}
      />
      <Switch
        label="补齐没有数据的日期"
        checked={info.fillDates ?? false}
        onChange={(event) => changeDraft({ fillDates: event.currentTarget.checked })}
      />
      <TopOptions info={info} pointName={pointName} />
      {info.points.length > 0 && (
        <FormGroup label="显示占比">
          {info.points.map((id) => (
            <Checkbox
              key={id}
              label={pointName(id)}
              checked={info.shares?.includes(id) ?? false}
              onChange={(event) => {
                const others = (info.shares ?? []).filter((one) => one !== id)
                changeDraft({ shares: event.currentTarget.checked ? [...others, id] : others })
              }}
            />
          ))}
        </FormGroup>
      )}
      <DraftCalculations info={info} />
      <FormGroup label="最多行数" labelFor="editor-limit">
        <InputGroup
          id="editor-limit"
          size="small"
          type="number"
          min={1}
          max={1_000_000}
          placeholder="不限"
          defaultValue={info.limit === undefined ? '' : String(info.limit)}
          onChange={(event) => {
            const limit = Number(event.currentTarget.value)
            const isRight = Number.isInteger(limit) && limit >= 1 && limit <= 1_000_000
            changeDraft({ limit: isRight ? limit : undefined } as Partial<ReportInfo>)
          }}
        />
      </FormGroup>
    </div>
  )
}

function DraftCalculations({ info }: { info: ReportInfo }) {
  const params = useEditor((state) => state.params)
  const [open, setOpen] = useState<{ number?: number } | null>(null)
  const set = (calculations: Calculation[]) => changeDraft({ calculations })
  return (
    <>
      <CalculationsOption
        info={info}
        params={params}
        onChange={set}
        onOpen={(number) => setOpen(number === undefined ? {} : { number })}
      />
      {open && (
        <CalculationsDialog
          info={info}
          params={params}
          table={null}
          number={open.number}
          onChange={set}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

function CompareOptions({ info }: { info: ReportInfo }) {
  const params = useEditor((state) => state.params)
  return (
    <>
      <FormGroup label="对比" labelFor="editor-compare">
        <HTMLSelect
          id="editor-compare"
          fill
          value={info.compare ?? ''}
          onChange={(event) => {
            const compare = (event.currentTarget.value || undefined) as Comparison | undefined
            changeDraft({ compare } as Partial<ReportInfo>)
          }}
          options={[
            { value: '', label: '不对比' },
            ...comparisons.map((value) => ({ value, label: comparisonTitles[value] })),
          ]}
        />
      </FormGroup>
      {info.compare === 'range' && (
        <DaysFields
          label="对比时段"
          days={info.compareRange ?? null}
          onDays={(compareRange) => changeDraft({ compareRange })}
        />
      )}
      {info.compare === 'filters' && (
        <ConditionList
          filters={info.compareFilters ?? []}
          points={info.points}
          params={params}
          onChange={(compareFilters) => changeDraft({ compareFilters })}
        />
      )}
    </>
  )
}

function TopOptions({ info, pointName }: { info: ReportInfo; pointName: (id: number) => string }) {
  const params = useEditor((state) => state.params)
  const { top, dims, points } = info
  const dimensionName = dimensionNames(params)
  const set = (next: ReportInfo['top'] | undefined) => changeDraft({ top: next } as Partial<ReportInfo>)
  return (
    <FormGroup label="只列排名在前的，其余归为「其他」">
      <div className="editor-top">
        <HTMLSelect
          aria-label="排名的维度"
          value={top?.dim ?? ''}
          disabled={dims.length === 0 || points.length === 0}
          onChange={(event) => {
            const dim = Number(event.currentTarget.value)
            set(dim ? { count: top?.count ?? 10, by: top?.by ?? points[0] ?? 0, dim } : undefined)
          }}
          options={[
            { value: '', label: '不排名' },
            ...dims.map((id) => ({ value: id, label: dimensionName(id) })),
          ]}
        />
        {top && (
          <>
            <span>前</span>
            <InputGroup
              size="small"
              type="number"
              min={1}
              max={1000}
              aria-label="前几名"
              defaultValue={String(top.count)}
              onChange={(event) => {
                const count = Number(event.currentTarget.value)
                if (Number.isInteger(count) && count >= 1 && count <= 1000) set({ ...top, count })
              }}
            />
            <span>按</span>
            <HTMLSelect
              aria-label="排名的指标"
              value={top.by}
              onChange={(event) => set({ ...top, by: Number(event.currentTarget.value) })}
              options={points.map((id) => ({ value: id, label: pointName(id) }))}
            />
          </>
        )}
      </div>
    </FormGroup>
  )
}
