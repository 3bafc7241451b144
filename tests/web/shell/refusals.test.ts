// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { isRefused, refuseWhile } from '#web/shell/keys/refusals.ts'
import { provideCommands, runCommand } from '#web/shell/keys/run.ts'
import { useMessages } from '#web/shell/message.ts'
import { usePalette } from '#web/shell/palette/store.ts'
import { type RoleData, useSession } from '#web/shell/session.ts'

it('a command with nothing to offer says why, once, instead of asking', () => {
  useSession.setState({ roleData: { role: {} } as unknown as RoleData })
  provideCommands({ handlers: {} as never, navigate: () => undefined })
  let reason = '没有日期可选'
  const end = refuseWhile('report.range', () => reason)
  runCommand('report.range')
  runCommand('report.range')
  expect(usePalette.getState().open).toBe(false)
  expect(useMessages.getState().messages.map(({ message }) => message)).toEqual([reason])
  reason = ''
  runCommand('report.range')
  expect(usePalette.getState().open).toBe(true)
  reason = '没有日期可选'
  end()
  expect(isRefused('report.range')).toBe(false)
  usePalette.setState(usePalette.getInitialState())
  useSession.setState(useSession.getInitialState())
})
