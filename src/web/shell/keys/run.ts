// Runs a command, however it was invoked: by key, palette, menu or button.
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

/** Called once by main-web, before any key can be pressed. */
export function provideCommands(provided: CommandHosts): void {
  hosts = provided
}

/** A command that takes an argument, run without one, asks for it in the palette. */
export function runCommand(id: CommandId, argument?: unknown): void {
  const command = commandOf(id)
  if (hosts === undefined || !isAllowed(command, useSession.getState().roleData)) return
  if (command.go !== undefined) hosts.navigate(command.go)
  else if (command.argument === undefined || argument !== undefined)
    hosts.handlers[id as GoLessCommandId](argument)
  else if (!isRefused(id)) openPalette({ command: id })
}

/** Palette and help leave out commands that have no use on the present page. */
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
