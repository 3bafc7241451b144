// `npm start`: installs, builds what has changed, serves. With --dev it rebuilds, restarts and reloads on changes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { endWith, ensureInstalled, passedOn, pinnedNode, root, runServer, whenLeft } from './install.mjs'
import { build, buildWhatChanged } from './ready/prepare.mjs'

async function serve() {
  await buildWhatChanged()
  await runServer()
}

async function develop() {
  await build(['--dev'])
  const env = { NODE_ENV: 'development', ...process.env }
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const start = () => spawn(pinnedNode, ['src/main-server.ts'], { cwd: root, env, stdio })
  const stop = async () => {
    // A crashed server has already ended, so there is nothing to wait for.
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
  let server = start()
  let work = Promise.resolve()
  let pending
  const changed = () => {
    clearTimeout(pending)
    pending = setTimeout(() => {
      work = work.then(async () => {
        await build(['--dev']).catch(() => console.error('The build failed; the last good one is served.'))
        await stop()
        server = start()
      })
    }, 150)
  }
  for (const folder of ['src', 'commands', 'public']) watch(join(root, folder), { recursive: true }, changed)
  const end = async () => {
    await stop()
    process.exit(0)
  }
  for (const signal of passedOn) process.once(signal, end)
  whenLeft(end)
}

try {
  await ensureInstalled(process.env.NODE_ENV === 'production' ? 'production' : 'full')
  await (process.argv.includes('--dev') ? develop() : serve())
} catch (error) {
  endWith(error)
}
