// @vitest-environment jsdom
// Retention in its meanings, as people ask for it and see it: the editor's fields, the address, words, marks and curves.
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { infoChanges } from '#semantic/model/infoWords.ts'
import type { Returns } from '#semantic/model/returns.ts'
import { returnsWords } from '#semantic/model/returnsText.ts'
import { chartFigures } from '#semantic/model/shown/chartFigures.ts'
import { kindsOf } from '#semantic/model/shown/chartKinds.ts'
import { plotOf } from '#semantic/model/shown/plotOf.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { readAddress, writeAddress } from '#features/statement/web/address/address.ts'
import { nothingAside } from '#features/statement/web/editor/aside.ts'
import { OptionsSection } from '#features/statement/web/editor/OptionsSection.tsx'
import { emptyEditor, useEditor } from '#features/statement/web/editor/store.ts'
import { roleText } from '#features/statement/web/explain/subjects.ts'
import { hintAt, markText } from '#features/statement/web/report/table/hints.ts'
import { tableModelOf } from '#features/statement/web/report/table/reportTableModel.ts'
import { column, tableOf, tableSettings } from './figures.ts'

const retention: ReportInfo = { kind: 'retention', dims: [1], points: [7, 8] }

afterEach(() => {
  cleanup()
  useEditor.setState(emptyEditor)
})

const draftNow = () => useEditor.getState().draft?.info.retention

describe('the fields of the editor', () => {
  const open = (info: ReportInfo = retention) => {
    useEditor.setState({ ...emptyEditor, draft: { report: null, name: '', info, aside: nothingAside } })
    render(<OptionsSection />)
  }

  it('leave a plain retention as it was saved, and take its days typed key by key', async () => {
    open({ ...retention, retention: { days: [1, 7] } })
    expect(draftNow()).toEqual({ days: [1, 7] })
    const user = userEvent.setup()
    const days = screen.getByLabelText<HTMLInputElement>('留存天数')
    expect(days.value).toBe('1, 7')
    await user.type(days, ', 30')
    expect(draftNow()).toEqual({ days: [1, 7, 30] })
  })

  it('are reached and changed by keys, and offer days that fit each meaning', async () => {
    open()
    const user = userEvent.setup()
    await user.tab()
    expect(document.activeElement).toBe(screen.getByLabelText('怎样算回来'))
    await user.selectOptions(screen.getByLabelText('怎样算回来'), '分段回来')
    expect(draftNow()).toEqual({ how: 'within', days: [1, 4, 8, 15], untils: [3, 7, 14, 30] })
    await user.selectOptions(screen.getByLabelText('周期'), '自然周')
    expect(draftNow()).toEqual({ how: 'within', unit: 'week', days: [1, 3, 5], untils: [2, 4, 8] })
    await user.selectOptions(screen.getByLabelText('怎样算回来'), '流失与回流')
    expect(draftNow()).toEqual({ how: 'gone', days: [7, 14, 30] })
    expect(screen.queryByLabelText('周期')).toBeNull()
  })

  it('say what is wrong while it is typed, and keep the last valid days', async () => {
    open({ ...retention, retention: { how: 'within', days: [1], untils: [3] } })
    const user = userEvent.setup()
    const field = screen.getByLabelText<HTMLInputElement>('留存分段')
    await user.clear(field)
    await user.type(field, '1-3, 3-9')
    expect(screen.getByText('留存分段「1-3」与「3-9」重叠，一次回来只能算在一段里')).toBeTruthy()
    expect(draftNow()).toEqual({ how: 'within', days: [1], untils: [3] })
  })
})

const each: Returns[] = [
  { days: [0, 1, 30] },
  { days: [1, 7], how: 'after' },
  { days: [1, 4, 9], untils: [3, 7, 9], how: 'within' },
  { days: [1, 2], unit: 'week' },
  { days: [1], untils: [2], how: 'within', unit: 'month' },
  { days: [0, 1], unit: 'hours' },
  { days: [7, 14], how: 'gone' },
]

describe('the words and the address', () => {
  it('give back each meaning, and refuse what is none', () => {
    const written = each.map((returns) => {
      const address = writeAddress({ view: 1, report: null, changes: { retention: returns } })
      const read = readAddress(address.slice(address.indexOf('?') + 1))
      expect(read).toEqual({
        address: { view: 1, report: null, changes: { retention: returns } },
        problems: [],
      })
      return decodeURIComponent(/days=([^&]*)/.exec(address)?.[1] ?? '')
    })
    expect(written).toEqual([
      '0,1,30',
      'after:1,7',
      'within:1-3,4-7,9',
      'on.week:1,2',
      'within.month:1-2',
      'on.hours:0,1',
      'gone:7,14',
    ])
    for (const wrong of [
      'within:1-3,2-5',
      'gone:0',
      'gone.week:1',
      'on.week:105',
      'x:1',
      '1-3',
      'on.year:1',
      '7,1',
    ])
      expect(readAddress(`id=1&days=${wrong}`).problems, wrong).toEqual(['留存天数'])
  })

  it('are told in the history and in folded options', () => {
    expect(each.map(returnsWords)).toEqual([
      '第 0、1、30 天',
      '第 1、7 天及以后',
      '第 1–3、4–7、9 天内',
      '第 1、2 周',
      '第 1–2 个月内',
      '第 0、1 天（各自的 24 小时）',
      '流失 7、14 天与回流',
    ])
    const names = { dimension: String, point: String }
    const [change] = infoChanges(
      { ...retention, retention: { days: [1, 7] } },
      { ...retention, retention: { days: [1], how: 'after' } },
      names,
    )
    expect(change).toEqual({ title: '留存天数', from: '1、7', to: '第 1 天及以后' })
  })

  it('explain a column: what counts, how long, and who is left out', () => {
    const told = (returns: Returns, rest: Parameters<typeof column>[1]) =>
      roleText(column('r1', { role: 'rate', of: 'n1', ...rest }), { ...retention, retention: returns })
    expect(told({ days: [3], how: 'after' }, { day: 3 })).toMatch(
      /第 3 天或更晚.*最后一个过完的日期为止，所以还会增长/,
    )
    expect(
      told({ days: [1], untils: [2], how: 'within', unit: 'week' }, { day: 2, since: 1, per: 'week' }),
    ).toMatch(/第 1–2 周（周一到周日.*第 2 周没过完的批次为空/)
    expect(told({ days: [7], how: 'gone' }, { day: 7 })).toMatch(/曾连续 7 天没有出现的人.*÷ 这一批的人数/)
  })
})

describe('what is not over', () => {
  const rate = { format: 'percent', unit: '%', role: 'rate', kind: 'computed', type: 'number' } as const
  // 2026-10-12 is a Monday.
  const weeks = tableOf(
    [
      column('d1', { type: 'date' }),
      column('n', { title: '新增用户', role: 'size' }),
      column('n1', { title: '次周留存人数', role: 'retained', of: 'n', day: 1, per: 'week' }),
      column('r1', { title: '次周留存率', of: 'n1', day: 1, per: 'week', ...rate }),
    ],
    [
      ['2026-10-12', '2026-10-11', '2026-10-04'],
      [10, 20, 40],
      [null, 5, 20],
      [null, 0.25, 0.5],
    ],
    {
      unfinishedFrom: '2026-10-12',
      summary: [null, 70, 20, 0.5],
      bases: { r1: { total: 40, rows: [0, 20, 40] } },
    },
  )
  const info: ReportInfo = { ...retention, retention: { days: [1], unit: 'week' } }
  const model = tableModelOf(weeks, info, tableSettings)

  it('is hatched by the week that is running, and the total says over how many it is', () => {
    // Sunday's next week began today; that of the 4th ended yesterday.
    expect([0, 1, 2].map((row) => model.rowMark?.(row)?.unfinishedKeys)).toEqual([
      undefined,
      ['n1', 'r1'],
      undefined,
    ])
    const request = { result: { table: weeks, info } as never, model, calendar: null }
    expect(markText(request, -1, 3)).toBe(
      '按已满 1 周的 40 人算。合计含 3 批中的 1 批，其余的第 1 周还没过完。',
    )
    expect(hintAt(request, -1, 3)).toContain('合计含 3 批中的 1 批，其余的第 1 周还没过完。')
  })

  it('ends a curve: a line for the total and each cohort over its days', () => {
    const brackets = tableOf(
      [
        column('d1', { type: 'date' }),
        column('n', { role: 'size' }),
        column('r0', { ...rate, title: '当日', day: 0 }),
        column('r1', { ...rate, title: '1–3 日', day: 3, since: 1 }),
        column('r4', { ...rate, title: '4–7 日', day: 7, since: 4 }),
      ],
      [
        ['2026-10-12', '2026-10-09', '2026-10-01'],
        [10, 20, 40],
        [1, 1, 1],
        [null, 0.25, 0.5],
        [null, null, 0.3],
      ],
      { unfinishedFrom: '2026-10-12', summary: [null, 70, 1, 0.5, 0.3] },
    )
    const asked: ReportInfo = {
      ...retention,
      retention: { how: 'within', days: [0, 1, 4], untils: [0, 3, 7] },
    }
    const [figure] = chartFigures(brackets).filter(({ column: { role } }) => role === 'rate')
    expect(kindsOf('cohorts', figure)).toEqual(['heatmap', 'curve', 'line', 'column'])
    const around = {
      labels: () => undefined,
      calendar: null,
      today: '2026-10-12',
      hour: '',
      highlights: false,
    }
    const plot = plotOf(brackets, asked, 'cohorts', 'curve', figure ? [figure] : [], around)?.plot
    expect(plot?.kind).toBe('line')
    expect(plot?.places.map(({ label, title }) => [label, title])).toEqual([
      ['0 天', '当日'],
      ['1–3 天', '1–3 日'],
      ['4–7 天', '4–7 日'],
    ])
    expect(plot?.series.map(({ name, values }) => [name, values])).toEqual([
      ['合计', [1, 0.5, 0.3]],
      // Its days 1 to 3 end today.
      ['2026-10-12', [null, null, null]],
      ['2026-10-09', [1, null, null]],
      ['2026-10-01', [1, 0.5, 0.3]],
    ])
  })
})
