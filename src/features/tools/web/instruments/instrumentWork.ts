// Implements the commands of the small tools.

import { navigate } from 'wouter/use-browser-location'
import type { HandledId } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import { copyText } from '#web/ui/copyText.ts'
import type { toolsCommands } from '../commands.ts'
import { type InstrumentId, instrumentIds, isInstrument } from './names.ts'
import { setText, useTexts } from './texts.ts'

type ToolId = Extract<HandledId<typeof toolsCommands>, `tools.${string}`>

export const instrumentNow = (): InstrumentId => {
  const named = queryOf(window.location.search).get('tool')
  return isInstrument(named) ? named : 'time'
}

export const addressOf = (id: InstrumentId): string => pages.othersTestTools({ tool: id })

const open = (id: InstrumentId): void => navigate(addressOf(id))

const step = (by: number) => () => {
  const at = instrumentIds.indexOf(instrumentNow()) + by
  open(instrumentIds[(at + instrumentIds.length) % instrumentIds.length] as InstrumentId)
}

function copyResult(): void {
  const focused = document.activeElement?.closest('.tools-result')
  const value = (focused ?? document).querySelector('.tools-value')?.textContent
  if (value) void copyText(value)
}

function clear(): void {
  const mine = `${instrumentNow()}.`
  const kept = Object.entries(useTexts.getState().texts).filter(([field]) => !field.startsWith(mine))
  useTexts.setState({ texts: Object.fromEntries(kept) })
}

function toField(): void {
  const field = document.querySelector<HTMLElement>('#tools-field, .tools-work .monaco-editor textarea')
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
  else field?.focus()
}

const opens = Object.fromEntries(instrumentIds.map((id) => [`tools.${id}`, () => open(id)])) as Record<
  `tools.${InstrumentId}`,
  Handler
>

export const instrumentWork: Record<ToolId, Handler> = {
  ...opens,
  'tools.next': step(1),
  'tools.previous': step(-1),
  'tools.type': toField,
  'tools.copy': copyResult,
  'tools.clear': clear,
}

/** Sets the main field of a tool. */
export const giveText = (id: InstrumentId, text: string): void => setText(`${id}.text`, text)
