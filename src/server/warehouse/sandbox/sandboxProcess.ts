// A sandbox process: opens the published files, waits for its one order, locks itself down, and runs the
// order. Started by worker.ts with its configuration as the only argument; exchanges frames over file
// descriptor 3.
import { flushCompileCache } from 'node:module'
import { Socket } from 'node:net'
import { AppError } from '#shared/errors.ts'
import { encodeBytes, encodeChunk, encodeMessage, FrameReader } from '../duckdb/frames.ts'
import { spokenText } from '../spoken.ts'
import { bindAll } from './binding/bindAll.ts'
import { functionsOf } from './check/functions.ts'
import {
  compileOnly,
  failureOf,
  memorySignal,
  type Order,
  type ProcessConfiguration,
  type RunOrder,
} from './messages.ts'
import { dropRights, watchOwnMemory, yieldToOthers } from './rights.ts'
import { runOrder } from './runOrder.ts'
import { openSnapshot } from './snapshotInstance.ts'
import type { Output } from './statement.ts'

if (process.argv[2] === compileOnly) flushCompileCache()
else await serve()

async function serve(): Promise<void> {
  const pipe = new Socket({ fd: 3, readable: true, writable: true })
  // A native statement may be running; a plain exit would wait for it.
  const end = () => process.kill(process.pid, 'SIGKILL')
  pipe.on('close', end)
  pipe.on('error', end)
  const configuration: ProcessConfiguration = JSON.parse(process.argv[2] ?? '{}')
  watchOwnMemory(configuration.ownMemoryLimit, () => process.kill(process.pid, memorySignal))
  const connection = await openSnapshot(configuration)
  const say = (message: object) => void pipe.write(encodeMessage(message))
  const output = outputTo(pipe, say)

  const run = (order: RunOrder) => {
    yieldToOthers()
    return runOrder(connection, configuration, order, output, () => {
      if (configuration.dropsRights) dropRights()
    })
  }
  const obey = async (order: Order) => {
    try {
      if (order.kind === 'bind') {
        yieldToOthers()
        await bindAll(connection, order, {
          tell: (at, problem) => say({ kind: 'bound', at, problem }),
          beforeStatements: () => configuration.dropsRights && dropRights(),
        })
        say({ kind: 'end', rowCount: 0, truncated: false, plan: null })
      } else if (order.kind === 'functions')
        say({ kind: 'functions', functions: await functionsOf(connection) })
      else say({ kind: 'end', ...(await run(order)) })
    } catch (error) {
      say({ kind: 'error', failure: failureOf(error instanceof AppError ? error : unexpected(error)) })
    }
  }

  const orders = new FrameReader<Order>()
  pipe.on('data', (bytes: Buffer) => {
    for (const order of orders.push(bytes)) void obey(order)
  })
  say({ kind: 'ready' })
}

function unexpected(error: unknown): AppError {
  // The statement's tree is read recursively by JSON.parse.
  if (error instanceof RangeError) return new AppError('sql_error', '语句嵌套过深，请用 WITH 拆成几步')
  return new AppError('internal', `查询失败：${spokenText(error, '请换一种写法再试')}`)
}

/** Waits while the server, or its reader, is behind. */
function outputTo(pipe: Socket, say: (message: object) => void): Output {
  const send = async (frame: Buffer) => {
    if (!pipe.write(frame)) await new Promise((resolve) => pipe.once('drain', resolve))
  }
  return {
    columns: (columns) => say({ kind: 'columns', columns }),
    chunk: ({ rowCount, columns }) => send(encodeChunk(0, { rowCount, columns })),
    bytes: async (bytes, rowCount) => {
      await send(encodeBytes(bytes))
      say({ kind: 'progress', rowCount })
    },
  }
}
