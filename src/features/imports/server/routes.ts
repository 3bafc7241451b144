// The calls of imports.

import { basename } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { checkedEnding } from '#server/warehouse/import/source.ts'
import { presentRefusal } from '#server/warehouse/written.ts'
import { AppError } from '#shared/errors.ts'
import * as calls from '../contract.ts'
import { registerFormers } from './formers.ts'
import { type ImportsDeps, loadFileJob } from './loadJob.ts'
import { keepMerged } from './merging.ts'
import { Uploads } from './uploads.ts'

/** Loaded when a file is read: a start does not need it. */
const reading = () => import('./reading.ts')

export function registerImports(app: FastifyInstance, given: Deps): void {
  const uploads = new Uploads(given.settings.dataDir, { mostBytes: given.settings.importMostBytes })
  const deps: ImportsDeps = { ...given, jobs: app.jobs, uploads }
  app.addHook('onReady', () => uploads.start())
  app.addHook('onClose', () => uploads.stop())
  deps.jobs.handle(loadFileJob, {
    // Loaded when there is something to load.
    run: async ({ upload }, context) => (await import('./loading.ts')).runLoading(deps, upload, context),
  })
  keepMerged(app, given)
  registerSending(app, deps)
  registerFormers(app, deps)
  registerCall(app, calls.readImportFile, async ({ params, body }, { user }) => {
    const { beginReading } = await reading()
    beginReading(deps, uploads.find(user, params.id), body)
    return null
  })
  registerCall(app, calls.followImport, ({ params }, { user }) => uploads.find(user, params.id).state)
  registerCall(app, calls.showImport, async ({ params }, { user }) => {
    const { showFound } = await reading()
    return showFound(deps, uploads.find(user, params.id))
  })
  registerCall(app, calls.tryImportColumn, async ({ params, body }, { user, signal }) => {
    const { tryColumn } = await reading()
    return tryColumn(deps, uploads.find(user, params.id), body, signal)
  })
  registerCall(app, calls.loadImport, async ({ params, body }, { user }) => {
    const { orderLoading } = await import('./loading.ts')
    await orderLoading(deps, user, uploads.find(user, params.id), body)
    return null
  })
  registerCall(app, calls.listImports, (_, { user }) =>
    uploads.of(user).map(({ id, name, size, state: { phase } }) => ({ id, name, size, phase })),
  )
  registerCall(app, calls.cancelImport, async ({ params, body }, { user }) => {
    await cancel(deps, uploads.find(user, params.id), body.discard === true)
    return null
  })
}

function registerSending(app: FastifyInstance, deps: ImportsDeps): void {
  const { settings, metadata, warehouse, uploads } = deps
  const { mostBytes } = uploads.limits
  registerCall(app, calls.getImportOptions, async () => ({
    mostBytes,
    refusal: await presentRefusal(settings, warehouse),
  }))
  registerCall(app, calls.beginImport, async ({ body }, { user }) => {
    const refusal = await presentRefusal(settings, warehouse)
    if (refusal !== null) throw new AppError('warehouse_readonly', refusal)
    if (user.rules.length > 0)
      await (await import('#server/objects/ruled.ts')).refuseRuled(metadata.db, user, '导入的数据')
    const name = checkedEnding(basename(body.name.replaceAll('\\', '/')))
    if (body.size === 0) throw new AppError('import_invalid', `文件是空的：${name}`)
    if (body.size > mostBytes)
      throw new AppError(
        'import_invalid',
        `${name} 过大（${sizeText(body.size)}），最多 ${sizeText(mostBytes)}；请拆成几个文件，或另存为 Parquet`,
      )
    const { id } = await uploads.begin(user, name, body.size)
    return { id }
  })
  registerCall(app, calls.sendImportPart, async ({ params, body }, { user }) => {
    const upload = uploads.find(user, params.id)
    await uploads.write(upload, params.at, Buffer.isBuffer(body) ? body : Buffer.alloc(0))
    return { received: upload.received }
  })
  // A disconnect in the middle of a part means that the page was closed.
  app.addHook('onRequestAbort', async ({ routeOptions, params, user }) => {
    if (routeOptions.config.call !== calls.sendImportPart.name || !user) return
    const upload = uploads.get((params as { id: string }).id)
    if (upload?.userId === user.id) await uploads.discard(upload)
  })
}

function sizeText(bytes: number): string {
  const [size, unit] = bytes >= 2 ** 30 ? [bytes / 2 ** 30, 'GB'] : [bytes / 2 ** 20, 'MB']
  return `${Number(size.toFixed(1))} ${unit}`
}

/** A load in progress is undone; a written table stays. */
async function cancel(
  { jobs, uploads }: ImportsDeps,
  upload: Parameters<Uploads['discard']>[0],
  discard: boolean,
) {
  if (upload.jobId) await jobs.cancel(upload.jobId)
  upload.work.abort(new AppError('query_canceled'))
  if (discard) return uploads.discard(upload)
  const { phase } = upload.state
  if (phase === 'reading')
    upload.state = { phase: 'failed', fraction: 0, step: '', problem: null, done: null }
}
