// Every server takes over within seconds what a manager has saved at any of them.
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/metadata/schema.ts'
import type { SettingValue } from '#features/installation/contract.ts'
import { beginWith, type KeptValues, takeOver } from './layers.ts'

type Db = Kysely<Database>

const followMs = 2_000

export async function readKept(db: Db): Promise<KeptValues> {
  const rows = await db.selectFrom('installation_setting').select('kept').orderBy('name').execute()
  return Object.assign({}, ...rows.map(({ kept }) => JSON.parse(kept) as Record<string, SettingValue>))
}

const stateOf = async (db: Db): Promise<string> => {
  const rows = await db
    .selectFrom('installation_setting')
    .select(['name', 'revision'])
    .orderBy('name')
    .execute()
  return rows.map(({ name, revision }) => `${name} ${revision}`).join()
}

/** Before the app is built. What is kept may contradict the file of this server: then the file holds alone. */
export async function beginSettings({
  settings,
  metadata: { db },
  log,
}: Pick<Deps, 'settings' | 'metadata' | 'log'>) {
  try {
    beginWith(settings, await readKept(db))
  } catch (error) {
    log.warn({ err: error }, 'the settings kept for all servers contradict settings.json of this one')
  }
}

export class Following {
  readonly #deps: Pick<Deps, 'settings' | 'metadata' | 'log'>
  #known = ''
  #refused = ''

  constructor(deps: Pick<Deps, 'settings' | 'metadata' | 'log'>) {
    this.#deps = deps
  }

  async look(): Promise<void> {
    const { settings, metadata, log } = this.#deps
    const state = await stateOf(metadata.db)
    if (state === this.#known) return
    try {
      takeOver(settings, await readKept(metadata.db))
    } catch (error) {
      if (this.#refused !== state)
        log.warn({ err: error }, 'the settings kept for all servers contradict settings.json of this one')
      this.#refused = state
    }
    this.#known = state
  }
}

export function followSettings(app: FastifyInstance, deps: Deps): Following {
  const following = new Following(deps)
  // A store that is away is asked again.
  const timer = setInterval(() => void following.look().catch(() => undefined), followMs)
  timer.unref()
  app.addHook('onReady', () => following.look())
  app.addHook('onClose', async () => clearInterval(timer))
  return following
}
