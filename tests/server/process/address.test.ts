// The note by which commands find the running server.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAddress, forgetAddress, noteAddress } from '#server/process/address.ts'
import { makeFolder } from '#tests/factories/warehouse.ts'

const server = createServer((_request, reply) => reply.end('{"status":"ok"}'))
let [folder, address] = ['', '']
beforeAll(async () => {
  folder = await makeFolder()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test('finds the server that runs, not one that was killed', async () => {
  expect(await findAddress(folder)).toBeNull()
  noteAddress(folder, address)
  expect(await findAddress(folder)).toBe(address)
  await new Promise((resolve) => server.close(resolve))
  expect(await findAddress(folder)).toBeNull()
})

test('takes one that is too busy to answer for a running one', async () => {
  const busy = createServer(() => undefined)
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`
  noteAddress(folder, at)
  expect(await findAddress(folder, 50)).toBe(at)
  busy.closeAllConnections()
  busy.close()
})

test('a server that ends leaves the note of the one after it', () => {
  const note = join(folder, 'server.address')
  noteAddress(folder, 'http://127.0.0.1:2')
  forgetAddress(folder, 'http://127.0.0.1:1')
  expect(readFileSync(note, 'utf8')).toBe('http://127.0.0.1:2\n')
  forgetAddress(folder, 'http://127.0.0.1:2')
  expect(existsSync(note)).toBe(false)
})
