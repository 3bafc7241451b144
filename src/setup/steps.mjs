// Runs the steps of `npm test` in rows beside each other. The first row's output is shown as it comes; what a step of
// another row says is kept together and shown at its end, so that a failure can be read.
import { spawn } from 'node:child_process'
import { pinnedEnvironment, pinnedNode, root } from './install.mjs'
import { quickStart } from './packed.mjs'

/** Resolves with the titles that failed. A Ctrl+C or SIGTERM ends what runs, and what would have come after. */
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
          if (!(await runStep(step, row === 0, running))) failures.push(step.title)
        }
      }),
    )
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
  if (stopped) throw Object.assign(new Error(`stopped by ${stopped}`), { code: 130 })
  return failures
}

async function runStep({ title, args }, shown, running) {
  const begun = Date.now()
  if (shown) console.log(`\n── ${title}`)
  const child = spawn(pinnedNode, args, {
    cwd: root,
    env: { ...process.env, ...pinnedEnvironment(), ...quickStart(pinnedNode), NODE_ENV: 'test' },
    stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  const isFine = await new Promise((resolve) => {
    child.once('error', (error) => {
      said += error.message
      resolve(false)
    })
    child.once('close', (code) => resolve(code === 0))
  })
  running.delete(child)
  if (!shown) console.log(`\n── ${title}\n${said.trimEnd()}`)
  console.log(`── ${title}: ${isFine ? 'ok' : 'FAILED'}, ${((Date.now() - begun) / 1000).toFixed(1)} s`)
  return isFine
}
