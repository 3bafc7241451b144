// @vitest-environment jsdom
// States of a place: failures are shown in full, and waiting is announced.
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { CallError, failureOf } from '#web/api/callError.ts'
import { broken, unexpected } from '#web/api/failures.ts'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { RetryButton } from '#web/ui/states/RetryButton.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'

afterEach(cleanup)

const lines = (element: HTMLElement) => [...element.children].map((child) => child.textContent)

describe('an error state', () => {
  it('says what happened, and the status as its last line', () => {
    render(
      <ErrorState title="目录读取失败" failure={unexpected(500, { msg: '系统繁忙' })} onRetry={() => {}} />,
    )
    expect(lines(screen.getByRole('alert'))).toEqual(['目录读取失败', '系统繁忙', '重试', 'ERROR 500'])
  })

  it('offers to ask again where that may help, or where it is another step', () => {
    const failure = new CallError({ status: 200, code: 'report_invalid', reason: '筛选条件过多' })
    const { rerender } = render(<ErrorState title="查询失败" failure={failure} onRetry={() => {}} />)
    expect(screen.queryByRole('button')).toBeNull()
    rerender(<ErrorState title="查询失败" failure={failure} onRetry={() => {}} retryText="再查一次" />)
    expect(screen.getByRole('button').textContent).toBe('再查一次')
    rerender(<RetryButton failure={failure} onRetry={() => {}} />)
    expect(screen.queryByRole('button')).toBeNull()
    rerender(<RetryButton failure={unexpected(503, null)} onRetry={() => {}} />)
    expect(screen.getByRole('button').textContent).toBe('重试')
  })

  it('names the call whose answer was not whole', () => {
    render(
      <ErrorState title="目录读取失败" failure={broken({ path: '/api/s1/data/getViewMeta' }, 200, null)} />,
    )
    expect(lines(screen.getByRole('alert')).at(-1)).toBe('getViewMeta ERROR: 200')
  })

  it('ends with the words where the catalogue has no line', () => {
    render(
      <FailureLine
        what="保存失败"
        failure={new CallError({ status: 200, code: 'name_taken', reason: '名称已有' })}
      />,
    )
    expect(screen.getByRole('alert').textContent).toBe('保存失败：名称已有')
  })

  it('takes whatever was thrown', () => {
    expect(failureOf(new TypeError('x is not a function')).message).toBe('未知错误')
  })
})

it('a wait names itself in the words of the catalogue', () => {
  render(<Skeleton />)
  expect(screen.getByRole('status').textContent).toBe('加载中...')
})
