// Export of 50,000 × 20 to .xls: ours beside sheetjs-style alone, each in processes of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { median, megabytes, peakMemory, seconds, times } from '../measure.mjs'

async function runOnce(script) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
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

async function repeated(script) {
  const runs = []
  for (let at = 0; at < 3; at++) runs.push(await runOnce(script))
  return { time: median(runs.map((run) => run.time)), peak: median(runs.map((run) => run.peak)) }
}

export async function run() {
  const ours = await repeated('./ours.mjs')
  const peer = await repeated('./peer.mjs')
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
  ]
}
