// Uploads a file in parts, has it read, and follows the progress. Closing the tab discards the file.
import { call, failureOf, quiet } from '#web/api/client.ts'
import {
  beginImport,
  cancelImport,
  followImport,
  getImportOptions,
  type ImportState,
  partBytes,
  readImportFile,
  sendImportPart,
  showImport,
} from '../contract.ts'
import { nothing, type ReadingChoice, refusalOf, setImport, useImport } from './store.ts'

const followMs = 400
/** Keeps the upload alive while the user reviews the columns. */
const beatMs = 20_000

/** Aborts the current work; another file aborts it. */
let work = new AbortController()

export const isCurrent = (id: string): boolean => useImport.getState().id === id

export function endWork(): void {
  work.abort()
  work = new AbortController()
}

export async function sendFile(file: File): Promise<void> {
  await discard()
  endWork()
  const { signal } = work
  setImport({ ...nothing, step: 'sending', fileName: file.name, fileSize: file.size, doing: '上传' })
  try {
    const { mostBytes, refusal } = await call(getImportOptions, {}, { ...quiet, signal })
    if (refusal) throw refusalOf(refusal)
    if (file.size > mostBytes)
      throw refusalOf(
        `文件过大（${sizeText(file.size)}），最多 ${sizeText(mostBytes)}；请拆成几个文件，或另存为 Parquet`,
      )
    const begun = await call(
      beginImport,
      { body: { name: file.name, size: file.size } },
      { ...quiet, signal },
    )
    setImport({ id: begun.id })
    for (let at = 0; at < file.size; at += partBytes) {
      const body = file.slice(at, at + partBytes, 'application/octet-stream')
      await call(sendImportPart, { params: { id: begun.id, at }, body }, { ...quiet, signal })
      setImport({ fraction: Math.min(1, (at + partBytes) / file.size) })
    }
    await readAgain({})
  } catch (error) {
    if (!signal.aborted) await fail(error)
  }
}

/** Before the columns are known, a failure leaves nothing to continue with. */
async function fail(error: unknown): Promise<void> {
  const { fileName, fileSize } = useImport.getState()
  const failure = failureOf(error)
  await discard()
  setImport({ ...nothing, fileName, fileSize, failure })
}

/** Reads the file with these choices, beside those that were made before. */
export async function readAgain(change: ReadingChoice): Promise<void> {
  const { reading, found } = useImport.getState()
  const failure = await read({ ...reading, ...change })
  if (failure === null || work.signal.aborted) return
  if (!found) {
    await fail(failure)
    return
  }
  // Another sheet, header or encoding may still work: what was read before is read again.
  const again = await read(reading)
  if (again === null) setImport({ failure: failureOf(failure) })
  else if (!work.signal.aborted) await fail(again)
}

/** Returns why it failed; null where it did not. */
async function read(choice: ReadingChoice): Promise<unknown> {
  const { id, table: before, found: had } = useImport.getState()
  const { signal } = work
  setImport({ step: 'reading', fraction: 0, doing: '读取文件', failure: null })
  try {
    await call(readImportFile, { params: { id }, body: choice }, { ...quiet, signal })
    const { phase, problem } = await follow(id, signal, ['reading'])
    if (phase !== 'ready') throw refusalOf(problem?.message ?? '读取失败')
    const found = await call(showImport, { params: { id } }, { ...quiet, signal })
    setImport({
      step: 'columns',
      found,
      reading: choice,
      table: had ? before : found.table,
      columns: found.columns.map(({ name, kind, role }) => ({
        name,
        kind,
        role,
        weight: null,
        personal: null,
        tried: null,
      })),
      keepGood: false,
      failure: null,
    })
    return null
  } catch (error) {
    return error
  }
}

/** Polls until the import leaves these phases. */
export async function follow(
  id: string,
  signal: AbortSignal,
  phases: readonly ImportState['phase'][],
): Promise<ImportState> {
  for (;;) {
    const state = await call(followImport, { params: { id } }, { ...quiet, signal })
    if (!phases.includes(state.phase)) return state
    setImport({ fraction: state.fraction, doing: state.step })
    await new Promise((resolve) => setTimeout(resolve, followMs))
  }
}

export const currentSignal = (): AbortSignal => work.signal

/** Removes the upload; silent where it is already gone. */
export async function discard(): Promise<void> {
  const { id } = useImport.getState()
  if (!id) return
  setImport({ id: '' })
  await call(cancelImport, { params: { id }, body: { discard: true } }, quiet).catch(() => undefined)
}

setInterval(() => {
  const { id, step } = useImport.getState()
  if (!id || step !== 'columns') return
  call(followImport, { params: { id } }, quiet).catch((error: unknown) => {
    if (failureOf(error).code === 'object_missing' && isCurrent(id))
      setImport({ ...nothing, failure: failureOf(error) })
  })
}, beatMs)

// When the page closes, discards the file by a request that outlives the page.
window.addEventListener('pagehide', () => {
  const { id } = useImport.getState()
  if (!id) return
  const address = cancelImport.path.replace('{id}', encodeURIComponent(id))
  void fetch(address, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ discard: true }),
  }).catch(() => undefined)
})

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} 字节`
  const units = ['KB', 'MB', 'GB']
  let [size, at] = [bytes / 1024, 0]
  while (size >= 1024 && at < units.length - 1) {
    size /= 1024
    at += 1
  }
  return `${size.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${units[at]}`
}
