// @vitest-environment jsdom
// Funnels by moments, as people ask for them: the editor's fields, the address and the words.
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { Funnel } from '#semantic/model/funnels.ts'
import { infoChanges } from '#semantic/model/infoWords.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { readAddress, writeAddress } from '#features/statement/web/address/address.ts'
import { nothingAside } from '#features/statement/web/editor/aside.ts'
import { OptionsSection } from '#features/statement/web/editor/OptionsSection.tsx'
import { optionsText } from '#features/statement/web/editor/optionsText.ts'
import { emptyEditor, useEditor } from '#features/statement/web/editor/store.ts'
import { roleText } from '#features/statement/web/explain/subjects.ts'
import { column } from './figures.ts'

const steps: ReportInfo = { kind: 'funnel', dims: [], points: [7, 8] }
const params = {
  dimensions: [
    { id: 1, name: '日期', types: 'date' },
    { id: 5, name: '区服', types: 'string' },
  ],
  points: [],
} as never

afterEach(() => {
  cleanup()
  useEditor.setState(emptyEditor)
})

const draftNow = () => useEditor.getState().draft?.info.funnel

describe('the fields of a funnel', () => {
  const open = (funnel: Funnel) => {
    const info = { ...steps, funnel }
    useEditor.setState({
      ...emptyEditor,
      params,
      draft: { report: null, name: '', info, aside: nothingAside },
    })
    render(<OptionsSection />)
  }

  it('leave a funnel by days as it was saved, and take a window by keys', async () => {
    open({ windowDays: 7 })
    const user = userEvent.setup()
    const days = screen.getByLabelText<HTMLInputElement>('转化期限（天）')
    await user.clear(days)
    await user.type(days, '3')
    expect(draftNow()).toEqual({ windowDays: 3 })
    await user.selectOptions(screen.getByLabelText('期限从哪里算起'), '第一步的时刻，按小时')
    expect(draftNow()).toEqual({ within: { count: 24, unit: 'hour' } })
    const hours = screen.getByLabelText<HTMLInputElement>('转化期限（小时）')
    await user.clear(hours)
    await user.type(hours, '48')
    expect(draftNow()).toEqual({ within: { count: 48, unit: 'hour' } })
  })

  it('keep what is asked beside the window, and drop it with the window', async () => {
    open({ within: { count: 24, unit: 'hour' } })
    const user = userEvent.setup()
    await user.click(screen.getByLabelText('紧接着做，中间没有漏斗里别的步骤'))
    screen.getByLabelText('每次都算，不按人合并').focus()
    await user.keyboard(' ')
    await user.click(screen.getByLabelText('显示每一步的用时（中位数、90 分位）'))
    await user.selectOptions(screen.getByLabelText('各步的同一属性'), '区服')
    const asked = { strictly: true, each: true, times: true, same: 5 }
    expect(draftNow()).toEqual({ within: { count: 24, unit: 'hour' }, ...asked })
    await user.selectOptions(screen.getByLabelText('期限从哪里算起'), '第一步的时刻，按分钟')
    expect(draftNow()).toEqual({ within: { count: 30, unit: 'minute' }, ...asked })
    await user.click(screen.getByLabelText('每次都算，不按人合并'))
    expect(draftNow()).not.toHaveProperty('each')
    await user.selectOptions(screen.getByLabelText('期限从哪里算起'), '第一步那天，按天')
    expect(draftNow()).toEqual({ windowDays: 7 })
  })
})

const each: Funnel[] = [
  { windowDays: 0 },
  { within: { count: 24, unit: 'hour' } },
  { within: { count: 30, unit: 'minute' }, strictly: true, each: true, same: 5, times: true },
  { within: { count: 365, unit: 'day' }, times: true },
]

describe('the words and the address of a funnel', () => {
  it('give back each funnel, and refuse what is none', () => {
    const written = each.map((funnel) => {
      const address = writeAddress({ view: 1, report: null, changes: { funnel } })
      const read = readAddress(address.slice(address.indexOf('?') + 1))
      expect(read).toEqual({ address: { view: 1, report: null, changes: { funnel } }, problems: [] })
      return /window=([^&]*)/.exec(address)?.[1]
    })
    expect(written).toEqual(['0', '24hour', '30minute-strictly-each-same5-times', '365day-times'])
    for (const wrong of ['366', '0hour', '721hour', '24week', '24hour-each-strictly', '24hour-same0', 'hour'])
      expect(readAddress(`id=1&window=${wrong}`).problems, wrong).toEqual(['转化窗口'])
  })

  it('tell how a step counts', () => {
    const told = (funnel: Funnel, role: 'step' | 'conversion' | 'duration' = 'step') =>
      roleText(column('s2', { role }), { ...steps, funnel })
    expect(told({ windowDays: 7 })).toMatch(/^按先后走到这一步的人数，从第一步起 7 天内。同一编号/)
    expect(told({ within: { count: 24, unit: 'hour' } })).toMatch(/第一步的时刻起 24 小时内.*走得最远的那次/)
    expect(told({ within: { count: 1, unit: 'day' }, each: true, strictly: true })).toMatch(
      /走到这一步的次数.*每次都算.*紧接/,
    )
    expect(told({ within: { count: 1, unit: 'day' }, times: true }, 'duration')).toContain(
      '九成人不超过的时间',
    )
    expect(each.map((funnel) => optionsText({ ...steps, funnel }))).toEqual([
      '0 天内',
      '24 小时内',
      '30 分钟内、紧接、每次都算、同一属性、用时',
      '365 天内、用时',
    ])
    const names = { dimension: () => '区服', point: String }
    const [change] = infoChanges(
      { ...steps, funnel: { windowDays: 7 } },
      { ...steps, funnel: { within: { count: 24, unit: 'hour' }, same: 5 } },
      names,
    )
    expect(change).toEqual({ title: '转化窗口', from: '7 天', to: '24 小时内、同一区服' })
  })
})
