// Tells programs that listen what fired, in the transaction that notes it: all fires, also those of which no person is
// told now, with why.
import { pages } from '#shared/pages.ts'
import { type AlarmFinding, alarmLevels } from '#features/alarm/contract.ts'
import type { SendingStore } from '#features/receivers/server/index.ts'
import { tellWebhooks } from '#features/webhooks/server/index.ts'
import type { AlarmDeps } from '../deps.ts'
import type { StoredAlarm, StoredFire } from '../objectKinds.ts'

/** Of many that fire at once, the first ones are told one by one. */
const mostTold = 100

type Fired = Pick<
  StoredFire,
  'id' | 'games' | 'label' | 'period' | 'level' | 'reason' | 'findings' | 'silence' | 'held_until' | 'mute'
>

export async function tellPrograms(
  { settings }: Pick<AlarmDeps, 'settings'>,
  store: SendingStore,
  alarm: Pick<StoredAlarm, 'id' | 'name'>,
  fires: readonly Fired[],
  at: Date,
): Promise<void> {
  const [first] = fires
  if (!first) return
  const { publicUrl } = settings.installation
  const level = alarmLevels.findLast((one) => fires.some((fire) => fire.level === one))
  await tellWebhooks(store, {
    event: 'alarm.fired',
    key: `alarm fire ${first.id}`,
    at,
    subject: alarm.name,
    within: first.games,
    data: {
      alarm: { id: alarm.id, name: alarm.name },
      level,
      count: fires.length,
      fires: fires.slice(0, mostTold).map((fire) => ({
        id: fire.id,
        label: fire.label,
        period: fire.period,
        level: fire.level,
        reason: fire.reason,
        figures: figuresOf(fire),
        untold: fire.silence ?? (fire.mute !== null ? 'muted' : null),
        heldUntil: fire.held_until,
      })),
      link: publicUrl === null ? null : `${publicUrl}${pages.alarmFire({ id: first.id })}`,
    },
  })
}

const figuresOf = ({ findings }: Fired) =>
  (JSON.parse(findings) as AlarmFinding[]).map(({ pointName, value, previous, change, expected, met }) => ({
    point: pointName,
    value,
    previous,
    change,
    expected,
    met,
  }))
