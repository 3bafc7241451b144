// Saves, tries and returns sources.
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { readFields } from '#server/objects/fields.ts'
import { readObject } from '#server/objects/reading.ts'
import { refuseRuled } from '#server/objects/ruled.ts'
import { readSeen } from '#server/objects/telling.ts'
import { cleanName, cleanText } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { assertEditable } from '#server/objects/writing.ts'
import { deletedAt } from '#server/scopes/life.ts'
import { type Batch, type Connector, type FieldValues, SourceProblem } from '#server/sources/connector.ts'
import { checkedTableName } from '#server/warehouse/import/arguments.ts'
import { isImported } from '#server/warehouse/import/publishing.ts'
import { loadedTables, presentRefusal } from '#server/warehouse/written.ts'
import { AppError } from '#shared/errors.ts'
import { encodingTitles } from '#shared/imports/encodings.ts'
import { fieldKey, type Source, type SourceChange, type SourceList } from '../contract.ts'
import type { SourcesDeps } from './deps.ts'
import { cleanSettings } from './fields.ts'
import { scheduleSource } from './jobs.ts'
import { type StoredSource, sources } from './objectKind.ts'
import { kindsOf } from './push/kind.ts'
import { readingOf, readingTitles } from './reading.ts'
import { atField, readSecrets, type Secrets, sealSecrets, secretsOf } from './secrets.ts'
import { shownSource, shownSources, sourcesOf } from './shown.ts'

export async function listSources(deps: SourcesDeps, caller: Caller): Promise<SourceList> {
  const { db } = deps.metadata
  const rows = await readSeen(db, sources, caller)
  const all = await kindsOf(deps.settings)
  const refusal = await presentRefusal(deps.settings, deps.warehouse)
  const tables = await loadedTables(deps)
  return {
    rows: await shownSources(deps, db, caller, rows),
    kinds: all.map(({ kind, title, fields }) => ({
      kind,
      title,
      fields: fields.map(({ place: _, check: _check, choices, ...field }) => ({
        ...field,
        ...(choices && { choices: [...choices] }),
      })),
    })),
    tables: tables.filter(isImported).map(({ name }) => name),
    readings: readingTitles,
    refusal,
  }
}

async function knownConnector({ settings }: SourcesDeps, kind: string): Promise<Connector> {
  const connector = (await kindsOf(settings)).find((one) => one.kind === kind)
  if (!connector) throw atField('kind', '没有这种数据源')
  return connector
}

/** Without id, or with -1, it adds a source. */
export async function saveSource(deps: SourcesDeps, caller: Caller, change: SourceChange): Promise<Source> {
  const refusal = await presentRefusal(deps.settings, deps.warehouse)
  if (refusal !== null) throw new AppError('warehouse_readonly', refusal)
  const { metadata, settings } = deps
  const { id = -1, revision, overwrite } = change
  await refuseRuled(metadata.db, caller, '数据接入')
  const connector = await knownConnector(deps, change.kind)
  const own = await cleanSource(deps, connector, change)
  return metadata.transaction(async (db) => {
    const shown = (row: StoredSource) => shownSource(deps, db, caller, row)
    const present = id > 0 ? await readObject(db, sources, caller, id) : null
    const given = { settings: own.settings, secrets: change.secrets }
    const secrets = secretsOf(settings, connector, present, given)
    const values = {
      ...own,
      settings: JSON.stringify(own.settings),
      kept: JSON.stringify(Object.keys(secrets)),
      paused: present?.paused ?? 0,
    }
    // A secret that did not change keeps its text, which would be another one each time it is sealed.
    const sealedFor = (of: number) =>
      present?.kind === change.kind && isSame(settings, present, secrets)
        ? present.secrets
        : sealSecrets(settings, of, secrets)
    await refuseShared(db, { id, ...own })
    let row: StoredSource
    if (present) {
      const next = { id, values: { ...values, secrets: sealedFor(id) }, revision, overwrite }
      row = await changeObject(db, sources, caller, next, shown)
    } else {
      const added = await addObject(
        db,
        sources,
        caller,
        { ...values, secrets: '' },
        { name: own.name, kind: change.kind, table: own.table_name },
      )
      row = { ...added, secrets: sealedFor(added.id) }
      await db.updateTable('source').set({ secrets: row.secrets }).where('id', '=', row.id).execute()
      await db
        .insertInto('source_state')
        .values({ source_id: row.id, mark: null, pending: null, looked_at: null, problem: null })
        .execute()
    }
    // Another place or query has other rows, so what was read up to is read anew; equal content is loaded once.
    if (present && present.settings !== row.settings)
      await db
        .updateTable('source_state')
        .set({ mark: null, pending: null, problem: null, asks: null, confirmed: null })
        .where('source_id', '=', row.id)
        .execute()
    await scheduleSource(deps, db, row)
    return shown(row)
  })
}

/** Several sources may add to one table; one that replaces it would take the others' rows away. */
async function refuseShared(
  db: Db,
  { id, table_name, mode }: Pick<StoredSource, 'id' | 'table_name' | 'mode'>,
): Promise<void> {
  const others = (await sourcesOf(db, table_name)).filter((other) => other.id !== id)
  const other = mode === 'replace' ? others[0] : others.find((one) => one.mode === 'replace')
  if (!other) return
  throw atField(
    'mode',
    mode === 'replace'
      ? `数据源「${other.name}」也载入数据表「${table_name}」，整表替换会换掉它载入的行；请另取表名，或选别的载入方式`
      : `数据源「${other.name}」整表替换数据表「${table_name}」，会换掉这里载入的行；请另取表名`,
  )
}

function isSame(settings: SourcesDeps['settings'], present: StoredSource, secrets: Secrets): boolean {
  try {
    return JSON.stringify(readSecrets(settings, present)) === JSON.stringify(secrets)
  } catch {
    return false
  }
}

async function cleanSource(deps: SourcesDeps, connector: Connector, change: SourceChange) {
  const { mode, kind } = change
  const { table, keys, reading, ...own } = await readFields({
    name: () => cleanName(change.name),
    table: () => targetTable(deps, change.table),
    keys: () => cleanKeys(mode, change.keys),
    reading: () => change.reading.map(cleanReading).filter((line) => line !== ''),
    note: () => cleanText(change.note ?? '', '备注', 2_000),
  })
  const { keepGood, spanDays, expectedBy = null } = change
  const joining = { keys, reading, keepGood, spanDays, expectedBy }
  return {
    ...own,
    games: '"*"' as const,
    kind,
    settings: cleanSettings(connector, change.settings),
    table_name: table,
    mode,
    joining: JSON.stringify(joining),
    timing: JSON.stringify(change.timing),
  }
}

async function targetTable(deps: SourcesDeps, typed: string): Promise<string> {
  const table = checkedTableName(cleanName(typed, '数据表'))
  const tables = await loadedTables(deps)
  const present = tables.find(({ name }) => name.toLowerCase() === table.toLowerCase())
  if (present && !isImported(present))
    throw new AppError('parameter_wrong', `数据表「${present.name}」不是由导入建立的，不能载入；请另取表名`)
  return present?.name ?? table
}

function cleanKeys(mode: SourceChange['mode'], given: readonly string[]): string[] {
  if (mode !== 'keys') return []
  const keys = [...new Set(given.map((key) => key.trim()).filter((key) => key !== ''))]
  if (keys.length === 0) throw new AppError('parameter_wrong', '按主键更新时，请填写主键是哪些列')
  return keys
}

function cleanReading(line: string): string {
  const text = line.trim()
  const at = text.lastIndexOf('=')
  if (text === '' || (at > 0 && readingOf(text.slice(at + 1)))) return text
  throw new AppError(
    'parameter_wrong',
    `「${text.slice(0, 50)}」应写成 列=方式，方式是：${readingTitles.join('、')}`,
  )
}

const shownFirst = 5
const samplePatienceMs = 30_000
const shownColumns = 12

/** Where the head is, which sheets there are: what the form's fields can say otherwise. */
async function sampleLines(
  deps: SourcesDeps,
  batch: Batch,
  values: FieldValues,
  signal: AbortSignal,
): Promise<string[]> {
  const { readSample } = await import('./loading.ts')
  const folder = join(deps.settings.dataDir, 'sources', 'work', `sample-${randomUUID()}`)
  const patience = AbortSignal.timeout(samplePatienceMs)
  await mkdir(folder, { recursive: true })
  try {
    const read = await readSample(deps, batch, values, folder, AbortSignal.any([signal, patience]))
    const { sheets, sheet, head, encoding, columns, bad } = read
    const names = columns.slice(0, shownColumns).map(({ name }) => name)
    const until = head && head.rows > 1 ? ` 至 ${head.line + head.rows - 1}` : ''
    return [
      ...(sheets.length > 0 ? [`工作表有 ${sheets.join('、')}，读「${sheet}」`] : []),
      ...(head ? [head.line === 0 ? '没有表头' : `表头在第 ${head.line}${until} 行`] : []),
      ...(encoding ? [`编码 ${encodingTitles[encoding]}`] : []),
      `${columns.length} 列：${names.join('、')}${columns.length > shownColumns ? ' 等' : ''}`,
      ...(bad.count > 0 ? [`有 ${bad.count} ${bad.unit}不能载入`] : []),
    ]
  } catch (error) {
    signal.throwIfAborted()
    if (patience.aborted) return ['文件较大，没有细看；第一次载入时再看']
    if (error instanceof AppError && error.code === 'import_invalid') return error.message.split('\n')
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
}

export async function testSource(
  deps: SourcesDeps,
  caller: Caller,
  {
    id = -1,
    kind,
    settings: typed,
    secrets: given,
  }: Pick<SourceChange, 'id' | 'kind' | 'settings' | 'secrets'>,
  signal: AbortSignal,
): Promise<{ first: string[]; more: boolean; sample: string[] }> {
  const { metadata, settings } = deps
  await refuseRuled(metadata.db, caller, '数据接入')
  const refused = sources.refuses?.(caller, {} as StoredSource)
  if (refused) throw new AppError('permission_missing', refused)
  const present = id > 0 ? await readObject(metadata.db, sources, caller, id) : null
  if (present) await assertEditable(metadata.db, sources, caller, present)
  const connector = await knownConnector(deps, kind)
  const values = cleanSettings(connector, typed)
  const secrets = secretsOf(settings, connector, present, { settings: values, secrets: given })
  try {
    await connector.check(values, secrets, signal)
    const found: Batch[] = []
    for await (const batch of connector.batches(values, secrets, null, signal)) {
      found.push(batch)
      if (found.length > shownFirst) break
    }
    const first = found.slice(0, shownFirst).map(({ name }) => name)
    const isFiles = connector.fields.some(({ name }) => name === 'encoding')
    const sample = found[0] && isFiles ? await sampleLines(deps, found[0], values, signal) : []
    return { first, more: found.length > shownFirst, sample }
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error
    const { field, message } = error
    throw field === null ? new AppError('gateway_failed', message) : atField(fieldKey(kind, field), message)
  }
}

export const deleteSources = (deps: SourcesDeps, caller: Caller, ids: readonly number[]): Promise<null> =>
  deps.metadata.transaction(async (db) => {
    const rows = await deleteObjects(db, sources, caller, ids)
    const gone = deletedAt(new Date().toISOString())
    for (const row of rows) await scheduleSource(deps, db, { ...row, ...gone })
    return null
  })

export const restoreSources = (deps: SourcesDeps, caller: Caller, ids: readonly number[]): Promise<null> =>
  deps.metadata.transaction(async (db) => {
    const rows = await restoreObjects(db, sources, caller, ids)
    for (const row of rows) await refuseShared(db, row)
    for (const row of rows) await scheduleSource(deps, db, { ...row, ...deletedAt(null) })
    return null
  })

export const pauseSource = (
  deps: SourcesDeps,
  caller: Caller,
  id: number,
  paused: boolean,
): Promise<Source> =>
  deps.metadata.transaction(async (db) => {
    const shown = (row: StoredSource) => shownSource(deps, db, caller, row)
    const values = { paused: paused ? 1 : 0 }
    const row = await changeObject(db, sources, caller, { id, values }, shown)
    await scheduleSource(deps, db, row)
    return shown(row)
  })
