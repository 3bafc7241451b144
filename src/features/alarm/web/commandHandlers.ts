// Handlers of the alarms' commands. Page code is loaded when a page opens, so handlers for it are requested
// then.
import { navigate } from 'wouter/use-browser-location'
import type { HandledId } from '#commands/define.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { alarmEditPath } from '../contract.ts'
import type { alarmCommands } from './commands.ts'

const editor = () => import('./editor/actions.ts')
const conditions = () => import('./editor/conditionWork.ts')
const fire = () => import('./fire/actions.ts')

export const alarmWork: Record<HandledId<typeof alarmCommands>, Handler> = {
  'alarm.create': () => navigate(alarmEditPath),
  'alarms.freeze': () => actOnShown('alarms.freeze'),
  'alarms.unfreeze': () => actOnShown('alarms.unfreeze'),
  'alarms.mute': () => actOnShown('alarms.mute'),
  'alarms.unmute': () => actOnShown('alarms.unmute'),
  'alarms.run': () => actOnShown('alarms.run'),
  'alarms.duplicate': () => actOnShown('alarms.duplicate'),
  'alarms.fires': () => actOnShown('alarms.fires'),
  'alarms.history': () => actOnShown('alarms.history'),
  'fires.acknowledge': () => actOnShown('fires.acknowledge'),
  'alarm.save': async () => (await editor()).save(),
  'alarm.sendTest': async () => (await editor()).sendTest(),
  'alarm.toResult': async () => (await editor()).goToResult(),
  'alarm.addCondition': async () => (await conditions()).addCondition(),
  'alarm.addGroup': async () => (await conditions()).addGroup(),
  'alarm.movePart': async () => (await conditions()).choosePlace(),
  'alarm.undo': async () => (await import('#web/ui/undo.ts')).undoLast(),
  'alarm.leave': async () => (await editor()).closeEditor(),
  'fire.acknowledge': async () => (await fire()).acknowledgeFire(),
  'fire.report': async () => (await fire()).openFireReport(),
  'fire.edit': async () => (await fire()).editFireAlarm(),
}
