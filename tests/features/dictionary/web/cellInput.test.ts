// @vitest-environment jsdom
// The field over a dictionary's cell: opening and confirming it changes nothing, whatever the cell contains.
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { nastyTexts } from '#tests/web/values/values.ts'
import type { TableHandle } from '#web/table/types.ts'
import { CellInput } from '#features/dictionary/web/sheet/CellInput.ts'

afterEach(() => document.body.replaceChildren())

function opened(text: string) {
  const root = document.body.appendChild(document.createElement('div'))
  const field = root.appendChild(document.createElement('textarea'))
  const written: string[] = []
  const table = {
    selection: { active: { row: 0, column: 0 } },
    subscribe: () => () => undefined,
    boxOf: () => null,
    move: () => undefined,
  } as unknown as TableHandle
  const input = new CellInput(root, field, table, {
    textAt: () => text,
    write: (_row, _column, typed) => written.push(typed),
    paste: () => undefined,
  })
  input.open()
  return { field, input, written }
}

it.each(nastyTexts.map((text) => [JSON.stringify(text), text]))(
  'holding %s stays as it was',
  async (_, text) => {
    for (const key of ['{Enter}', '{Tab}', '{Escape}']) {
      const { input, written } = opened(text)
      await userEvent.keyboard(key)
      expect([input.isOpen, written]).toEqual([false, []])
      input.dispose()
      document.body.replaceChildren()
    }
  },
)

it('writes what was typed into it', async () => {
  const { written } = opened('甲')
  await userEvent.keyboard(' 乙{Enter}')
  expect(written).toEqual(['甲 乙'])
})
