// Each fire has one record and one effect, however often servers are killed.
import { expect, it } from 'vitest'
import { describeStores } from '#tests/factories/stores.ts'
import { fireThroughKills } from './killing.ts'

/** `FIRES=1000 KILLS=100 SEED=…` runs the long form. */
const fires = Number(process.env.FIRES ?? 40)
const kills = Number(process.env.KILLS ?? 5)
const seed = Number(process.env.SEED ?? 20_261_005)

describeStores('jobs', (store) => {
  const servers = store.dialect === 'postgres' ? 2 : 1
  it(`are neither doubled nor lost in ${fires} fires by ${kills} kills of ${servers} servers, seed ${seed}`, {
    timeout: 60_000 + kills * 5_000,
  }, async () => {
    const figures = await fireThroughKills({ store: await store.make('empty'), fires, kills, servers, seed })
    expect(figures).toMatchObject({
      missingFires: 0,
      doubleFires: 0,
      missingEffects: 0,
      doubleEffects: 0,
    })
    // The kills met work.
    expect(figures.begunAgain).toBeGreaterThan(0)
  })
})
