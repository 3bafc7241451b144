// How a retention counts returns, in which periods, and which of them.
import { FormGroup, HTMLSelect } from '@blueprintjs/core'
import {
  lastReturn,
  meaningTitles,
  mostReturns,
  type ReturnMeaning,
  type Returns,
  type ReturnUnit,
  returnMeanings,
  returnsProblem,
  returnUnits,
  unitTitles,
  usualReturns,
} from '#semantic/model/returns.ts'
import { periodsText, readPeriods, shortReturns } from '#semantic/model/returnsText.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { changeDraft } from './actions.ts'
import { ListField, rises } from './Numbers.tsx'

const usual: Record<ReturnUnit, number[]> = {
  day: [...usualReturns],
  week: [1, 2, 4, 8],
  month: [1, 2, 3],
  hours: [1, 3, 7, 14, 30],
}

function usualFor(how: ReturnMeaning, unit: ReturnUnit): Returns {
  if (how === 'gone') return { how, days: [7, 14, 30] }
  if (how !== 'within') return shortReturns({ how, unit, days: usual[unit] })
  const untils = usual[unit].slice(1)
  // 1–3, 4–7, 8–14 …
  return {
    how,
    days: [1, ...untils.slice(0, -1).map((day) => day + 1)],
    untils,
    ...(unit !== 'day' && { unit }),
  }
}

const meaningHelps: Record<ReturnMeaning, string> = {
  on: '就在那一期回来的人',
  after: '那一期或更晚回来过的人，算到昨天为止，所以还会增长',
  within: '在一段里的任何一期回来过的人',
  gone: '连续这么多天没有回来的人，和其中后来又回来的人',
}

const unitHelps: Record<ReturnUnit, string> = {
  day: '按业务日切分，首日是第 0 天',
  week: '周一到周日，首日所在的周是第 0 周',
  month: '首日所在的月是第 0 个月',
  hours: '从每人自己的首次时刻起，每 24 小时一期',
}

export function RetentionOptions({ info }: { info: ReportInfo }) {
  const returns: Returns = info.retention ?? { days: [...usualReturns] }
  const { how = 'on', unit = 'day' } = returns
  const change = (next: { how: ReturnMeaning; unit: ReturnUnit }) =>
    changeDraft({ retention: usualFor(next.how, next.how === 'gone' ? 'day' : next.unit) })
  return (
    <>
      <FormGroup label="怎样算回来" labelFor="editor-returns" helperText={meaningHelps[how]}>
        <HTMLSelect
          id="editor-returns"
          fill
          value={how}
          onChange={(event) => change({ how: event.currentTarget.value as ReturnMeaning, unit })}
          options={returnMeanings.map((value) => ({ value, label: meaningTitles[value] }))}
        />
      </FormGroup>
      {how !== 'gone' && (
        <FormGroup label="周期" labelFor="editor-return-unit" helperText={unitHelps[unit]}>
          <HTMLSelect
            id="editor-return-unit"
            fill
            value={unit}
            onChange={(event) => change({ how, unit: event.currentTarget.value as ReturnUnit })}
            options={returnUnits.map((value) => ({ value, label: unitTitles[value] }))}
          />
        </FormGroup>
      )}
      <PeriodsField key={`${how} ${unit}`} returns={returns} />
    </>
  )
}

const labels: Record<ReturnMeaning, string> = {
  on: '留存天数',
  after: '留存天数',
  within: '留存分段',
  gone: '流失天数',
}

function PeriodsField({ returns }: { returns: Returns }) {
  const { how = 'on', unit = 'day' } = returns
  const isDays = unit === 'day' || unit === 'hours'
  const read = (text: string): string => {
    const periods = readPeriods(text, how)
    if (!periods) return how === 'within' ? '请写每一段，如 1-3, 4-7' : '请写数字，用逗号隔开'
    const next = shortReturns({ ...periods, how, unit })
    const wrong = returnsProblem(next) || (rises(next.days) ? '' : '要从小到大，不能重复')
    if (!wrong) changeDraft({ retention: next })
    return wrong
  }
  return (
    <ListField
      id="editor-retention"
      label={isDays ? labels[how] : how === 'within' ? labels.within : '留存期数'}
      help={
        how === 'within'
          ? `例如 1-3, 4-7, 8-14，最多 ${mostReturns} 段，最大 ${lastReturn[unit]}`
          : how === 'gone'
            ? `连续几天没有回来算流失，最多 ${mostReturns} 个`
            : isDays
              ? `第一天之后的第几天，最多 ${mostReturns} 个`
              : `首日之后的第几期，最多 ${mostReturns} 个，最大 ${lastReturn[unit]}`
      }
      text={periodsText(returns, '-', ', ')}
      onText={read}
    />
  )
}
