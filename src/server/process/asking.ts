// Asks for secrets at a terminal without echoing the answer.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Null where there is no terminal. */
export async function askHidden(question: string): Promise<string | null> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null
  process.stdout.write(question)
  const nothing = new Writable({ write: (_bytes, _encoding, done) => done() })
  const reading = createInterface({ input: process.stdin, output: nothing, terminal: true })
  reading.once('SIGINT', () => process.exit(130))
  try {
    return await reading.question('')
  } finally {
    reading.close()
    process.stdout.write('\n')
  }
}
