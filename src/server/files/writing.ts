// Shared by the child processes that write .xls files: lines from standard input, and a file that is whole or
// absent.
import { createInterface } from 'node:readline'
import { saveFile } from './whole.ts'

/** Yields the head and the messages after it, until the end message. */
export async function* messagesFromInput<Message>(): AsyncGenerator<Message> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const message = JSON.parse(line) as Message | { end: true }
    if (typeof message === 'object' && message !== null && 'end' in message) return
    yield message as Message
  }
  // The server died before the end message.
  process.exit(1)
}

/** Returns the file's size in bytes. */
export async function saveWhole(path: string, bytes: Uint8Array): Promise<void> {
  await saveFile(path, bytes)
  process.stdout.write(JSON.stringify({ size: bytes.length }))
}
