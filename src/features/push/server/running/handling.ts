// Binds push's jobs. Their code is loaded with the first run, not at start.
import type { PushDeps } from '../deps.ts'
import { beginPush, sendPush } from './jobs.ts'

const beginning = () => import('./begin.ts')
const sending = () => import('./send.ts')

export function handleRunning(deps: PushDeps): void {
  deps.jobs.handle(beginPush, {
    run: async (turn, context) => {
      await (await beginning()).runBegin(deps, turn, context)
      return {}
    },
    changed: async (db, run) => (await beginning()).beginChanged(deps, db, run),
  })
  deps.jobs.handle(sendPush, {
    run: async (turn, context) => {
      await (await sending()).runSend(deps, turn, context)
      return {}
    },
    changed: async (db, run) => (await sending()).sendChanged(deps, db, run),
  })
}
