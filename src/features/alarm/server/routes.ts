// The calls of the alarms.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { type CallContext, registerCall } from '#server/http/registerCall.ts'
import { bringBackObjects, removeObjects } from '#server/objects/services.ts'
import { tellQueryUses } from '#features/code/server/index.ts'
import { tellReceiverUses } from '#features/receivers/server/index.ts'
import * as calls from '../contract.ts'
import type { AlarmDeps } from './deps.ts'
import { countReceiverUses, readReceiverUses } from './keeping/receivers.ts'
import { alarms } from './objectKinds.ts'
import { checkSoon, handleAlarms } from './scheduling.ts'

// Code not needed at the start is loaded on first use.
const freezing = () => import('./keeping/freeze.ts')
const list = () => import('./keeping/list.ts')

export function registerAlarm(app: FastifyInstance, given: Deps): void {
  const deps: AlarmDeps = { ...given, jobs: app.jobs }
  handleAlarms(app, deps)
  tellReceiverUses('alarm', { usesOf: readReceiverUses, count: countReceiverUses })
  tellQueryUses('alarm', async (...given) => (await import('./queries/uses.ts')).readQueryUses(...given))
  registerKeeping(app, deps)
  registerRunning(app, deps)
  registerFires(app, deps)
}

function registerKeeping(app: FastifyInstance, deps: AlarmDeps): void {
  const soon = async <Saved>(log: CallContext['log'], saving: Promise<Saved>): Promise<Saved> => {
    const saved = await saving
    // The alarm is saved; without this pass, the next minute's follows.
    await checkSoon(deps).catch((error: unknown) =>
      log.warn({ err: error }, 'no pass over the alarms was ordered'),
    )
    return saved
  }
  registerCall(app, calls.getAlarmByFilter, async ({ body }, { user, signal }) =>
    (await list()).listAlarms(deps, user, body, signal),
  )
  registerCall(app, calls.addOrUpdateAlarm, ({ body }, { user, log }) =>
    soon(
      log,
      import('./keeping/save.ts').then(({ saveAlarm }) => saveAlarm(deps, user, body)),
    ),
  )
  registerCall(app, calls.freezeAlarm, async ({ params, body }, { user }) =>
    (await freezing()).freeze(deps, user, [params.id], body.until ?? null),
  )
  registerCall(app, calls.unFreezeAlarm, ({ params }, { user, log }) =>
    soon(
      log,
      freezing().then(({ thaw }) => thaw(deps, user, [params.id])),
    ),
  )
  registerCall(app, calls.deleteAlarm, ({ params }, { user }) =>
    removeObjects(deps, alarms, user, [params.id]),
  )
  registerCall(app, calls.freezeAlarms, async ({ body }, { user }) =>
    (await freezing()).freeze(deps, user, body.ids, body.until ?? null),
  )
  registerCall(app, calls.unFreezeAlarms, ({ body }, { user, log }) =>
    soon(
      log,
      freezing().then(({ thaw }) => thaw(deps, user, body.ids)),
    ),
  )
  registerCall(app, calls.muteAlarms, async ({ body }, { user }) =>
    (await import('./keeping/mute.ts')).mute(deps, user, body),
  )
  registerCall(app, calls.unmuteAlarms, async ({ body }, { user }) =>
    (await import('./keeping/mute.ts')).unmute(deps, user, body),
  )
  registerCall(app, calls.readMuteTargets, async (_, { user }) =>
    (await import('./keeping/mute.ts')).muteTargets(deps, user),
  )
  registerCall(app, calls.deleteAlarms, ({ body }, { user }) => removeObjects(deps, alarms, user, body.ids))
  registerCall(app, calls.restoreAlarms, ({ body }, { user }) =>
    bringBackObjects(deps, alarms, user, body.ids),
  )
  registerCall(app, calls.alarmChanges, async ({ params }, { user, signal }) =>
    (await import('./keeping/changes.ts')).readChanges(deps, user, params.id, signal),
  )
  registerCall(app, calls.alarmOptions, async (_, { user }) =>
    (await import('./keeping/options.ts')).alarmOptions(deps, user),
  )
}

function registerRunning(app: FastifyInstance, deps: AlarmDeps): void {
  // The code that runs rules is loaded on first use.
  registerCall(app, calls.getAlarmReportData, async ({ body }, { user, signal }) =>
    (await import('./running/data.ts')).readReportData(deps, user, body, signal),
  )
  registerCall(app, calls.runAlarmRule, async ({ body }, { user, signal }) =>
    (await import('./running/run.ts')).runAlarm(deps, user, body, signal),
  )
  registerCall(app, calls.rehearseAlarm, async ({ body }, { user, signal }) =>
    (await import('./running/rehearse.ts')).rehearse(deps, user, body, signal),
  )
  registerCall(app, calls.readAlarmQuery, async ({ body }, { user, signal }) =>
    (await import('./queries/trying.ts')).readQueryResult(deps, user, body, signal),
  )
}

function registerFires(app: FastifyInstance, deps: AlarmDeps): void {
  registerCall(app, calls.listAlarmFires, async ({ query }, { user }) =>
    (await import('./fires/list.ts')).listFires(deps, user, query),
  )
  registerCall(app, calls.getAlarmFire, async ({ params }, { user }) =>
    (await import('./fires/detail.ts')).readFire(deps, user, params.id),
  )
  registerCall(app, calls.acknowledgeAlarmFires, async ({ body }, { user }) =>
    (await import('./fires/acknowledge.ts')).acknowledge(deps, user, body),
  )
}
