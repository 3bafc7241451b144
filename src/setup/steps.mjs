// Runs the steps of `npm test` in rows beside each other. The first row's output is shown as it comes; what a step of
// another row says is kept together and shown at its end, so that a failure can be read.
import { spawn } from 'node:child_process'
import { pinnedEnvironment, pinnedNode, root } from './install.mjs'
import { quickStart } from './packed.mjs'

/**
 * Resolves with the steps that failed, how each ended and what it said (see failures.mjs). A Ctrl+C or SIGTERM ends what
 * runs, and what would have come after.
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

/** Null where all is well. */
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
