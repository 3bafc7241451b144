// @vitest-environment jsdom
// A sentence shows the current key of a command.
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ByKey } from '#web/shell/keys/ByKey.tsx'
import { byKey } from '#web/shell/keys/keySentence.ts'
import { useSettings } from '#web/shell/settings.ts'

const bind = (keys: string[]) => act(() => useSettings.setState({ keyBindings: { 'list.create': keys } }))

afterEach(() => {
  cleanup()
  act(() => useSettings.setState({ keyBindings: {} }))
})

it('names a key that the reader has bound, and the title of a command that has none', () => {
  const { container } = render(<ByKey command="list.create" />)
  const boxes = () => [...container.querySelectorAll('kbd')].map((box) => box.textContent)
  expect(boxes()).toEqual(['c'])
  expect(byKey('list.create')).toBe('按 c ')
  bind(['g x'])
  expect(boxes()).toEqual(['g', 'x'])
  expect(byKey('list.create')).toBe('按 g x ')
  bind([])
  expect(boxes()).toEqual([])
  expect(container.textContent).toBe(byKey('list.create'))
  expect(byKey('list.create')).toMatch(/^用「.+」$/)
})
