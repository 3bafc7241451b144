// @vitest-environment jsdom
// The watermark's second line is the trace code of the figures on screen.
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSession } from '#web/shell/session.ts'
import { useTraceOf } from '#web/shell/trace.ts'
import { WatermarkHost } from '#web/shell/WatermarkHost.tsx'
import { removeWatermark } from '#web/shell/watermark.ts'

afterEach(() => {
  cleanup()
  removeWatermark()
  useSession.setState({ username: null })
})

const shown = () =>
  decodeURIComponent(
    document.body.querySelector<HTMLElement>(':scope > [aria-hidden="true"]')?.style.backgroundImage ?? '',
  )

function Figures({ code }: { code: string | undefined }) {
  useTraceOf(code)
  return null
}

it('follows the figures, and goes back to the reader’s own when they go', () => {
  useSession.setState({ username: 'chensiyuan' })
  const page = (code?: string, other?: string) => (
    <>
      <WatermarkHost />
      <Figures code={code} />
      <Figures code={other} />
    </>
  )
  const { rerender } = render(page())
  const own = shown()
  expect(own).toContain('chensiyuan')
  rerender(page('RCPZNNC9M0'))
  expect(shown()).toContain('RCPZNNC9M0')
  expect(shown()).toContain('chensiyuan')
  rerender(page('RCPZNNC9M0', 'AAAAAAAAAA'))
  expect(shown()).toContain('AAAAAAAAAA')
  rerender(page('RCPZNNC9M0'))
  expect(shown()).toContain('RCPZNNC9M0')
  rerender(page())
  expect(shown()).toBe(own)
})

it('tells no code to who is not signed in', () => {
  render(
    <>
      <WatermarkHost />
      <Figures code="RCPZNNC9M0" />
    </>,
  )
  expect(shown()).not.toContain('RCPZNNC9M0')
  expect(shown()).toContain('请勿外传')
})
