// Exports of 50,000 × 20: .xls beside sheetjs-style alone, .xlsx and .csv beside plain csv, each in processes of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median, megabytes, peakMemory, seconds, times } from '../measure.mjs'
import { writeChunks } from './chunks.mjs'

async function runOnce([script, ...options]) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...options], {
    stdio: 'inherit',
  })
  const begun = performance.now()
  const { result, peak } = await peakMemory(child.pid, async () => {
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${script} ended with ${code}`)
    return performance.now() - begun
  })
  return { time: result, peak }
}

async function repeated(...command) {
  const runs = []
  for (let at = 0; at < 3; at++) runs.push(await runOnce(command))
  return { time: median(runs.map((run) => run.time)), peak: median(runs.map((run) => run.peak)) }
}

export async function run() {
  const ours = await repeated('./ours.mjs')
  const peer = await repeated('./peer.mjs')
  const chunks = join(tmpdir(), `chunks-${process.pid}.jsonl`)
  await writeChunks(chunks)
  const floor = await repeated('./csv.mjs', chunks)
  const sheets = []
  for (const [format, reach] of [
    ['xlsx', 3],
    ['csv', 1.1],
  ]) {
    const taken = await repeated('./sheet.mjs', format, chunks)
    sheets.push({
      id: '7',
      work: `export 50,000 × 20 to .${format}, all processes’ peak memory`,
      ours: `${seconds(taken.time)}, ${megabytes(taken.peak)}`,
      peer: `plain csv ${seconds(floor.time)}, ${megabytes(floor.peak)}`,
      ratio: times(taken.time / floor.time),
      reach: `≤ ${reach} × plain csv`,
      met: taken.time <= floor.time * reach,
    })
  }
  await rm(chunks)
  return [
    {
      id: '7',
      work: 'export 50,000 × 20 to .xls, all processes’ peak memory',
      ours: `${seconds(ours.time)}, ${megabytes(ours.peak)}`,
      peer: `sheetjs-style ${seconds(peer.time)}, ${megabytes(peer.peak)}`,
      ratio: times(ours.time / peer.time),
      reach: 'no slower, no more memory',
      met: ours.time <= peer.time && ours.peak <= peer.peak,
    },
    ...sheets,
  ]
}
