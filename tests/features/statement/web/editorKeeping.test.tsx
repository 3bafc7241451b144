// @vitest-environment jsdom
// Leaving the page of an edited report never loses changes unnoticed.
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useMessages } from '#web/shell/message.ts'
import { nothingAside } from '#features/statement/web/editor/aside.ts'
import { useKeptEditor } from '#features/statement/web/editor/keeping.ts'
import { type Draft, emptyEditor, useEditor } from '#features/statement/web/editor/store.ts'

function Page() {
  useKeptEditor()
  return null
}

it('offers to go on with what was changed, and only then', () => {
  history.replaceState(null, '', '/statement/detail?id=3')
  const opened: Draft = { report: null, name: '', info: { dims: [], points: [5] }, aside: nothingAside }
  useEditor.setState({ ...emptyEditor, draft: opened, opened })
  render(<Page />).unmount()
  expect(useMessages.getState().messages).toEqual([])
  const page = render(<Page />)
  useEditor.setState({ draft: { ...opened, name: '改名' } })
  history.replaceState(null, '', '/custom')
  page.unmount()
  const [told] = useMessages.getState().messages
  expect(told).toMatchObject({ message: '编辑已关闭，修改没有保存', action: { text: '继续编辑' } })
  told?.action?.onClick()
  expect(location.pathname + location.search).toBe('/statement/detail?id=3')
})
