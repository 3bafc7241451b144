// Start of the server, as `npm start` does it: the first, which makes the demo's data, and later ones on existing
// data; its memory then.
import { serve } from '../../../e2e/product.ts'
import { quickStart } from '../../../src/setup/packed.mjs'
import { withDemo } from '../installation.mjs'
import { familyOf, median, megabytes, memoryOf, seconds } from '../measure.mjs'

export async function run() {
  return await withDemo(async ({ product, dataDir, firstStart }) => {
    await product.stop()
    const starts = []
    const own = []
    const all = []
    for (let at = 0; at < 5; at++) {
      const begun = performance.now()
      const { process: server, stop } = await serve(dataDir, { LOG_LEVEL: 'warn', ...quickStart() })
      starts.push(performance.now() - begun)
      own.push(memoryOf(server.pid))
      all.push(familyOf(server.pid).reduce((sum, pid) => sum + memoryOf(pid), 0))
      await stop()
    }
    const start = median(starts)
    const memory = median(own)
    return [
      {
        id: '11',
        work: 'start on existing data until ready; memory of the server (with its readers)',
        ours: `${seconds(start)}, ${megabytes(memory)} (${megabytes(median(all))})`,
        peer: 'SQLPad 1.3 s, 175 MB as measured before',
        ratio: '',
        reach: '≤ 1 s, ≤ 200 MB',
        met: start <= 1000 && memory <= 200e6,
      },
      {
        id: '11',
        work: 'first start, the demo’s data made',
        ours: seconds(firstStart),
        peer: '',
        ratio: '',
        reach: '≤ 15 s',
        met: firstStart <= 15_000,
      },
    ]
  })
}
