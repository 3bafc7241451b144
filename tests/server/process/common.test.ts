// Servers on one PostgreSQL: the secret and the warehouse of each are those that the store has noted.
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { homeOf } from '#server/jobs/home.ts'
import { type Metadata, openMetadata } from '#server/metadata/open.ts'
import { adoptStore, forgetCommon, joinOthers, refuseUnlike } from '#server/process/common.ts'
import { openSound } from '#server/process/sound.ts'
import { installationSecret, secretPath } from '#server/secret.ts'
import { findPostgres } from '#setup/postgres.mjs'
import { dropDatabase, makeDatabase } from '#tests/factories/postgres.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { tables } from '../../../src/main-tables.ts'

const clickhouse = 'http://reports:pass-word@warehouse.example:8123/games'

describe.skipIf(!findPostgres())('servers on one PostgreSQL', () => {
  let address: string
  let metadata: Metadata
  let folders: string
  beforeAll(async () => {
    address = await makeDatabase('migrated')
    folders = mkdtempSync(join(tmpdir(), 'common-'))
    metadata = await openMetadata({ metadata: address, dataDir: folders }, silentLog, tables)
  })
  afterAll(async () => {
    await metadata.stop()
    await dropDatabase(address)
    rmSync(folders, { recursive: true, force: true })
  })
  beforeEach(() => forgetCommon(metadata.db))

  /** A data folder with a secret of its own, or with the same one as another folder. */
  const serverOf = (warehouse: string, like?: { dataDir: string }) => {
    const dataDir = mkdtempSync(join(folders, 'server-'))
    if (like) cpSync(secretPath(like.dataDir), secretPath(dataDir))
    return { dataDir, metadata: address, warehouse }
  }
  const first = async (warehouse: string) => {
    const server = serverOf(warehouse)
    installationSecret(server.dataDir)
    await refuseUnlike(server, metadata)
    await joinOthers(server, metadata)
    return server
  }
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'not refused',
      (error: Error) => `${error.name}: ${error.message}`,
    )

  it('share a ClickHouse and a secret, and start again', async () => {
    const one = await first(clickhouse)
    // Another account of the same database is the same warehouse.
    const other = serverOf('http://second:other@warehouse.example:8123/games', one)
    for (const server of [other, one, other]) {
      await refuseUnlike(server, metadata)
      await joinOthers(server, metadata)
    }
  })

  it('are refused without the secret, which is not made, and with another one; the way out is named', async () => {
    const one = await first(clickhouse)
    const fresh = serverOf(clickhouse)
    expect(await refusal(openSound(fresh, silentLog, tables))).toMatch(/^StartProblem: .*还没有.*复制/)
    expect(existsSync(secretPath(fresh.dataDir))).toBe(false)
    installationSecret(fresh.dataDir)
    const message = await refusal(refuseUnlike(fresh, metadata))
    expect(message).toContain(secretPath(fresh.dataDir))
    expect(message).toContain('npm run adopt')
    expect(await refusal(joinOthers(fresh, metadata))).toBe(message)
    // Nothing of the refused one has been noted.
    await refuseUnlike(one, metadata)
  })

  it('are refused on another warehouse, which is named without its password', async () => {
    const one = await first(clickhouse)
    for (const warehouse of [
      'embedded',
      'http://a:b@elsewhere:8123/games',
      'http://a:b@warehouse.example:8123/other',
    ]) {
      const message = await refusal(refuseUnlike(serverOf(warehouse, one), metadata))
      expect(message).toContain('ClickHouse http://warehouse.example:8123/games')
      expect(message).toContain('WAREHOUSE')
      expect(message).not.toMatch(/pass-word|a:b@/)
    }
  })

  it('have an embedded warehouse each: the second one is refused, a moved folder is not', async () => {
    const one = await first('embedded')
    const second = serverOf('embedded', one)
    expect(await refusal(refuseUnlike(second, metadata))).toContain(one.dataDir)
    homeOf(second.dataDir)
    expect(await refusal(refuseUnlike(second, metadata))).toContain('共用一个 ClickHouse')
    const moved = { ...one, dataDir: join(folders, 'moved') }
    cpSync(one.dataDir, moved.dataDir, { recursive: true })
    await refuseUnlike(moved, metadata)
  })

  it('that start at the same moment agree: the one that comes second is refused', async () => {
    const servers = [serverOf(clickhouse), serverOf(clickhouse)]
    for (const { dataDir } of servers) installationSecret(dataDir)
    const outcomes = await Promise.all(servers.map((server) => refusal(joinOthers(server, metadata))))
    expect(outcomes.filter((outcome) => outcome === 'not refused')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome.startsWith('StartProblem: '))).toHaveLength(1)
  })

  it('belong to who adopts the store, with what it was before', async () => {
    const one = await first('embedded')
    const moved = serverOf(clickhouse)
    installationSecret(moved.dataDir)
    const told = await adoptStore(moved, metadata)
    expect(told.before).toContain(one.dataDir)
    expect(told.now).toBe('ClickHouse http://warehouse.example:8123/games')
    await refuseUnlike(moved, metadata)
    expect(await refusal(refuseUnlike(one, metadata))).toContain('另一个安装密钥')
  })

  it('are asked nothing where each has its own SQLite', async () => {
    await first(clickhouse)
    const alone = { ...serverOf('embedded'), metadata: 'embedded' }
    writeFileSync(secretPath(alone.dataDir), '')
    await refuseUnlike(alone, metadata)
    await joinOthers(alone, metadata)
  })
})
