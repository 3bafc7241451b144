// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { useMessages } from '#web/shell/message.ts'
import { whenRead } from '#web/shell/whenRead.ts'

it('says that a part could not be had, so that no key does nothing without a word', async () => {
  const used: string[] = []
  whenRead(Promise.resolve('part'), (part) => used.push(part))
  await vi.waitFor(() => expect(used).toEqual(['part']))
  expect(useMessages.getState().messages).toEqual([])
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  whenRead(Promise.reject(new TypeError('Failed to fetch dynamically imported module')), () => used.push('x'))
  await vi.waitFor(() =>
    expect(useMessages.getState().messages[0]?.message).toBe('An error occurred while loading the component'),
  )
  expect(used).toEqual(['part'])
  expect(told).toHaveBeenCalled()
  told.mockRestore()
})
