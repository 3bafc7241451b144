// Within the server that is measured: tells on a socket how long its event loop stood still since it was last asked,
// by the clock and by the processor time of its thread, which other work on the machine does not lengthen.
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const socket = process.env.STOPS_SOCKET

function watch() {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const worked = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let before = worked()
  let longest = 0
  const look = () => {
    const now = worked()
    longest = Math.max(longest, now - before)
    before = now
  }
  setInterval(look, 1).unref()
  createServer((asking) => {
    asking.on('error', () => undefined)
    asking.on('data', () => {
      look()
      asking.write(`${JSON.stringify({ clock: delay.max / 1e6, worked: longest })}\n`)
      delay.reset()
      longest = 0
    })
  })
    .listen(socket)
    .unref()
}

// What the server starts inherits its environment.
if (socket && process.argv[1]?.endsWith('main-server.ts')) watch()
