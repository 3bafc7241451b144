// What the processes that write .xls files have in common: lines from standard input, and a file that is whole or not there.
import { createInterface } from 'node:readline'
import { saveFile } from './whole.ts'

/** The head and the messages after it, until the end. */
export async function* messagesFromInput<Message>(): AsyncGenerator<Message> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const message = JSON.parse(line) as Message | { end: true }
    if (typeof message === 'object' && message !== null && 'end' in message) return
    yield message as Message
  }
  // The server went away in the middle.
  process.exit(1)
}

/** Answers how large it is. */
export async function saveWhole(path: string, bytes: Uint8Array): Promise<void> {
  await saveFile(path, bytes)
  process.stdout.write(JSON.stringify({ size: bytes.length }))
}
