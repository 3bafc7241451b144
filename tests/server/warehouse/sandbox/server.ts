// A server whose sandbox runs an endless query; prints the process ids, then waits to be killed.
import { makeSandbox } from '#tests/factories/sandbox.ts'

const bench = await makeSandbox({ spares: 1 })
bench.run('SELECT count(*) FROM range(1000000000000) a, fact').catch(() => {})
await bench.until(() => bench.sandbox.pids().length >= 2)
await new Promise((resolve) => setTimeout(resolve, 300))
process.stdout.write(`${JSON.stringify(bench.sandbox.pids())}\n`)
