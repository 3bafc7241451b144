// Runs a command, wherever it was asked for: by key, palette, menu or button.
import { type CommandId, commandOf, type GoLessCommandId, isAllowed } from '#commands/index.ts'
import { openPalette } from '../palette/store.ts'
import { useSession } from '../session.ts'
import type { Handlers } from './handlers.ts'
import { isRefused } from './refusals.ts'

interface CommandHosts {
  handlers: Handlers
  navigate: (path: string) => void
}

let hosts: CommandHosts | undefined

/** Told once by main-web, before anything can be pressed. */
export function provideCommands(provided: CommandHosts): void {
  hosts = provided
}

/** A command that takes an argument asks for it in the palette when it is run without one. */
export function runCommand(id: CommandId, argument?: unknown): void {
  const command = commandOf(id)
  if (hosts === undefined || !isAllowed(command, useSession.getState().roleData)) return
  if (command.go !== undefined) hosts.navigate(command.go)
  else if (command.argument === undefined || argument !== undefined)
    hosts.handlers[id as GoLessCommandId](argument)
  else if (!isRefused(id)) openPalette({ command: id })
}

/** Palette and help leave out what has no use on the page that shows. */
export function isOfUse(id: CommandId): boolean {
  if (commandOf(id).go !== undefined) return true
  return hosts?.handlers[id as GoLessCommandId]?.isOfUse?.() ?? true
}

export function goTo(path: string): void {
  hosts?.navigate(path)
}

export function openInNewTab(path: string): void {
  window.open(path, '_blank', 'noopener')
}
