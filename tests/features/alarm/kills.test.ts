// Each fire has one record and one message, however often servers are killed.
import { expect, it } from 'vitest'
import { describeStores } from '#tests/factories/stores.ts'
import { fireAlarmsThroughKills } from './killing.ts'

/** `FIRES=1000 KILLS=100 SEED=…` runs the long form. */
const fires = Number(process.env.FIRES ?? 24)
const kills = Number(process.env.KILLS ?? 2)
const seed = Number(process.env.SEED ?? 20_261_123)
const days = Math.min(39, Math.max(4, Math.round(fires / 25)))
const isLong = fires >= 1_000

describeStores('alarms', (store) => {
  // Of the embedded store one server is the whole story of the jobs' own suite.
  it.skipIf(store.dialect === 'sqlite' && !isLong)(
    `fire neither twice nor not at all in ${fires} fires by ${kills} kills, seed ${seed}`,
    { timeout: 60_000 + kills * 5_000 },
    async () => {
      const figures = await fireAlarmsThroughKills({
        store: await store.make(),
        alarms: Math.ceil(fires / days),
        days,
        kills,
        servers: store.dialect === 'postgres' ? 2 : 1,
        seed,
      })
      expect(figures).toMatchObject({ missing: 0, double: 0, untold: 0, toldTwice: 0 })
    },
  )
})
