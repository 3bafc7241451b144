// Runs the steps of `npm test` in parallel rows. The first row's output is shown as it comes; output of the
// other rows is collected and shown at each step's end, so that failures stay readable.
import { spawn } from 'node:child_process'
import { pinnedEnvironment, pinnedNode, root } from './install.mjs'
import { quickStart } from './packed.mjs'

/**
 * Resolves with the failed steps, their exit and output (see failures.mjs). Ctrl+C or SIGTERM stops running
 * and later steps.
 */
export async function runSteps(rows) {
  const failures = []
  const running = new Set()
  let stopped
  const stop = (signal) => {
    stopped = signal
    for (const child of running) child.kill(signal)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    await Promise.all(
      rows.map(async (steps, row) => {
        for (const step of steps) {
          if (stopped) return
          const failure = await runStep(step, row === 0, running)
          if (failure) failures.push({ ...step, ...failure })
        }
      }),
    )
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
  if (stopped) throw Object.assign(new Error(`stopped by ${stopped}`), { code: 130 })
  return failures
}

/** Null where the step succeeded. */
async function runStep({ title, args, env }, shown, running) {
  const begun = Date.now()
  if (shown) console.log(`\n── ${title}`)
  const child = spawn(pinnedNode, args, {
    cwd: root,
    env: { ...process.env, ...pinnedEnvironment(), ...quickStart(pinnedNode), NODE_ENV: 'test', ...env },
    stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  const ending = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  running.delete(child)
  if (!shown) console.log(`\n── ${title}\n${said.trimEnd()}`)
  const isFine = ending === 'code 0'
  const took = `${((Date.now() - begun) / 1000).toFixed(1)} s`
  console.log(`── ${title}: ${isFine ? 'ok' : `FAILED (${ending})`}, ${took}`)
  return isFine ? null : { ending, said: shown ? null : said }
}
